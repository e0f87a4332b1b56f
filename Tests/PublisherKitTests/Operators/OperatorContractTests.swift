// SPDX-License-Identifier: MIT

import PublisherKit
import RexTestSupport
import Testing

/// The contract of every operator with one upstream publisher.
@Suite struct OperatorContractTests {
    typealias Flow = OperatorCase.Flow

    private static let input = OperatorCase.input

    private var synchronous: Flow {
        Self.input.publisher.setFailureType(to: Oops.self).eraseToAnyPublisher()
    }

    @Test(arguments: OperatorCase.all)
    func operatorDeliversItsValuesThenTheCompletion(_ operation: OperatorCase) {
        let probe = Probe()
        operation.apply(synchronous).subscribe(probe)
        #expect(probe.events == events(operation.output, then: .finished))
    }

    @Test(arguments: OperatorCase.all)
    func operatorServesEachSubscriberFromTheStart(_ operation: OperatorCase) {
        let publisher = operation.apply(synchronous)
        for _ in 1...2 {
            let probe = Probe()
            publisher.subscribe(probe)
            #expect(probe.events == events(operation.output, then: .finished))
        }
    }

    @Test(arguments: OperatorCase.all)
    func operatorForwardsTheFailureAfterItsValues(_ operation: OperatorCase) {
        let subject = PassthroughSubject<Int, Oops>()
        let probe = Probe()
        operation.apply(subject.eraseToAnyPublisher()).subscribe(probe)
        for value in Self.input { subject.send(value) }
        subject.send(completion: .failure(.first))
        let output = operation.outputOfFailure ?? operation.output
        #expect(probe.events == events(output, then: operation.endsEarly ? .finished : .failed(.first)))
    }

    @Test(arguments: OperatorCase.all)
    func operatorForwardsAFailureWithoutValues(_ operation: OperatorCase) {
        let probe = Probe(.none)
        operation.apply(Fail(error: .second).eraseToAnyPublisher()).subscribe(probe)
        #expect(probe.events == events([], then: .failed(.second)))
    }

    @Test(arguments: OperatorCase.all)
    func operatorDeliversAsManyValuesAsRequested(_ operation: OperatorCase) {
        let probe = Probe(.none)
        operation.apply(synchronous).subscribe(probe)
        #expect(probe.values.isEmpty)
        for count in operation.output.indices {
            // A demand of `none` adds nothing.
            probe.request(0)
            #expect(probe.values.count == count)
            probe.request(1)
            #expect(probe.values == Array(operation.output[...count]))
        }
        probe.request(1)
        #expect(probe.events == events(operation.output, then: .finished))
    }

    @Test(arguments: OperatorCase.all)
    func operatorRespectsTheDemandOnSubscription(_ operation: OperatorCase) {
        let probe = Probe(.max(2))
        operation.apply(synchronous).subscribe(probe)
        #expect(probe.values == Array(operation.output.prefix(2)))
    }

    @Test(arguments: OperatorCase.all)
    func operatorAddsUpDemandDuringADelivery(_ operation: OperatorCase) {
        let probe = Probe(.max(1))
        probe.onValue = { _ in .max(1) }
        operation.apply(synchronous).subscribe(probe)
        #expect(probe.events == events(operation.output, then: .finished))
    }

    @Test(arguments: OperatorCase.all)
    func operatorDeliversFromAnotherThread(_ operation: OperatorCase) {
        let subject = PassthroughSubject<Int, Oops>()
        let probe = Probe()
        let recorder = probe.recorder
        operation.apply(subject.eraseToAnyPublisher()).subscribe(probe)
        JoinableThread {
            for value in Self.input { subject.send(value) }
            subject.send(completion: .finished)
        }.join()
        #expect(recorder.events == events(operation.output, then: .finished))
    }

    @Test(arguments: OperatorCase.all)
    func operatorCancelsItsUpstreamOnceAndSendsNothingAfterwards(_ operation: OperatorCase) {
        let subject = PassthroughSubject<Int, Oops>()
        let cancellations = Recorder<String>()
        let probe = Probe()
        operation.apply(
            subject.handleEvents(receiveCancel: { cancellations.record("cancelled") }).eraseToAnyPublisher()
        ).subscribe(probe)
        probe.cancel()
        probe.cancel()
        for value in Self.input { subject.send(value) }
        subject.send(completion: .finished)
        #expect(cancellations.events == ["cancelled"])
        #expect(probe.events == [.subscribed])
    }

    @Test(arguments: OperatorCase.all.filter(\.endsEarly))
    func operatorThatCompletesEarlyCancelsItsUpstream(_ operation: OperatorCase) {
        let subject = PassthroughSubject<Int, Oops>()
        let cancellations = Recorder<String>()
        let probe = Probe()
        operation.apply(
            subject.handleEvents(receiveCancel: { cancellations.record("cancelled") }).eraseToAnyPublisher()
        ).subscribe(probe)
        for value in Self.input { subject.send(value) }
        #expect(cancellations.events == ["cancelled"])
        #expect(probe.events == events(operation.output, then: .finished))
    }

    @Test(arguments: OperatorCase.all)
    func operatorCanBeCancelledDuringADelivery(_ operation: OperatorCase) {
        let probe = Probe()
        probe.onValue = { [unowned probe] _ in
            probe.cancel()
            return .unlimited
        }
        operation.apply(synchronous).subscribe(probe)
        #expect(probe.events == events(operation.output.prefix(1), then: operation.output.isEmpty ? .finished : nil))
    }

    @Test(arguments: OperatorCase.all)
    func operatorAcceptsValuesThatItsSubscriberSendsDuringADelivery(_ operation: OperatorCase) {
        let subject = PassthroughSubject<Int, Oops>()
        let rest = Recorder<Int>()
        let probe = Probe()
        probe.onValue = { _ in
            let next = rest.events.count + 2
            guard next <= 6 else { return .none }
            rest.record(next)
            subject.send(next)
            return .none
        }
        operation.apply(subject.eraseToAnyPublisher()).subscribe(probe)
        subject.send(1)
        while rest.events.count + 2 <= 6 {
            let next = rest.events.count + 2
            rest.record(next)
            subject.send(next)
        }
        subject.send(completion: .finished)
        #expect(probe.events == events(operation.output, then: .finished))
    }

    @Test(arguments: OperatorCase.all, [true, false])
    func operatorReleasesASubscriberThatKeepsItsSubscription(_ operation: OperatorCase, ends: Bool) {
        let subject = PassthroughSubject<Int, Oops>()
        weak var weakProbe: Probe?
        weak var weakHeld: Held?
        do {
            let (probe, held) = (Probe(), Held())
            (weakProbe, weakHeld) = (probe, held)
            probe.forgetsAtTheEnd = false
            operation.apply(subject.filter { _ in withExtendedLifetime(held) { true } }.eraseToAnyPublisher())
                .subscribe(probe)
            if ends { subject.send(completion: .finished) } else { probe.cancel() }
        }
        #expect(weakProbe == nil)
        #expect(weakHeld == nil)
    }

    private final class Held {}

    @Test(arguments: OperatorCase.all)
    func operatorReleasesItsSubscriberOnCompletionAndCancellation(_ operation: OperatorCase) {
        let subject = PassthroughSubject<Int, Oops>()
        weak var finished: Probe?
        weak var cancelled: Probe?
        do {
            let (first, second) = (Probe(), Probe())
            (finished, cancelled) = (first, second)
            operation.apply(synchronous).subscribe(first)
            operation.apply(subject.eraseToAnyPublisher()).subscribe(second)
            second.cancelAndForget()
        }
        #expect(finished == nil)
        #expect(cancelled == nil)
    }
}

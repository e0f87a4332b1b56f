// SPDX-License-Identifier: MIT

import PublisherKit
import RexTestSupport
import Testing

@Suite struct DemandTests {
    typealias Demand = Subscribers.Demand

    @Test func addsUpAndUnlimitedStaysUnlimited() {
        #expect(Demand.max(2) + .max(3) == .max(5))
        #expect(Demand.max(2) + 3 == 5)
        #expect(Demand.unlimited + .max(1) == .unlimited)
        #expect(Demand.max(1) + .unlimited == .unlimited)
        #expect(Demand.unlimited - .max(1) == .unlimited)
        #expect(Demand.unlimited - .unlimited == .unlimited)
        #expect(Demand.max(3) - .max(1) == .max(2))
        #expect(Demand.max(3) - .unlimited == .none)
        #expect(Demand.max(3) * 2 == .max(6))
        #expect(Demand.unlimited * 0 == .unlimited)
    }

    @Test func changesInPlace() {
        var demand = Demand.none
        demand += 3
        demand += .max(2)
        demand -= 1
        demand -= .max(1)
        demand *= 4
        #expect(demand == 12)
    }

    @Test func compares() {
        #expect(Demand.max(2) < .max(3))
        #expect(Demand.max(2) < .unlimited)
        #expect(!(Demand.unlimited < .unlimited))
        #expect(Demand.max(2) > 1 && 3 > Demand.max(2) && Demand.max(2) >= 2 && 2 <= Demand.max(2))
        #expect(Demand.max(0) == Demand.none && Demand.max(1) != 2 && 2 != Demand.max(1))
    }

    @Test func saysWhatItIs() {
        #expect(Demand.max(3).max == 3)
        #expect(Demand.unlimited.max == nil)
        #expect([Demand.max(3), .unlimited].map(String.init(describing:)) == ["max(3)", "unlimited"])
    }

    #if !canImport(Combine)
    @Test func negativeDemandStopsTheProgramWithItsReason() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { _ = Demand.max(-1) }
        expectMessage(
            of: result,
            contains: "A demand of -1 was made: a subscriber can request no fewer than 0 values."
        )
    }
    #endif
}

@Suite struct SinkTests {
    @Test func getsValuesThenTheEndAndFreesWhatItHolds() {
        let subject = PassthroughSubject<Int, Oops>()
        let recorder = Recorder<Event>()
        weak var witness: Recorder<Int>?
        let subscription: AnyCancellable
        do {
            let held = Recorder<Int>()
            witness = held
            subscription = subject.sink { completion in
                recorder.record(completion == .finished ? .finished : .failed(.first))
            } receiveValue: { value in
                held.record(value)
                recorder.record(.value(value))
            }
        }
        subject.send(1)
        #expect(witness != nil)
        subject.send(completion: .finished)
        #expect(witness == nil)
        #expect(recorder.events == [.value(1), .finished])
        subscription.cancel()
    }

    @Test func droppingTheCancellableEndsTheSubscription() {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = Recorder<Int>()
        var subscriptions: Set<AnyCancellable> = []
        subject.sink { recorder.record($0) }.store(in: &subscriptions)
        subject.send(1)
        subscriptions = []
        subject.send(2)
        #expect(recorder.events == [1])
    }

    @Test func cancellableCancelsOnce() {
        var calls = 0
        let cancellable = AnyCancellable { calls += 1 }
        cancellable.cancel()
        cancellable.cancel()
        _ = consume cancellable
        #expect(calls == 1)
    }

    @Test func assignWritesEachValueAndLetsGoOfTheObject() {
        final class Label { var text = 0 }
        let subject = CurrentValueSubject<Int, Never>(1)
        weak var weakLabel: Label?
        var texts: [Int] = []
        let subscription: AnyCancellable
        do {
            let label = Label()
            weakLabel = label
            subscription = subject.assign(to: \.text, on: label)
            texts.append(label.text)
            subject.send(2)
            texts.append(label.text)
        }
        #expect(texts == [1, 2])
        #expect(weakLabel != nil)
        subscription.cancel()
        #expect(weakLabel == nil)
    }
}

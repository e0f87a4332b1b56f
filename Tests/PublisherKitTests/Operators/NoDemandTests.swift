// SPDX-License-Identifier: MIT

import PublisherKit
import Testing

/// Every source and operator has to ignore a demand of `none`.
@Suite struct NoDemandTests {
    typealias Flow = OperatorCase.Flow

    /// A publisher, with a closure that advances its scheduler.
    struct SourceCase: Sendable, CustomTestStringConvertible {
        let name: String
        var output = [1, 2]
        let make: @Sendable (ManualScheduler) -> Flow

        var testDescription: String { name }
    }

    private static func numbers() -> some Publisher<Int, Oops> {
        [1, 2].publisher.setFailureType(to: Oops.self)
    }

    static let sources = [
        SourceCase(name: "Just", output: [1]) { _ in Just(1).setFailureType(to: Oops.self).eraseToAnyPublisher() },
        SourceCase(name: "Optional", output: [1]) { _ in
            Int?.some(1).publisher.setFailureType(to: Oops.self).eraseToAnyPublisher()
        },
        SourceCase(name: "Result", output: [1]) { _ in Result<Int, Oops>.success(1).publisher.eraseToAnyPublisher() },
        SourceCase(name: "Sequence") { _ in numbers().eraseToAnyPublisher() },
        SourceCase(name: "Record") { _ in Record(output: [1, 2], completion: .finished).eraseToAnyPublisher() },
        SourceCase(name: "Deferred") { _ in Deferred { numbers() }.eraseToAnyPublisher() },
        SourceCase(name: "Future", output: [1]) { _ in Future { $0(.success(1)) }.eraseToAnyPublisher() },
        SourceCase(name: "concatenation") { _ in
            Just(1).append(2).setFailureType(to: Oops.self).eraseToAnyPublisher()
        },
        SourceCase(name: "replaceError", output: [1, 7]) { _ in
            Just(1).setFailureType(to: Oops.self).append(Fail(error: .first)).replaceError(with: 7)
                .setFailureType(to: Oops.self).eraseToAnyPublisher()
        },
        SourceCase(name: "switchToLatest") { _ in
            Just(numbers()).setFailureType(to: Oops.self).switchToLatest().eraseToAnyPublisher()
        },
        SourceCase(name: "receive(on:)") { numbers().receive(on: $0).eraseToAnyPublisher() },
        SourceCase(name: "subscribe(on:)") { numbers().subscribe(on: $0).eraseToAnyPublisher() },
        SourceCase(name: "delay") { numbers().delay(for: .milliseconds(1), scheduler: $0).eraseToAnyPublisher() },
        SourceCase(name: "timeout") { numbers().timeout(.seconds(1), scheduler: $0).eraseToAnyPublisher() },
    ]

    @Test(arguments: sources)
    func noDemandHasNoEffectOnASource(_ source: SourceCase) {
        let scheduler = ManualScheduler()
        expectNoEffectOfNone(on: source.make(scheduler), output: source.output) { scheduler.advance(2) }
    }

    @Test(arguments: OperatorCase.all)
    func noDemandHasNoEffectOnAnOperator(_ operation: OperatorCase) {
        let upstream = OperatorCase.input.publisher.setFailureType(to: Oops.self).eraseToAnyPublisher()
        expectNoEffectOfNone(on: operation.apply(upstream), output: operation.output) {}
    }

    /// Requests `none` twice before each value and after the completion.
    private func expectNoEffectOfNone(on publisher: Flow, output: [Int], settle: () -> Void) {
        let probe = Probe(.none)
        probe.forgetsAtTheEnd = false
        publisher.subscribe(probe)
        for count in 0...output.count {
            settle()
            for _ in 1...2 { probe.request(0) }
            settle()
            #expect(probe.values == Array(output.prefix(count)))
            probe.request(1)
        }
        settle()
        for _ in 1...2 { probe.request(0) }
        settle()
        #expect(probe.events == events(output, then: .finished))
        probe.cancel()
        probe.request(0)
    }

    @Test(arguments: [true, false])
    func noDemandHasNoEffectOnASubject(keepsValue: Bool) {
        let subject: any Subject<Int, Oops> =
            keepsValue ? CurrentValueSubject<Int, Oops>(0) : PassthroughSubject<Int, Oops>()
        let probe = Probe(.none)
        subject.eraseToAnyPublisher().subscribe(probe)
        probe.request(0)
        subject.send(1)
        probe.request(0)
        #expect(probe.values == [])
        probe.request(1)
        if !keepsValue { subject.send(1) }
        #expect(probe.values == [1])
        probe.request(0)
        subject.send(2)
        #expect(probe.values == [1])
        probe.cancel()
        probe.request(0)
    }

    /// Debounce and throttle request unlimited values from their upstream publisher, and drop
    /// values that exceed the demand.
    @Test(arguments: [true, false])
    func noDemandHasNoEffectOnDebounceAndThrottle(debounces: Bool) {
        let (scheduler, subject, probe) = (ManualScheduler(), PassthroughSubject<Int, Oops>(), Probe(.none))
        if debounces {
            subject.debounce(for: .milliseconds(1), scheduler: scheduler).subscribe(probe)
        } else {
            subject.throttle(for: .milliseconds(1), scheduler: scheduler, latest: true).subscribe(probe)
        }
        for (value, demand) in [(1, 0), (2, 1), (3, 0)] {
            probe.request(demand)
            subject.send(value)
            scheduler.advance(2)
        }
        #expect(probe.values == [2])
        subject.send(completion: .finished)
        scheduler.advance(1)
        probe.request(0)
        #expect(probe.events == events([2], then: .finished))
    }

    @Test func noDemandHasNoEffectOnAnEmptySubscription() {
        Subscriptions.empty.request(.none)
    }
}

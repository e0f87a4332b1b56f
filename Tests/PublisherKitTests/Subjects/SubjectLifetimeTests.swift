// SPDX-License-Identifier: MIT

import PublisherKit
import RexTestSupport
import Testing

/// Which objects a subscription keeps alive, and for how long.
@Suite struct SubjectLifetimeTests {
    /// How a subscription reaches a subject.
    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let apply: @Sendable (any Subject<Int, Oops>) -> AnyPublisher<Int, Oops>

        init(_ name: String, _ apply: @escaping @Sendable (any Subject<Int, Oops>) -> AnyPublisher<Int, Oops>) {
            testDescription = name
            self.apply = apply
        }

        private static func erased(_ subject: some Subject<Int, Oops>) -> AnyPublisher<Int, Oops> {
            subject.eraseToAnyPublisher()
        }

        static let all = [
            Way("plain") { erased($0) },
            Way("map") { erased($0).map { $0 }.eraseToAnyPublisher() },
            Way("filter") { erased($0).filter { _ in true }.eraseToAnyPublisher() },
            Way("merge") { erased($0).merge(with: Empty()).eraseToAnyPublisher() },
            Way("zip") {
                erased($0).zip((1...9).publisher.setFailureType(to: Oops.self)) { $0 + 0 * $1 }.eraseToAnyPublisher()
            },
            Way("append") { erased($0).append(Empty()).eraseToAnyPublisher() },
            Way("first") { erased($0).first { _ in false }.eraseToAnyPublisher() },
            Way("flatMap") { subject in
                Just(erased(subject)).setFailureType(to: Oops.self).flatMap { $0 }.eraseToAnyPublisher()
            },
            Way("receive(on:)") { erased($0).receive(on: ImmediateScheduler.shared).eraseToAnyPublisher() },
        ]
    }

    private final class Held {
        weak var subject: (any Subject<Int, Oops>)?

        func subscribe(to way: Way, kind: Int, _ probe: Recorder<String>) -> AnyCancellable {
            let subject: any Subject<Int, Oops> =
                kind == 0 ? PassthroughSubject<Int, Oops>() : CurrentValueSubject<Int, Oops>(0)
            self.subject = subject
            return way.apply(subject).sink { completion in
                probe.record(completion == .finished ? "finished" : "failed")
            } receiveValue: { value in
                if value > 0 { probe.record("\(value)") }
            }
        }
    }

    @Test(arguments: Way.all, [0, 1])
    func subscriptionRetainsItsSubjectUntilCompletion(way: Way, kind: Int) {
        let (held, recorder) = (Held(), Recorder<String>())
        let subscription = held.subscribe(to: way, kind: kind, recorder)
        #expect(held.subject != nil)
        held.subject?.send(1)
        held.subject?.send(completion: .failure(.first))
        #expect(held.subject == nil)
        #expect(recorder.events == (way.testDescription == "first" ? ["failed"] : ["1", "failed"]))
        subscription.cancel()
    }

    @Test(arguments: Way.all, [0, 1])
    func subscriptionRetainsItsSubjectUntilCancellation(way: Way, kind: Int) {
        let (held, recorder) = (Held(), Recorder<String>())
        let subscription = held.subscribe(to: way, kind: kind, recorder)
        #expect(held.subject != nil)
        subscription.cancel()
        #expect(held.subject == nil)
        #expect(recorder.events == [])
    }

    @Test func futureIsRetainedUntilItsPromiseIsFulfilled() {
        let promises = Promises()
        weak var future: Future<Int, Never>?
        let values = Recorder<Int>()
        let subscription: AnyCancellable
        do {
            let made = Future<Int, Never> { promises.promise = $0 }
            future = made
            subscription = made.sink { values.record($0) }
        }
        promises.promise?(.success(7))
        #expect(values.events == [7])
        promises.promise = nil
        #expect(future == nil)
        subscription.cancel()
    }

    #if !canImport(Combine)
    @Test func unrequestedResultDoesNotRetainItsFuture() {
        weak var future: Future<Int, Oops>?
        let probe = Probe(.none)
        do {
            let made = Future<Int, Oops> { $0(.success(7)) }
            future = made
            made.subscribe(probe)
        }
        #expect(future == nil)
        probe.request(1)
        #expect(probe.events == events([7], then: .finished))
    }
    #endif

    private final class Promises {
        var promise: Future<Int, Never>.Promise?
    }
}

// SPDX-License-Identifier: MIT

import PublisherKit
import RexTestSupport
import Testing

/// Which objects a subscription keeps alive, and for how long.
@Suite struct SubjectLifetimeTests {
    /// How a subscription reaches a subject.
    struct Route: Sendable, CustomTestStringConvertible {
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
            Route("plain") { erased($0) },
            Route("map") { erased($0).map { $0 }.eraseToAnyPublisher() },
            Route("filter") { erased($0).filter { _ in true }.eraseToAnyPublisher() },
            Route("merge") { erased($0).merge(with: Empty()).eraseToAnyPublisher() },
            Route("zip") {
                erased($0).zip((1...9).publisher.setFailureType(to: Oops.self)) { $0 + 0 * $1 }.eraseToAnyPublisher()
            },
            Route("append") { erased($0).append(Empty()).eraseToAnyPublisher() },
            Route("first") { erased($0).first { _ in false }.eraseToAnyPublisher() },
            Route("flatMap") { subject in
                Just(erased(subject)).setFailureType(to: Oops.self).flatMap { $0 }.eraseToAnyPublisher()
            },
            Route("receive(on:)") { erased($0).receive(on: ImmediateScheduler.shared).eraseToAnyPublisher() },
        ]
    }

    enum SubjectKind: CaseIterable {
        case passthrough, currentValue

        func make() -> any Subject<Int, Oops> {
            switch self {
            case .passthrough: PassthroughSubject<Int, Oops>()
            case .currentValue: CurrentValueSubject<Int, Oops>(0)
            }
        }
    }

    private final class Held {
        weak var subject: (any Subject<Int, Oops>)?

        func subscribe(to route: Route, kind: SubjectKind, _ probe: Recorder<String>) -> AnyCancellable {
            let subject = kind.make()
            self.subject = subject
            return route.apply(subject).sink { completion in
                probe.record(completion == .finished ? "finished" : "failed")
            } receiveValue: { value in
                if value > 0 { probe.record("\(value)") }
            }
        }
    }

    @Test(arguments: Route.all, SubjectKind.allCases)
    func subscriptionRetainsItsSubjectUntilCompletion(route: Route, kind: SubjectKind) {
        let (held, recorder) = (Held(), Recorder<String>())
        let subscription = held.subscribe(to: route, kind: kind, recorder)
        #expect(held.subject != nil)
        held.subject?.send(1)
        held.subject?.send(completion: .failure(.first))
        #expect(held.subject == nil)
        #expect(recorder.events == (route.testDescription == "first" ? ["failed"] : ["1", "failed"]))
        subscription.cancel()
    }

    @Test(arguments: Route.all, SubjectKind.allCases)
    func subscriptionRetainsItsSubjectUntilCancellation(route: Route, kind: SubjectKind) {
        let (held, recorder) = (Held(), Recorder<String>())
        let subscription = held.subscribe(to: route, kind: kind, recorder)
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

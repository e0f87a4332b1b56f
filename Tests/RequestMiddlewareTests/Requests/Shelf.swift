// SPDX-License-Identifier: MIT

import Prism
import RequestMiddleware
import RexCore
import RexTestSupport
import RexTesting

/// A cache with an action that changes it as a reducer does.
struct Shelf: Sendable, Equatable {
    var books = Requests<Int, String>()
}

@Prism enum ShelfAction: Sendable {
    case books(RequestsAction<Int, String>)
    case change(@Sendable (inout Requests<Int, String>) -> Void)
}

/// The options of a shelf.
struct ShelfOptions: Sendable {
    var staleAfter: Duration?
    var keptFor: Duration?
    var polling: Duration?
    var pollingOf: (@Sendable (Int, Request<Int, String>) -> Duration?)?
    var limit: Int?
    var policy = RequestPolicy.immediate
    var tags: (@Sendable (Int, String) -> Set<RequestTag>)?

    func feature(
        _ load: @escaping @Sendable (Int, TestClock) async throws -> String
    ) -> Feature<RequestsAction<Int, String>, Requests<Int, String>, TestClock> {
        guard let pollingOf else {
            return .requests(
                staleAfter: staleAfter,
                keptFor: keptFor,
                polling: polling,
                limit: limit,
                policy: policy,
                tags: tags,
                load: load
            )
        }
        return .requests(
            staleAfter: staleAfter,
            keptFor: keptFor,
            polling: pollingOf,
            limit: limit,
            policy: policy,
            tags: tags,
            load: load
        )
    }
}

/// Records the requested keys, and the running bodies.
final class BookServer: Sendable {
    private let state = Lock((asked: [Int](), working: 0, most: 0))

    var asked: [Int] { state.withLock { $0.asked } }
    var most: Int { state.withLock { $0.most } }

    /// Answers with the key and the number of its requests, after a delay.
    func answer(_ key: Int, after span: Duration = .zero, _ clock: TestClock) async throws -> String {
        let number = begin(key)
        defer { end() }
        if span > .zero { try await clock.sleep(for: span) }
        return "\(key).\(number)"
    }

    /// Begins a body for a key, and returns the number of its requests.
    func begin(_ key: Int) -> Int {
        state.withLock { state in
            state.asked.append(key)
            state.working += 1
            state.most = max(state.most, state.working)
            return state.asked.count { $0 == key }
        }
    }

    func end() { state.withLock { $0.working -= 1 } }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
typealias ShelfStore = TestStore<ShelfAction, Shelf>

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TestStore where ActionType == ShelfAction, StateType == Shelf {
    convenience init(
        _ schedule: Schedule = .inOrder,
        _ options: ShelfOptions = ShelfOptions(),
        shelf: Shelf = Shelf(),
        load: @escaping @Sendable (Int, TestClock) async throws -> String
    ) {
        self.init(options, shelf: shelf, in: TestWorld(schedule: schedule), load: load)
    }

    convenience init(
        _ options: ShelfOptions,
        shelf: Shelf = Shelf(),
        in world: TestWorld,
        load: @escaping @Sendable (Int, TestClock) async throws -> String
    ) {
        let feature = Feature<ShelfAction, Shelf, TestClock>.combine {
            options.feature(load).lift(case: ShelfAction.prisms.books, state: \.books)
            Feature { action, shelf in
                if case .change(let change) = action { change(&shelf.books) }
            }
        }
        self.init(
            initialState: shelf,
            feature: feature,
            dependencies: world.clock,
            checks: .onlyWhatIsSaid,
            in: world
        )
    }

    /// The cache, after all ready steps.
    var books: Requests<Int, String> { state.books }

    /// The keys of the effects' runs.
    var runningKeys: [Int] { runs.compactMap { $0.isCancelled ? nil : $0.key.flatMap { Int($0) } } }

    /// Changes the cache as a reducer does.
    func change(_ change: @escaping @Sendable (inout Requests<Int, String>) -> Void) { send(.change(change)) }

    func need(_ keys: [Int]) { send(.books(.need(keys))) }

    /// Checks that the cache needs no key, and that no run and no timer is left.
    func end() {
        need([])
        run()
        expect(runs.isEmpty, "nothing is left: \(runs)")
        finish()
    }
}

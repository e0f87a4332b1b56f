// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import RexTesting

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The environment of an app of the corpus.
enum CorpusWorld {
    case test(TestWorld)
    /// Real time and threads.
    ///
    /// The value is the number of tasks that have not ended.
    case real(tasks: Lock<Int>)

    var clock: any Clock<Duration> {
        if case .test(let world) = self { world.clock } else { ContinuousClock() }
    }
}

/// A store of the corpus, in a test world or with real time and threads.
struct CorpusApp {
    private enum Store {
        case test(TestStore<Act, Facts>)
        case real(RexCore.Store<Act, Facts>, Recorder<Act>, tasks: Lock<Int>)
    }

    private let store: Store

    init(_ middleware: sending some MiddlewareProtocol<Act, Act, Facts>, in world: CorpusWorld) {
        switch world {
        case .test(let world):
            store = .test(
                TestStore(
                    initialState: Facts(),
                    reducer: .facts,
                    middleware: middleware,
                    checks: .onlyWhatIsSaid,
                    in: world
                )
            )
        case .real(let tasks):
            let acts = Recorder<Act>()
            let environment = StoreEnvironment(clock: ContinuousClock()) { _, operation in
                tasks.withLock { $0 += 1 }
                return Task.detached {
                    await operation()
                    tasks.withLock { $0 -= 1 }
                }
            }
            let recording = Reducer<Act, Facts>.reduce { act, _ in acts.record(act) }
            let store = RexCore.Store(
                initialState: Facts(),
                reducer: recording <> Reducer.facts,
                middleware: middleware,
                environment: environment
            )
            self.store = .real(store, acts, tasks: tasks)
        }
    }

    func send(_ act: Act) {
        switch store {
        case .test(let store): store.send(act)
        case .real(let store, _, _): store.dispatch(act)
        }
    }

    func advance(by duration: Duration) {
        switch store {
        case .test(let store): store.advance(by: duration)
        case .real: Self.sleep(duration)
        }
    }

    /// Waits until no task runs.
    func run() {
        switch store {
        case .test(let store): store.run()
        case .real(_, _, let tasks):
            var quiet = 0
            while quiet < 3 {
                Self.sleep(.milliseconds(1))
                quiet = tasks.withLock { $0 } == 0 ? quiet + 1 : 0
            }
        }
    }

    /// Checks that no task outlives its run.
    func finish() {
        if case .test(let store) = store { store.finish() }
    }

    func kill() {
        switch store {
        case .test(let store): store.kill()
        case .real: preconditionFailure("A real store ends with its process. Use kill() in a test world only.")
        }
    }

    var state: Facts {
        switch store {
        case .test(let store): store.state
        case .real(let store, _, _): store.state
        }
    }

    var acts: [Act] {
        switch store {
        case .test(let store): store.actions.map(\.action)
        case .real(_, let acts, _): acts.events
        }
    }

    func perform<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        switch store {
        case .test(let store): return try store.perform(body)
        case .real:
            let result = Lock<Result<Value, any Error>?>(nil)
            Task.detached {
                let new: Result<Value, any Error>
                do { new = .success(try await body()) } catch { new = .failure(error) }
                result.withLock { $0 = new }
            }
            while true {
                if let result = result.withLock({ $0 }) { return try result.get() }
                Self.sleep(.milliseconds(1))
            }
        }
    }

    private static func sleep(_ duration: Duration) {
        usleep(UInt32(duration / .microseconds(1)))
    }
}

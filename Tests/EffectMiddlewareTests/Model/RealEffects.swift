// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport

struct ModelState: Sendable {
    struct Element: Sendable, Identifiable { let id: Int }

    var key: Int?
    var keys: [Int] = []
    var elements: [Element] = [Element(id: 0), Element(id: 1)]
    var log: [String] = []
}

/// Runs programs with the middleware itself.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct RealEffects {
    private let world = VirtualWorld()
    private let effects: EffectMiddleware<Move, Move, ModelState>

    init() {
        let world = world
        let run: @Sendable (Script, Recorder<Int>, (String) -> Void) async throws -> Void = { script, attempts, say in
            attempts.record(0)
            let attempt = attempts.events.count
            for (number, delay) in script.delays.enumerated() {
                if script.isStubborn {
                    await world.sleepStubbornly(for: .nanoseconds(delay))
                } else {
                    try await world.sleep(for: .nanoseconds(delay))
                }
                say("\(script.name).\(attempt).\(number)")
            }
            if attempt <= script.failures { throw Failure(number: attempt) }
        }
        let element = EffectMiddleware<Script, String, ModelState.Element>()
            .on({ ($0, Recorder<Int>()) }, .latest) { found, effect in
                try await run(found.0, found.1) { effect.send($0) }
            } catch: { _ in
                "failed"
            }
            .during({ $0.id.isMultiple(of: 2) ? $0.id : nil }) { id, effect in
                try await run(Program.script("element", id), Recorder()) { effect.send($0) }
            } catch: { _ in
                "failed"
            }
        var effects: EffectMiddleware<Move, Move, ModelState> = element.liftToCollection(
            inputAction: \Move.element,
            outputAction: { (action: ElementIDAction<Int, String>) in Move.said(action.action) },
            stateCollection: \ModelState.elements
        )
        for (number, rule) in ModelRule.all.enumerated() {
            effects =
                effects
                .cancel("\(number)") { Self.isCancelling($0, number, .before) ? () : nil }
                .on({ Self.find($0, number) }, rule.policy, named: "\(number)") { found, effect in
                    try await run(found.script, found.attempts) { effect.send(.said($0)) }
                } catch: {
                    .said($0 is EffectTimeout ? "timeout" : "failed")
                }
                .cancel("\(number)") { Self.isCancelling($0, number, .behind) ? () : nil }
                .cancel("\(number)") {
                    if case .cancelKey(number, let key) = $0 { key } else { nil }
                } by: {
                    $0
                }
        }
        effects =
            effects
            .during(\.key) { key, effect in
                try await run(Program.script("during", key), Recorder()) { effect.send(.said($0)) }
            } catch: { _ in
                .said("failed")
            }
            .forEach(\.keys) { key, effect in
                try await run(Program.script("for", key), Recorder()) { effect.send(.said($0)) }
            } catch: { _ in
                .said("failed")
            }
            .cancel { if case .cancelAll = $0 { () } else { nil } }
        self.effects = effects
    }

    private func store() -> Store<Move, ModelState> {
        let begin = world.now
        let reducer = Reducer<Move, ModelState>.reduce { [world] move, state in
            switch move {
            case .setKey(let key): state.key = key
            case .setKeys(let keys): state.keys = keys
            case .setElements(let ids): state.elements = ids.map { ModelState.Element(id: $0) }
            case .said(let text):
                let (seconds, attoseconds) = begin.duration(to: world.now).components
                state.log.append("\(seconds * 1_000_000_000 + attoseconds / 1_000_000_000) \(text)")
            default: break
            }
        }
        return Store(
            initialState: ModelState(),
            reducer: reducer,
            middleware: effects,
            environment: world.environment
        )
    }

    /// What is said when, until the program ends.
    func log(of program: Program) -> [String] {
        var store: Store? = store()
        world.drain()
        var time = 0
        for (moment, move) in program.moves {
            world.advance(by: .nanoseconds(moment - time))
            time = moment
            store?.dispatch(move)
            world.drain()
        }
        world.advance(by: .nanoseconds(program.end - time))
        let log = store?.state.log ?? []
        store = nil
        world.advance(by: .seconds(100_000))
        return world.sleepers == 0 ? log : log + ["\(world.sleepers) sleepers stay behind"]
    }

    private static func find(_ move: Move, _ number: Int) -> Found? {
        guard case .trigger(number, let key, let script, _) = move else { return nil }
        return Found(key: key, script: script, attempts: Recorder())
    }

    private static func isCancelling(_ move: Move, _ number: Int, _ moment: Move.Cancelling) -> Bool {
        switch move {
        case .trigger(number, _, _, let cancelling): cancelling == moment
        case .cancelRule(number): moment == .before
        default: false
        }
    }
}

// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport

/// Runs programs with the real middleware.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct RealEffects {
    private typealias Effects<State> = EffectMiddleware<Move, Move, State>

    private let world = VirtualWorld()

    /// Returns the texts with their times, until the program ends.
    func log(of program: Program) -> [String] {
        let begin = world.now
        var store: Store? = store(for: program, begin)
        world.settle()
        for timed in program.moves {
            let time = begin.advanced(by: ModelPolicy.unit * timed.time)
            if timed.isLate { world.jump(to: time) } else { pass(to: time, store) }
            store?.dispatch(timed.move)
            moment(store)
        }
        pass(to: begin.advanced(by: ModelPolicy.unit * program.end), store)
        let log = store?.state.log ?? []
        store = nil
        world.advance(by: ModelPolicy.unit * 1_000)
        return world.sleepers == 0 ? log : log + ["\(world.sleepers) sleepers stay behind"]
    }

    private func pass(to time: VirtualWorld.Instant, _ store: Store<Move, Desk>?) {
        while let next = world.nextDeadline, next <= time.offset {
            world.jump(to: VirtualWorld.Instant(offset: next))
            moment(store)
        }
        world.jump(to: time)
        moment(store)
    }

    /// Handles due triggers before any sleeper wakes up.
    private func moment(_ store: Store<Move, Desk>?) {
        store?.dispatch(.poke)
        world.settle()
    }

    private func store(for program: Program, _ begin: VirtualWorld.Instant) -> Store<Move, Desk> {
        let reducer = Reducer<Move, Desk>.reduce { [world] move, desk in
            if let change = move.change { desk.make(change, at: move.path) }
            if let said = move.said {
                let time = Int(begin.duration(to: world.now) / ModelPolicy.unit)
                desk.log.append("\(time) \(said)")
            }
        }
        let busy = AnyMiddleware<Move, Move, Desk> { [world] move, source, _ in
            guard let batch = move.batch else { return .pure() }
            return IO { output in
                for move in batch { output.dispatch(move, from: source) }
                world.settle()
            }
        }
        return Store(
            initialState: Desk(hasOneBoard: program.hasOneBoard),
            reducer: reducer,
            middleware: effects(of: program) <> busy,
            environment: world.environment
        )
    }

    // MARK: Rules

    private func effects(of program: Program) -> EffectMiddleware<Move, Move, Desk> {
        let cards = addingRules(of: program, at: 2, to: Effects<Card>())
            .lift(
                inputAction: { (move: Move) in
                    move.path.count > 1 ? ElementIDAction(id: move.path[1], action: move) : nil
                },
                outputAction: { (move: ElementIDAction<Int, Move>) in move.action },
                parts: StateParts(elements: { (board: Board) in board.cards })
            )
        let board = addingRules(of: program, at: 1, to: cards)
        let boards =
            program.hasOneBoard
            ? board.lift(
                inputAction: { (move: Move) in
                    move.path.isEmpty ? nil : ElementIDAction(id: OnlyPart(), action: move)
                },
                outputAction: { $0.action },
                parts: StateParts(value: { (desk: Desk) in desk.boards.first }, identity: .automatic)
            )
            : board.lift(
                inputAction: { (move: Move) in move.path.first.map { ElementIDAction(id: $0, action: move) } },
                outputAction: { $0.action },
                parts: StateParts(elements: { (desk: Desk) in desk.boards })
            )
        return addingRules(of: program, at: 0, to: boards)
            .on({ _ in Int?.none }, .each.by { $0 }, named: "poke") { _, _ in }
            .cancel("poke", on: { $0.isPoke || $0.batch != nil }, by: { _ in 0 })
    }

    private func addingRules<State: Watched>(
        of program: Program,
        at level: Int,
        to effects: Effects<State>
    ) -> Effects<State> {
        program.rules.items[level].reduce(effects) { effects, item in
            switch item {
            case .rule(let rule): addingRule(rule, of: program, to: effects)
            case .cancel: addingCancels(at: level, program.rules, to: effects)
            }
        }
    }

    private func addingRule<State: Watched>(
        _ rule: Int,
        of program: Program,
        to effects: Effects<State>
    ) -> Effects<State> {
        let group = program.rules.group(of: rule)
        guard group.use == .on else { return addingStateRule(rule, of: program, to: effects) }
        var policy: EffectPolicy<(script: Script, key: Int)> = group.policy.policy()
        if group.policy.isKeyed { policy = policy.by(\.key) }
        let ended: @Sendable (EffectEnd, (script: Script, key: Int)) -> Move? = { Self.ended($0, $1.script) }
        return effects.on(
            { move in move.script(for: rule).map { ($0, move.key) } },
            policy,
            named: group.name,
            run: { [world] found, effect in try await Self.perform(found.script, effect, in: world) },
            catch: { Self.caught($0, $1.script) },
            ended: program.rules.rules[rule].hasFinalAction ? ended : nil
        )
    }

    private func addingStateRule<State: Watched>(
        _ rule: Int,
        of program: Program,
        to effects: Effects<State>
    ) -> Effects<State> {
        let group = program.rules.group(of: rule)
        let run: @Sendable (Int, Effect<Move, Move, State>) async throws -> Void = { [world] key, effect in
            try await Self.perform(program.script(rule, effect.state.path, key), effect, in: world)
        }
        let caught: @Sendable (any Error, Int) -> Move? = { Self.caught($0, program.script(rule, [], $1)) }
        let word: @Sendable (EffectEnd, Int) -> Move? = { Self.ended($0, program.script(rule, [], $1)) }
        let ended = program.rules.rules[rule].hasFinalAction ? word : nil
        let policy: EffectPolicy<Int> = group.policy.policy()
        if group.use == .during {
            return effects.during({ $0.key }, policy, named: group.name, run: run, catch: caught, ended: ended)
        }
        return effects.forEach({ $0.keys }, policy, named: group.name, run: run, catch: caught, ended: ended)
    }

    /// Adds cancelling rules for everything at this level and below.
    ///
    /// The action determines what they cancel.
    private func addingCancels<State>(
        at level: Int,
        _ rules: ModelRules,
        to effects: Effects<State>
    ) -> Effects<State> {
        let all = effects.cancel(on: { $0.cancel?.level == level && $0.cancel?.group == nil })
        return rules.groups(from: level).reduce(all) { effects, group in
            let name = rules.groups[group].name
            @Sendable func wish(_ move: Move) -> Move.Cancel? {
                move.cancel.flatMap { $0.level == level && $0.group == group ? $0 : nil }
            }
            let named = effects.cancel(name, on: { wish($0).map { $0.key == nil } ?? false })
            return rules.hasKeys(group, at: level) ? named.cancel(name, on: { wish($0)?.key }, by: { $0 }) : named
        }
    }

    // MARK: Runs

    private static func perform(
        _ script: Script,
        _ effect: Effect<Move, Move, some Any>,
        in world: VirtualWorld
    ) async throws {
        func rest(_ units: Int) async throws {
            try await world.rest(for: ModelPolicy.unit * units, rank: script.rank, isStubborn: script.isStubborn)
        }
        try await rest(0)
        for (number, step) in script.steps.enumerated() {
            if step.delay > 0 { try await rest(step.delay) }
            effect.send(.said("\(script.name).\(effect.attempt).\(number)"))
            for answer in step.answers { effect.send(answer) }
        }
        if effect.attempt <= script.failures { throw Failure(number: effect.attempt) }
    }

    private static func caught(_ error: any Error, _ script: Script) -> Move {
        .said("\(error is EffectTimeout ? "timeout" : "failed") \(script.endName)")
    }

    private static func ended(_ end: EffectEnd, _ script: Script) -> Move {
        let how =
            switch end {
            case .returned: "returned"
            case .failed: "failed"
            case .cancelled: "cancelled"
            }
        return .said("ended \(script.endName) \(how)")
    }
}

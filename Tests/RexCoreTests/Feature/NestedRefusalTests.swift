// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

private enum OuterAction: Sendable, CaseIndexed {
    case always(FeatureAction)
    case maybe(FeatureAction)
    case row(ElementIDAction<Int, FeatureAction>)
    case joined(FeatureAction)
    case other

    static var caseCount: Int { 5 }
    var caseIndex: Int {
        switch self {
        case .always: 0
        case .maybe: 1
        case .row: 2
        case .joined: 3
        case .other: 4
        }
    }

    var always: FeatureAction? { if case .always(let action) = self { action } else { nil } }
    var maybe: FeatureAction? { if case .maybe(let action) = self { action } else { nil } }
    var row: ElementIDAction<Int, FeatureAction>? { if case .row(let action) = self { action } else { nil } }
    var joined: FeatureAction? { if case .joined(let action) = self { action } else { nil } }

    static func path<Value>(
        _ index: Int?,
        _ extract: @escaping @Sendable (OuterAction) -> Value?
    ) -> CasePath<OuterAction, Value> {
        CasePath(extract: extract, embed: { _ in .other }, caseIndex: index)
    }
}

private struct Row: Sendable, Identifiable {
    var id: Int
    var state: FeatureState
}

private struct Box: Sendable { var state = FeatureState() }

private struct OuterState: Sendable {
    var always = FeatureState()
    var maybe: FeatureState?
    var rows: [Row] = []
    var boxed: FeatureState?
}

private typealias Inner = Feature<FeatureAction, FeatureState, Void>
private typealias Outer = Feature<OuterAction, OuterState, Void>
private let leaf = Feature<PartAction, Part, Void> { _, _ in }

private struct InnerLift {
    let kind: Int
    let absent: AbsentPart

    init(_ random: inout SeededGenerator) {
        kind = Int.random(in: 0..<5, using: &random)
        absent = Int.random(in: 0..<4, using: &random) == 0 ? .reachesParents : .refuses
    }

    var feature: Inner {
        switch kind {
        case 0: leaf.lift(case: FeatureAction.total, state: \.total)
        case 1: leaf.lift(.case(FeatureAction.maybe, optional: \.maybe, absent: absent))
        case 2:
            leaf.lift(.case(FeatureAction.screen, in: FeatureScreen.part, absent: absent))
                .lift(state: \.screen)
        case 3: leaf.lift(.case(FeatureAction.row, each: \.rows, absent: absent))
        default: leaf.lift(.case(FeatureAction.named, values: \.named, absent: absent))
        }
    }

    func answer(_ action: FeatureAction, _ state: FeatureState) -> Int {
        func answer(_ isThere: Bool) -> Int { isThere || absent == .reachesParents ? 2 : 1 }
        switch (kind, action) {
        case (1, .maybe): return answer(state.maybe != nil)
        case (2, .screen): return answer(state.screen != .empty)
        case (3, .row(let row)): return answer(state.rows.contains { $0.id == row.id })
        case (4, .named(let value)): return answer(state.named[value.id] != nil)
        default: return 0
        }
    }
}

private struct OuterLift {
    let kind: Int
    let absent: AbsentPart
    let isIndexed: Bool
    let form: Int
    let inner: [InnerLift]

    init(_ random: inout SeededGenerator) {
        kind = Int.random(in: 0..<4, using: &random)
        absent = Int.random(in: 0..<4, using: &random) == 0 ? .reachesParents : .refuses
        isIndexed = Int.random(in: 0..<4, using: &random) > 0
        form = Int.random(in: 0..<5, using: &random)
        inner = (0..<Int.random(in: 0...7, using: &random)).map { _ in InnerLift(&random) }
    }

    var feature: Outer {
        var inner = inner.reduce(Inner.identity) { $0 <> $1.feature }
        switch form {
        case 0: inner = inner.mapMiddleware { $0 }
        case 1: inner = inner.adding(IdentityMiddleware<FeatureAction, FeatureAction, FeatureState>())
        case 2:
            inner = inner.undoable(limit: 2, undo: { _ in false }, redo: { _ in false })
                .lift(state: \FeatureState.asUndoable)
        case 3: inner = inner.lift(dependencies: { $0 })
        default: break
        }
        switch kind {
        case 0:
            return inner.lift(
                case: OuterAction.path(isIndexed ? 0 : nil) { $0.always },
                state: \.always
            )
        case 1:
            return inner.lift(
                .case(OuterAction.path(isIndexed ? 1 : nil) { $0.maybe }, optional: \OuterState.maybe, absent: absent)
            )
        case 2:
            return inner.lift(state: \Row.state).lift(
                .case(OuterAction.path(isIndexed ? 2 : nil) { $0.row }, each: \OuterState.rows, absent: absent)
            )
        default:
            return inner.lift(state: \Box.state).lift(
                .case(
                    OuterAction.path(isIndexed ? 3 : nil) { $0.joined },
                    joined: JoinedPath<OuterState, Box>(Box(), .optionalPart(\.boxed, as: \.state)),
                    absent: absent
                )
            )
        }
    }

    /// Returns 0 for an action that isn't for this part, 1 if the part is gone, 2 if it is there, and
    /// 2 more if the answer is about a part of the part.
    func answer(_ action: OuterAction, _ state: OuterState) -> Int {
        func answer(_ local: FeatureAction, in state: FeatureState) -> Int {
            inner.map { $0.answer(local, state) }.max() ?? 0
        }
        func answer(_ local: FeatureAction, inPart state: FeatureState?) -> Int {
            guard let state else { return absent == .reachesParents ? 2 : 1 }
            return answer(local, in: state) + 2
        }
        switch (kind, action) {
        case (0, .always(let local)): return answer(local, in: state.always)
        case (1, .maybe(let local)): return answer(local, inPart: state.maybe)
        case (2, .row(let row)): return answer(row.action, inPart: state.rows.first { $0.id == row.id }?.state)
        case (3, .joined(let local)): return answer(local, inPart: state.boxed)
        default: return 0
        }
    }
}

extension FeatureState {
    fileprivate var asUndoable: Undoable<FeatureState> {
        get { Undoable(self) }
        set { self = newValue.present }
    }

    fileprivate static func any(_ random: inout SeededGenerator) -> FeatureState {
        FeatureState(
            maybe: Bool.random(using: &random) ? Part() : nil,
            screen: Bool.random(using: &random) ? .part(Part()) : .empty,
            rows: Bool.random(using: &random) ? [Part(id: 1)] : [],
            named: Bool.random(using: &random) ? ["a": Part()] : [:]
        )
    }
}

@Suite struct NestedRefusalTests {
    @Test(arguments: 0..<40 as Range<UInt64>) func nestedFeaturesRefuseWhatTheirLiftsDo(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let lifts = (0..<Int.random(in: 1...8, using: &random)).map { _ in OuterLift(&random) }
        let feature = lifts.reduce(Outer.identity) { $0 <> $1.feature }
        for _ in 0..<30 {
            let state = OuterState(
                always: .any(&random),
                maybe: Bool.random(using: &random) ? .any(&random) : nil,
                rows: Bool.random(using: &random) ? [Row(id: 1, state: .any(&random))] : [],
                boxed: Bool.random(using: &random) ? .any(&random) : nil
            )
            let local: FeatureAction =
                switch Int.random(in: 0..<6, using: &random) {
                case 0: .total(.add(1))
                case 1: .maybe(.add(1))
                case 2: .screen(.add(1))
                case 3: .row(ElementIDAction(id: 1, action: .add(1)))
                case 4: .named(ElementIDAction(id: "a", action: .add(1)))
                default: .show(true)
                }
            let action: OuterAction =
                switch Int.random(in: 0..<4, using: &random) {
                case 0: .always(local)
                case 1: .maybe(local)
                case 2: .row(ElementIDAction(id: 1, action: local))
                default: .joined(local)
                }
            // The answer about the innermost part decides; a part that is there for one lift is there.
            let answer = lifts.map { $0.answer(action, state) }.max() ?? 0
            let isRefused = !answer.isMultiple(of: 2)
            #expect(feature.refuses(action, in: state) == isRefused, "seed \(seed)")
            let reduced = Recorder<Int>()
            let store = Store(
                initialState: state,
                feature: Outer { _, _ in reduced.record(1) } <> feature,
                dependencies: ()
            )
            store.dispatch(action)
            #expect((reduced.events == []) == isRefused, "seed \(seed)")
        }
    }
}

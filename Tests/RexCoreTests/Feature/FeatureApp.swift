// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport

/// An app with a part of each kind.
///
/// Each part is a counter.
enum FeatureAction: Sendable, Equatable, CaseIndexed {
    case total(PartAction)
    case maybe(PartAction)
    case screen(PartAction)
    case row(ElementIDAction<Int, PartAction>)
    case named(ElementIDAction<String, PartAction>)
    case show(Bool)

    static var caseCount: Int { 6 }
    var caseIndex: Int {
        switch self {
        case .total: 0
        case .maybe: 1
        case .screen: 2
        case .row: 3
        case .named: 4
        case .show: 5
        }
    }

    static let total = CasePath<FeatureAction, PartAction>(
        extract: { if case .total(let action) = $0 { action } else { nil } },
        embed: FeatureAction.total,
        caseIndex: 0
    )
    static let maybe = CasePath<FeatureAction, PartAction>(
        extract: { if case .maybe(let action) = $0 { action } else { nil } },
        embed: FeatureAction.maybe,
        caseIndex: 1
    )
    static let screen = CasePath<FeatureAction, PartAction>(
        extract: { if case .screen(let action) = $0 { action } else { nil } },
        embed: FeatureAction.screen,
        caseIndex: 2
    )
    static let row = CasePath<FeatureAction, ElementIDAction<Int, PartAction>>(
        extract: { if case .row(let action) = $0 { action } else { nil } },
        embed: FeatureAction.row,
        caseIndex: 3
    )
    static let named = CasePath<FeatureAction, ElementIDAction<String, PartAction>>(
        extract: { if case .named(let action) = $0 { action } else { nil } },
        embed: FeatureAction.named,
        caseIndex: 4
    )
}

enum PartAction: Sendable, Equatable {
    case add(Int)
    case added(Int)
}

struct Part: Sendable, Equatable, Identifiable {
    var id = 0
    var count = 0
    /// The actions that the middleware has sent, with the state at that time.
    var answers: [Int] = []
}

enum FeatureScreen: Sendable, Equatable {
    case part(Part)
    case empty

    static let part = CasePath<FeatureScreen, Part>(
        extract: { if case .part(let part) = $0 { part } else { nil } },
        embed: FeatureScreen.part
    )
}

struct FeatureState: Sendable, Equatable {
    var total = Part()
    var maybe: Part?
    var screen = FeatureScreen.empty
    var rows: [Part] = []
    var named: [String: Part] = [:]
    var other: [Part] = []
}

struct FeatureWorld: Sendable {
    var factor = 1
}

/// Answers each addition with the new count times a factor.
struct Answerer: MiddlewareProtocol, Sendable {
    let factor: Int
    var handled = Recorder<Int>()

    func handle(
        action: PartAction,
        from dispatcher: ActionSource,
        state: @escaping GetState<Part>
    ) -> IO<PartAction> {
        guard case .add(let summand) = action else { return .pure() }
        handled.record(summand)
        return IO { [factor] output in output.dispatch(.added(factor * state().count), from: dispatcher) }
    }
}

/// Returns a counter whose middleware answers with the count times the dependency.
func part(handled: Recorder<Int> = Recorder()) -> Feature<PartAction, Part, Int> {
    Feature { action, part in
        switch action {
        case .add(let summand): part.count += summand
        case .added(let count): part.answers.append(count)
        }
    }
    .adding(MiddlewareReader { factor in Answerer(factor: factor, handled: handled) })
}

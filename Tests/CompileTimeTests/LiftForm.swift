// SPDX-License-Identifier: MIT

/// A form of a lift.
enum LiftForm: String, Sendable, CaseIterable {
    case reducer, middleware, reader
    case state, optional, enumCase, enumProperty, elements, dictionary, joined
    case presented, presentedWithResult, presentedWithStateResult, presentedWithTwoEndings, stack, stackWithEndings

    /// The lift of `part#`, with explicit roots.
    ///
    /// `#` is the number of the part.
    var spelling: String {
        switch self {
        case .reducer: #"part#.lift(action: \AppAction.part#, state: \AppState.part#)"#
        case .middleware:
            #"part#.lift(inputAction: \AppAction.part#, outputAction: AppAction.part#, state: \AppState.part#)"#
        case .reader:
            """
            part#.lift(inputAction: \\AppAction.part#, outputAction: AppAction.part#, state: \\AppState.part#, \
            dependencies: \\World.dependency#)
            """
        case .state:
            #"part#.lift(case: AppAction.prisms.part#, state: \AppState.part#, dependencies: \World.dependency#)"#
        case .optional: feature(#"optional: \AppState.part#"#)
        case .enumCase: feature("in: AppState.prisms.part#")
        case .enumProperty: feature(#"in: Screen#.prisms.open, of: \AppState.part#"#)
        case .elements: feature(#"each: \AppState.part#"#)
        case .dictionary: feature(#"values: \AppState.part#"#)
        case .joined:
            feature(
                """
                joined: JoinedPath(Parts(), .part(\\AppState.part#, as: \\Parts.first), \
                .part(\\AppState.other#, as: \\Parts.second))
                """
            )
        case .presented: feature(#"presented: \AppState.part#"#)
        case .presentedWithResult:
            feature(#"presented: \AppState.part#, ends: .when(\Action#.done, sending: AppAction.result#)"#)
        case .presentedWithStateResult:
            feature(#"presented: \AppState.part#, ends: .when(\Action#.isCancelled, state: { .result#($0) })"#)
        case .presentedWithTwoEndings:
            feature(
                """
                presented: \\AppState.part#, \
                ends: .when(\\Action#.done, sending: AppAction.result#), .when(\\Action#.isCancelled)
                """
            )
        case .stack: feature(#"stack: \AppState.part#"#)
        case .stackWithEndings:
            feature(
                """
                stack: \\AppState.part#, \
                ends: .when(\\Action#.done, sending: AppAction.result#), .when(\\Action#.isCancelled)
                """
            )
        }
    }

    private func feature(_ arguments: String) -> String {
        "part#.lift(.case(AppAction.prisms.part#, \(arguments)), dependencies: \\World.dependency#)"
    }

    /// The declaration of `part#`.
    var part: String {
        switch self {
        case .reducer: "let part# = Reducer<Action#, Int>.reduce { _, state in state += 1 }"
        case .middleware: "let part# = Part<Action#>()"
        case .reader: "let part# = MiddlewareReader<Int, Part<Action#>> { _ in Part() }"
        case .elements: "let part# = Feature<Action#, Row, Int> { _, row in row.value += 1 }"
        case .joined: "let part# = Feature<Action#, Parts, Int> { _, parts in parts.first += 1 }"
        case .state, .optional, .enumCase, .enumProperty, .dictionary, .presented, .presentedWithResult,
            .presentedWithStateResult, .presentedWithTwoEndings, .stack, .stackWithEndings:
            "let part# = Feature<Action#, Int, Int> { _, state in state += 1 }"
        }
    }

    /// The properties of `AppState` for `part#`, or the cases if it is an enum.
    var state: String {
        switch self {
        case .reducer, .middleware, .reader, .state: "var part# = 0"
        case .optional: "var part#: Int? = nil"
        case .enumCase: "case part#(Int)"
        case .enumProperty: "var part# = Screen#.closed"
        case .elements: "var part#: [Row] = []"
        case .dictionary: "var part#: [Int: Int] = [:]"
        case .joined: "var part# = 0, other# = 0"
        case .presented, .presentedWithResult, .presentedWithStateResult, .presentedWithTwoEndings:
            "var part# = Presented<Int>()"
        case .stack, .stackWithEndings: "var part# = PresentationStack<Int>()"
        }
    }

    /// The payload of the case of `AppAction` for `part#`.
    var payload: String {
        switch self {
        case .reducer, .middleware, .reader, .state, .optional, .enumCase, .enumProperty, .joined: "Action#"
        case .elements, .dictionary: "ElementIDAction<Int, Action#>"
        case .presented, .presentedWithResult, .presentedWithStateResult, .presentedWithTwoEndings, .stack,
            .stackWithEndings:
            "PresentationAction<Action#>"
        }
    }

    /// The type of the composition.
    var type: String {
        switch self {
        case .reducer: "Reducer<AppAction, AppState>"
        case .middleware: "ComposedMiddleware<AppAction, AppAction, AppState>"
        case .reader: "MiddlewareReader<World, ComposedMiddleware<AppAction, AppAction, AppState>>"
        case .state, .optional, .enumCase, .enumProperty, .elements, .dictionary, .joined, .presented,
            .presentedWithResult, .presentedWithStateResult, .presentedWithTwoEndings, .stack, .stackWithEndings:
            "Feature<AppAction, AppState, World>"
        }
    }
}

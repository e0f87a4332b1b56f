// SPDX-License-Identifier: MIT

import RexCore

/// A function from the actions of a child to those of the model around it, comparable as far as
/// functions are.
///
/// Functions have no `==`, but those with equal bytes are the same code with the same captured
/// values. Most often that is seen of the expression that makes the function: while it captures
/// nothing, it is the same each time it is reached, where the function that it makes may be in
/// other memory each time.
struct Embedding<ChildAction, Action> {
    let embed: @Sendable (ChildAction) -> Action
    private let expression: FunctionBytes?
    private let function: FunctionBytes?
    /// The owner of the bytes, so that nothing else gets to its address.
    private let kept: Any?

    /// - Parameter expression: makes the function, and stands in the code that asked for the child.
    init(of expression: @escaping () -> @Sendable (ChildAction) -> Action) {
        let place = Expression(value: expression)
        self.init(expression(), FunctionBytes(of: place), keeping: place)
    }

    /// - Parameter function: kept by somebody, such as a case path.
    init(_ function: @escaping @Sendable (ChildAction) -> Action) {
        self.init(function, nil, keeping: nil)
    }

    private init(
        _ function: @escaping @Sendable (ChildAction) -> Action,
        _ expression: FunctionBytes?,
        keeping kept: Any?
    ) {
        embed = function
        self.expression = expression
        self.function = FunctionBytes(of: Function(call: function))
        self.kept = kept
    }

    /// Returns whether both are known to do the same.
    func isSame(as other: Embedding) -> Bool {
        function == other.function || expression != nil && expression == other.expression
    }

    // Structs, since a function that is passed as a value of a generic type is wrapped anew.
    private struct Expression {
        let value: () -> @Sendable (ChildAction) -> Action
    }

    private struct Function {
        let call: @Sendable (ChildAction) -> Action
    }
}

extension Embedding where ChildAction == Action {
    /// Leaves actions as they are.
    init() {
        embed = { $0 }
        expression = nil
        function = nil
        kept = nil
    }
}

extension Embedding {
    /// Makes the embedding of actions of elements, whose function is another type for the compiler.
    init<ID, ElementAction>(
        ofElements expression: @escaping () -> @Sendable (ElementIDAction<ID, ElementAction>) -> Action
    ) where ChildAction == ElementIDAction<ID, ElementAction> {
        let place = ElementsExpression(value: expression)
        self.init(expression(), FunctionBytes(of: place), keeping: place)
    }
}

private struct ElementsExpression<ID: Hashable, ElementAction, Action> {
    let value: () -> @Sendable (ElementIDAction<ID, ElementAction>) -> Action
}

/// A function as it is in memory: its code, and where it has what it captured.
private struct FunctionBytes: Equatable {
    private var code: UInt = 0
    private var captured: UInt = 0

    /// - Parameter place: has the function, and nothing else.
    init<Place>(of place: Place) {
        unsafe withUnsafeMutableBytes(of: &self) { own in
            unsafe withUnsafeBytes(of: place) { unsafe own.copyMemory(from: $0) }
        }
    }
}

@available(*, unavailable)
extension Embedding: Sendable {}

// SPDX-License-Identifier: MIT

import RexCore
import RexNavigation

/// A function that maps the actions of a child to actions of its parent model.
///
/// In some cases, two such functions can be compared.
///
/// Functions have no `==`, but two functions with equal bytes have the same code and the same
/// captured values. Usually the expression that makes the function is compared: if it captures
/// nothing, it has the same bytes at each call, while the function that it makes may be at another
/// address each time.
struct Embedding<ChildAction, Action> {
    let embed: @Sendable (ChildAction) -> Action
    private let expression: FunctionBytes?
    private let function: FunctionBytes?
    /// Keeps the memory of the function alive, so that its address isn't reused.
    private let kept: Any?

    /// - Parameter expression: Makes the function. It is an expression at the call that requests
    ///   the child.
    init(of expression: @escaping () -> @Sendable (ChildAction) -> Action) {
        let storage = Expression(value: expression)
        self.init(expression(), FunctionBytes(of: storage), keeping: storage)
    }

    private init(
        _ function: @escaping @Sendable (ChildAction) -> Action,
        _ expression: FunctionBytes,
        keeping kept: Any
    ) {
        embed = function
        self.expression = expression
        self.function = FunctionBytes(of: Function(call: function))
        self.kept = kept
    }

    /// Returns whether both functions are known to be the same.
    func isSame(as other: Embedding) -> Bool {
        function == other.function || expression != nil && expression == other.expression
    }

    // Structs, since a function that is passed as a generic value would be wrapped in a new
    // function.
    private struct Expression {
        let value: () -> @Sendable (ChildAction) -> Action
    }

    private struct Function {
        let call: @Sendable (ChildAction) -> Action
    }
}

extension Embedding where ChildAction == Action {
    /// Makes the identity, which leaves actions unchanged.
    init() {
        embed = { $0 }
        expression = nil
        function = nil
        kept = nil
    }
}

extension Embedding {
    /// Makes the embedding of actions of elements, whose function has a different type.
    init<ID, ElementAction>(
        ofElements expression: @escaping () -> @Sendable (ElementIDAction<ID, ElementAction>) -> Action
    ) where ChildAction == ElementIDAction<ID, ElementAction> {
        let storage = ElementsExpression(value: expression)
        self.init(expression(), FunctionBytes(of: storage), keeping: storage)
    }
}

extension Embedding {
    /// Makes the embedding of actions of presentations, whose function has a different type.
    init<PresentedAction>(
        ofPresentations expression: @escaping () -> @Sendable (PresentationAction<PresentedAction>) -> Action
    ) where ChildAction == PresentationAction<PresentedAction> {
        let storage = PresentationsExpression(value: expression)
        self.init(expression(), FunctionBytes(of: storage), keeping: storage)
    }
}

private struct PresentationsExpression<PresentedAction, Action> {
    let value: () -> @Sendable (PresentationAction<PresentedAction>) -> Action
}

private struct ElementsExpression<ID: Hashable, ElementAction, Action> {
    let value: () -> @Sendable (ElementIDAction<ID, ElementAction>) -> Action
}

/// The memory representation of a function: pointers to its code and to its captured values.
private struct FunctionBytes: Equatable {
    private var code: UInt = 0
    private var captured: UInt = 0

    /// - Parameter storage: A struct that contains only the function.
    init<Storage>(of storage: Storage) {
        unsafe withUnsafeMutableBytes(of: &self) { own in
            unsafe withUnsafeBytes(of: storage) { unsafe own.copyMemory(from: $0) }
        }
    }
}

@available(*, unavailable)
extension Embedding: Sendable {}

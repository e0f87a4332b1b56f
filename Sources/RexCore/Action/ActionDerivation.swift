// SPDX-License-Identifier: MIT

/// Describes how an action was derived from another one: a step in its source's trail.
///
/// A middleware that turns actions into others adds a derivation to the source of the new action,
/// with ``IO/send(_:from:derivedBy:)`` or ``ActionSource/derived(by:)``. A derivation holds the
/// values that its text is made from, so the text is created only when the trail is read.
///
/// ```swift
/// struct Rounding: ActionDerivation {
///     let price: Double
///     var step: ActionSource.Step { .here(kind: "rounding", text: "Rounded from \(price)") }
/// }
/// ```
public protocol ActionDerivation: Sendable {
    /// The step. It is created each time that a trail is read.
    var step: ActionSource.Step { get }

    /// The step with ``ActionSource/Step/placeholder`` in place of the action that it answers, or nil
    /// if it answers none.
    ///
    /// It is the same each time. A recorder knows the answered action, and writing it again would
    /// take longer than the rest of the step. The default is nil.
    var template: ActionSource.Step? { get }

    /// Returns the step for readers who must not see all values. Actions in its text are written by
    /// `write`.
    ///
    /// By default, the text is only the kind and the location of the step, and the key is hidden.
    ///
    /// - Parameter write: Returns the text of an action without private values, or `…` for an
    ///   unknown type.
    func step(writing write: (Any) -> String) -> ActionSource.Step
}

extension ActionDerivation {
    /// Nil: the step answers no action.
    public var template: ActionSource.Step? { nil }

    /// Returns the step without its text and its key, since both may contain private values.
    public func step(writing write: (Any) -> String) -> ActionSource.Step { step.withoutValues }
}

/// A step is a derivation that is always the same, such as one from a recording.
extension ActionSource.Step: ActionDerivation {
    /// The step itself.
    public var step: ActionSource.Step { self }
}

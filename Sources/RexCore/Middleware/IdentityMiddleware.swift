// SPDX-License-Identifier: MIT

/// A middleware that does nothing.
///
/// Compositions leave it out.
public struct IdentityMiddleware<InputActionType, OutputActionType, StateType>: MiddlewareProtocol, Hashable, Sendable {
    /// Creates a middleware that does nothing.
    @inlinable public init() {}

    /// Does nothing.
    @inlinable public func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        .pure()
    }

    /// No entries.
    public var mapEntries: [FeatureMap] { [] }

    /// The empty composition.
    @inlinable public var composition: ComposedMiddleware<InputActionType, OutputActionType, StateType> { .identity }
}

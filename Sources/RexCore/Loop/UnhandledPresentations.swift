// SPDX-License-Identifier: MIT

#if DEBUG
/// Finds actions for presentations to which nothing in this process is lifted, in debug builds.
///
/// A store can't tell what its reducers are lifted to. So the lifts of all stores count, which finds
/// less and accuses nobody wrongly.
@usableFromInline package enum UnhandledPresentations: Sendable {
    static let areSearched = Lock(false)
    private static let lifted = Lock<Set<ObjectIdentifier>>([])
    private static let depthLimit = 16

    /// Begins to search, in all stores; called where a container of presentations is made.
    @usableFromInline package static let search: Void = areSearched.withLock { $0 = true }

    /// Notes that something is lifted to the presentations of this type of action.
    @usableFromInline package static func noteLift(of type: Any.Type) {
        lifted.withLock { _ = $0.insert(ObjectIdentifier(type)) }
    }

    /// Returns the type of the outermost presentation that an action is for and that nothing is lifted to.
    static func find(in action: Any) -> Any.Type? {
        guard areSearched.withLock(\.self) else { return nil }
        var next: Any? = action
        for _ in 0..<depthLimit {
            guard let value = next else { return nil }
            if let presentation = value as? any PresentationAddressing {
                let type = type(of: presentation)
                guard lifted.withLock({ $0.contains(ObjectIdentifier(type)) }) else { return type }
                next = presentation.actionForPresentation
            } else {
                next = (value as? any AddressedAction)?.addressed ?? payload(of: value)
            }
        }
        return nil
    }

    /// Returns the action that the payload of a case is or contains, or nil.
    private static func payload(of value: Any) -> Any? {
        guard !(value is any CustomReflectable), case let mirror = Mirror(reflecting: value),
            mirror.displayStyle == .enum || mirror.displayStyle == .optional,
            let payload = mirror.children.first?.value
        else { return nil }
        guard !(payload is any CustomReflectable), case let parts = Mirror(reflecting: payload),
            parts.displayStyle == .tuple
        else { return payload }
        let children = Array(parts.children)
        let action =
            children.first { $0.value is any PresentationAddressing } ?? children.first { $0.label == "action" }
            ?? children.last
        return action?.value
    }
}
#endif

// SPDX-License-Identifier: MIT

#if DEBUG
/// Finds actions for presentations to which no feature of their store is lifted, in debug builds.
@usableFromInline package enum UnhandledPresentations: Sendable {
    static let areSearched = Lock(false)

    /// Begins to search, in all stores; called where a container of presentations is made.
    @usableFromInline package static let search: Void = areSearched.withLock { $0 = true }

    /// Returns the types of the presentations that an action is for, outermost first.
    static func types(in action: Any) -> [Any.Type] {
        guard areSearched.withLock(\.self) else { return [] }
        var found: [Any.Type] = []
        var next: Any? = action
        while let value = next {
            if let presentation = value as? any PresentationAddressing {
                found.append(type(of: value))
                next = presentation.actionForPresentation
            } else {
                next = (value as? any AddressedAction)?.addressed ?? payload(of: value)
            }
        }
        return found
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

// SPDX-License-Identifier: MIT

#if DEBUG
/// Finds what an action needs and no feature of the store handles, in debug builds: a run that the
/// reducer has begun, and a presentation that the action is for.
///
/// There is one for each action, but none until the process has a request or a presentation.
@usableFromInline package final class UnhandledCheck: Sendable {
    private struct Contents {
        /// Each returns the text about a run that is still unhandled.
        var runs: [@Sendable () -> String?] = []
        /// The presentations that the action is for, outermost first.
        var presentations: [(key: String, type: String)] = []
        var hasAbsentPart = false
    }

    /// The check of the action that this thread reduces, or whose presence it looks up.
    @TaskLocal private static var current: UnhandledCheck?
    /// Whether the process has a request or a presentation.
    @usableFromInline static let isUsed = Lock(false)
    private let contents = Lock(Contents())

    /// Begins with the checks of all stores; called where requests and presentations are made.
    @usableFromInline package static let begin: Void = isUsed.withLock { $0 = true }

    /// Returns the check of an action, or nil while nothing is checked.
    @usableFromInline static func make(for action: Any) -> UnhandledCheck? {
        guard isUsed.withLock({ $0 }) else { return nil }
        let check = UnhandledCheck()
        let presentations = presentations(in: action)
        check.contents.withLock { $0.presentations = presentations }
        return check
    }

    /// Calls `body`, whose notes are for this check.
    @usableFromInline static func collect<Result>(in check: UnhandledCheck?, _ body: () -> Result) -> Result {
        check == nil ? body() : $current.withValue(check, operation: body)
    }

    /// Notes that the reducer has begun a run.
    ///
    /// - Parameter unhandled: Returns the text about the run if it is still in the state, and no
    ///   feature has seen it. Called at the end of the action.
    package static func noteRun(_ unhandled: @escaping @Sendable () -> String?) {
        current?.contents.withLock { $0.runs.append(unhandled) }
    }

    /// Notes that the lifts inside a part are unknown, since the part is absent.
    @usableFromInline static func noteAbsentPart() { current?.contents.withLock { $0.hasAbsentPart = true } }

    /// Notes that a lift knows the presentation of an action, if the payload of its case is for one.
    @usableFromInline package static func noteLift(of payload: Any) {
        guard let current, let action = payload as? any PresentationAddressing else { return }
        let key = key(of: action)
        current.contents.withLock { contents in contents.presentations.removeAll { $0.key == key } }
    }

    /// The texts about unhandled runs.
    var runs: [String] { contents.withLock(\.runs).compactMap { $0() } }

    /// The text about the outermost presentation that no lift knows; empty if there is none.
    var presentations: [String] {
        contents.withLock { contents in
            guard !contents.hasAbsentPart else { return [] }
            return contents.presentations.prefix(1).map { missing in
                """
                No feature of this store is lifted to the presentation of a \(missing.type), so its feature does nothing \
                and no action ends it. Lift it with .case(…, presented: …) or .case(…, stack: …), or add Feature.dialog \
                for a Dialog.
                """
            }
        }
    }

    private static func key(of action: any PresentationAddressing) -> String {
        "\(ObjectIdentifier(type(of: action))) \(action.presentationText)"
    }

    /// Returns the presentations that an action is for, outermost first.
    ///
    /// An action that contains an action of its own type has it for later.
    private static func presentations(in action: Any) -> [(key: String, type: String)] {
        var found: [(key: String, type: String)] = []
        var types: Set<ObjectIdentifier> = []
        var next: Any? = action
        while let value = next, types.insert(ObjectIdentifier(type(of: value))).inserted {
            if let address = value as? any PresentationAddressing {
                found.append((key(of: address), "\(type(of: value))"))
                next = address.actionForPresentation
            } else {
                next = payload(of: value)
            }
        }
        return found
    }

    /// Returns the action in the payload of a case or in an ``ElementIDAction``, or nil.
    private static func payload(of value: Any) -> Any? {
        var parts = Mirror(reflecting: value)
        if parts.displayStyle == .enum, let payload = parts.children.first?.value {
            parts = Mirror(reflecting: payload)
            guard parts.displayStyle == .tuple else { return payload }
        }
        return parts.children.first { $0.label == "action" }?.value
            ?? (parts.displayStyle == .tuple ? Array(parts.children).last?.value : nil)
    }
}
#endif

// SPDX-License-Identifier: MIT

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TestStore {
    /// Checks a condition of the state now and after each action, until the end of the test.
    ///
    /// ```swift
    /// test.invariant("no row twice") { state in Set(state.rows.map(\.id)).count == state.rows.count }
    /// ```
    ///
    /// The condition is checked right after each action was reduced, with any ``TestChecks``, also
    /// if other actions follow at once. If it is false, the test fails at the line of this call,
    /// with the action, its changes and its causes. Then the test continues without this check. In
    /// an exploration the condition is checked in every schedule. This call takes no steps.
    ///
    /// - Parameters:
    ///   - text: A description of the condition, for the failure.
    ///   - holds: Returns whether the condition is true. It must not use the store.
    /// - Complexity: One call of `holds` for each action.
    public func invariant(
        _ text: String,
        _ holds: @escaping @Sendable (StateType) -> Bool,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let state = currentState
        guard holds(state) else {
            return fail(
                "invariant: \(text)\n  The condition is false at first:\n\(lines(state))",
                at: location
            )
        }
        log.add(Invariant(text: text, location: location, holds: holds))
    }
}

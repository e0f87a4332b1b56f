// SPDX-License-Identifier: MIT

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TestStore {
    /// Checks a condition of the state now and after each action, until the end of the test.
    ///
    /// ```swift
    /// test.invariant("no row twice") { state in Set(state.rows.map(\.id)).count == state.rows.count }
    /// ```
    ///
    /// The condition is checked right after each action was reduced, with any ``TestChecks``, also if
    /// other actions follow at once. If it does not hold, the test fails at the line of this call, with
    /// the action, its changes and its causes. Then the test continues without this check. In an
    /// exploration the condition is checked in every schedule.
    ///
    /// - Parameters:
    ///   - text: The condition in words, for the failure.
    ///   - holds: Returns whether the condition holds. It must not use the store.
    /// - Complexity: For each action a call of `holds`.
    public func invariant(
        _ text: String,
        _ holds: @escaping @Sendable (StateType) -> Bool,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let state = state
        guard holds(state) else {
            return fail("invariant: \(text)\n  This does not hold at first: \(RexTesting.text(state))", at: place)
        }
        log.add(Invariant(text: text, place: place, holds: holds))
    }
}

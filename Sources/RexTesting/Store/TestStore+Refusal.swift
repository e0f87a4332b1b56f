// SPDX-License-Identifier: MIT

public import RexCore

// Actions for parts of the state that are gone.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TestStore {
    /// The actions that the store has refused, with their sources, since the part of the state that
    /// they were for was gone.
    ///
    /// A refused action that the app has sent itself is no failure, and is not received.
    public var refused: [DispatchedAction<ActionType>] {
        drain(at: location)
        return log.refused
    }

    /// Dispatches an action that the store must refuse, since the part of the state that it is for
    /// is gone.
    ///
    /// Fails the test if the store processes the action. A refused action changes nothing.
    ///
    /// ```swift
    /// test.send(.closeDetail) { $0.detail = nil }
    /// test.sendLate(.detail(.save))
    /// ```
    ///
    /// - Parameter action: The action. Its source is the location of this call.
    public func sendLate(
        _ action: ActionType,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        function: String = #function
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        guard let store = begin("sendLate(\(code(action)))", at: location) else { return }
        _ = dispatch(action, to: store, at: location, in: function)
        if log.refusalOfSentAction == nil {
            fail(
                "sendLate(\(code(action))): The store did not refuse the action. The part of the state is there, or no lift of this store refuses it.",
                at: location
            )
        }
        drainOrPostpone(at: location)
    }

    /// Dispatches an action that the store may refuse, since the part of the state that it is for
    /// may be gone.
    ///
    /// If the store refuses it, nothing is compared, and ``refused`` contains it. Otherwise this is
    /// ``send(_:_:fileID:filePath:line:column:function:)``. In an exploration, only some of the
    /// schedules may be too late for an action:
    ///
    /// ```swift
    /// test.send(.editor(.presented(1, .save)))
    /// let isSwiped = test.sendIfPresent(.editor(.dismissed(1))) { $0.editor.dismiss() }
    /// ```
    ///
    /// - Parameters:
    ///   - action: The action. Its source is the location of this call.
    ///   - changes: Changes the state before the action into the state after it, if the store
    ///     processes the action.
    /// - Returns: Whether the store has not refused the action.
    @discardableResult
    public func sendIfPresent(
        _ action: ActionType,
        _ changes: (inout StateType) -> Void,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        function: String = #function
    ) -> Bool {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return sendIfPresent(action, changes, isGiven: true, at: location, in: function)
    }

    /// Dispatches an action that the store may refuse, and that must not change the state.
    ///
    /// - Returns: Whether the store has not refused the action.
    @discardableResult
    public func sendIfPresent(
        _ action: ActionType,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        function: String = #function
    ) -> Bool {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return sendIfPresent(action, { _ in }, isGiven: false, at: location, in: function)
    }

    private func sendIfPresent(
        _ action: ActionType,
        _ changes: (inout StateType) -> Void,
        isGiven: Bool,
        at location: CallSite,
        in function: String
    ) -> Bool {
        var isRefused = false
        send(action, as: "sendIfPresent", changes, isGiven: isGiven, at: location, in: function) { _ in
            isRefused = true
        }
        return !isRefused
    }
}

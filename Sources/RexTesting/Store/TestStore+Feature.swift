// SPDX-License-Identifier: MIT

public import RexCore

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TestStore {
    /// Makes a test store of a feature.
    ///
    /// ```swift
    /// let test = TestStore(initialState: SearchState(), feature: search, dependencies: SearchAPI.stub)
    /// ```
    ///
    /// - Parameters:
    ///   - initialState: The first state.
    ///   - feature: The reducer and the middleware.
    ///   - dependencies: The dependencies of the feature's middleware.
    ///   - checks: The facts that the test has to state.
    ///   - schedule: The order of ready steps.
    public convenience init<Dependencies>(
        initialState: StateType,
        feature: Feature<ActionType, StateType, Dependencies>,
        dependencies: sending Dependencies,
        checks: TestChecks = .everything,
        schedule: Schedule = .inOrder,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        self.init(initialState, TestWorld(schedule: schedule), checks, location)
        start(feature, dependencies)
    }

    /// Makes a test store of a feature in an existing world.
    ///
    /// - Parameter world: The time, the tasks and the schedule. Other stores may share it.
    public convenience init<Dependencies>(
        initialState: StateType,
        feature: Feature<ActionType, StateType, Dependencies>,
        dependencies: sending Dependencies,
        checks: TestChecks = .everything,
        in world: TestWorld,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        self.init(initialState, world, checks, location)
        start(feature, dependencies)
    }
}

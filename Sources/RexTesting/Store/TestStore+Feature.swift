// SPDX-License-Identifier: MIT

public import RexCore

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TestStore {
    /// Makes a store of a feature for a test.
    ///
    /// ```swift
    /// let test = TestStore(initialState: SearchState(), feature: search, dependencies: SearchAPI.stub)
    /// ```
    ///
    /// - Parameters:
    ///   - initialState: the first state.
    ///   - feature: the reducer and the middleware.
    ///   - dependencies: what the middleware of the feature is made with.
    ///   - checks: how much the test has to say.
    ///   - schedule: in which order steps are taken that are ready at the same moment.
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
        self.init(
            initialState: initialState,
            reducer: feature.reducer,
            middleware: feature.middleware(dependencies),
            checks: checks,
            schedule: schedule,
            fileID: fileID,
            filePath: filePath,
            line: line,
            column: column
        )
    }

    /// Makes a store of a feature for a test, in a world that is there already.
    ///
    /// - Parameter world: the time, the tasks and the schedule, which it may share with other
    ///   stores.
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
        self.init(
            initialState: initialState,
            reducer: feature.reducer,
            middleware: feature.middleware(dependencies),
            checks: checks,
            in: world,
            fileID: fileID,
            filePath: filePath,
            line: line,
            column: column
        )
    }

    /// Makes a store of a feature for a test, whose dependencies have the time of the test.
    ///
    /// - Parameter dependencies: makes the dependencies, with the clock and the scheduler that the
    ///   test moves.
    public convenience init<Dependencies>(
        initialState: StateType,
        feature: Feature<ActionType, StateType, Dependencies>,
        dependencies: (TestEnvironment) -> sending Dependencies,
        checks: TestChecks = .everything,
        schedule: Schedule = .inOrder,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        self.init(
            initialState: initialState,
            reducer: feature.reducer,
            middleware: { feature.middleware(dependencies($0)) },
            checks: checks,
            schedule: schedule,
            fileID: fileID,
            filePath: filePath,
            line: line,
            column: column
        )
    }
}

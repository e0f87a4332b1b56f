// SPDX-License-Identifier: MIT

public import RexCore

/// A store whose time and tasks a test controls, and whose actions and state changes the test
/// describes.
///
/// ```swift
/// let test = TestStore(initialState: 0, reducer: counter, middleware: reminder)
/// test.send(.increment) { $0 = 1 }
/// test.advance(by: .seconds(60))
/// test.receive(.reminded)
/// test.finish()
/// ```
///
/// It is a `Store` with the app's reducer and middlewares. Its environment has a ``TestClock``. Its
/// tasks only run during a call of the test store, on the thread of that call. So nothing happens
/// between two calls, and a test does the same each time it runs. `Task.detached`, a `Task { }` in
/// a task, the main actor and real input and output are outside of this control:
/// ``settle(within:isolation:fileID:filePath:line:column:)`` waits for the runs that use them.
///
/// A wrong description fails the test, in swift-testing or XCTest, at the line of the call. The
/// test continues. Without both libraries the process traps with the failure's text.
///
/// Use a test store in one test only, and make one call at a time. If a test reaches the app in
/// another way, for example through a scripted source, the next call processes the result.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class TestStore<ActionType: Sendable, StateType: Sendable> {
    /// Keeps the world from ending.
    private let handle: TestWorld
    let world: WorldCore
    /// The number of the store in its world.
    let number: Int
    let log: ActionLog<ActionType, StateType>
    let checks: TestChecks
    /// Where the test store was made.
    let location: CallSite
    private let initialState: StateType
    private let environment: StoreEnvironment
    /// The store.
    ///
    /// Nil after ``kill(fileID:filePath:line:column:)``, and while the test store is released.
    private(set) var store: Store<ActionType, StateType>?
    /// The state of the killed store.
    private var lastState: StateType?
    var hasFinished = false
    var hasFailed = false
    /// The closures for changes, each once.
    var closures: [ChangesClosure] = []

    /// Makes a test store in a world of its own.
    ///
    /// - Parameters:
    ///   - initialState: The first state.
    ///   - reducer: Computes each next state.
    ///   - middleware: Does everything else. The store takes ownership of it.
    ///   - checks: The facts that the test has to state.
    ///   - schedule: The order of ready steps.
    public convenience init(
        initialState: StateType,
        reducer: Reducer<ActionType, StateType>,
        middleware: sending some MiddlewareProtocol<ActionType, ActionType, StateType>,
        checks: TestChecks = .everything,
        schedule: Schedule = .inOrder,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        self.init(initialState, TestWorld(schedule: schedule), checks, location)
        start(reducer, middleware)
    }

    /// Makes a test store in an existing world.
    ///
    /// A dependency that needs the time of the test takes the world's ``TestWorld/clock``, or
    /// its `scheduler` of `PublisherTesting`.
    ///
    /// - Parameter world: The time, the tasks and the schedule. Other stores may share it.
    public convenience init(
        initialState: StateType,
        reducer: Reducer<ActionType, StateType>,
        middleware: sending some MiddlewareProtocol<ActionType, ActionType, StateType>,
        checks: TestChecks = .everything,
        in world: TestWorld,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        self.init(initialState, world, checks, location)
        start(reducer, middleware)
    }

    /// Prepares everything but the store; call one of the `start` methods next.
    init(_ initialState: StateType, _ world: TestWorld, _ checks: TestChecks, _ location: CallSite) {
        handle = world
        let (random, world) = (world.random, world.core)
        let number = world.newStore()
        (self.world, self.number) = (world, number)
        self.checks = checks
        self.location = location
        log = ActionLog<ActionType, StateType>(world, of: number)
        environment = StoreEnvironment(clock: TestClock(world), random: random) { source, operation in
            RunExecutor.startTask(in: world, of: number, from: source, operation)
        }
        .crashing { world.isKilled(number) }
        self.initialState = initialState
    }

    private func start(
        _ reducer: Reducer<ActionType, StateType>,
        _ middleware: sending some MiddlewareProtocol<ActionType, ActionType, StateType>
    ) {
        var composed = log.composition
        composed.append(middleware: middleware)
        // A closure cannot capture a `sending` parameter, so `drive` is not used here.
        let last = world.beginSending()
        store = Store(
            initialState: initialState,
            reducer: reducer,
            middleware: composed,
            executor: world.executor(of: number),
            environment: environment
        )
        world.endSending(last)
        drainOrPostpone(at: location)
    }

    /// Makes the store from a feature, so that it refuses actions for parts of the state that are
    /// gone.
    func start<Dependencies>(
        _ feature: Feature<ActionType, StateType, Dependencies>,
        _ dependencies: sending Dependencies
    ) {
        let last = world.beginSending()
        store = Store(
            initialState: initialState,
            feature: Feature(middleware: { [log] _ in log }) <> feature,
            dependencies: dependencies,
            executor: world.executor(of: number),
            environment: environment
        )
        world.endSending(last)
        drainOrPostpone(at: location)
    }

    deinit {
        if !hasFinished, !hasFailed, !log.hasFailed, checks == .everything {
            let left = leftovers()
            let end = left.isEmpty ? "Nothing is pending. Call finish() at the end of the test." : left
            fail("The test store was released without a call of finish().\n\(end)", at: location, isWeak: true)
        }
        world.drive { store = nil }
        _ = world.drain()
    }

    /// Drops the store as a crash of the app would: nothing of it continues, not even the cleanup
    /// of a cancelled task.
    ///
    /// Then the test store keeps its state, and has nothing left to receive or to finish. Any call
    /// that sends, receives or advances time fails the test. To restart the app, make another test
    /// store in the same ``TestWorld``.
    ///
    /// - The tasks of the killed store continue when the world has ended, off the thread of the
    ///   test.
    /// - An actor that a run has called continues until it sleeps: it may stand for a server that
    ///   stores a request before it takes its time to answer.
    /// - A `Task { }` of a run is outside of the test's control, and continues.
    /// - Observers and middlewares end with the store when the world ends, but nothing is saved any
    ///   more.
    public func kill(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        guard begin("kill()", at: location) != nil else { return }
        drainPostponed(at: location)
        world.exploration?.mark(.killed(number))
        world.exploration?.note(.test("the store is killed"))
        checkClosures(onlyNeeded: true)
        lastState = store?.state
        world.kill(number, store)
        store = nil
        log.receive(.max)
        hasFinished = true
    }

    /// The clock that the test advances.
    public var clock: TestClock { TestClock(world) }

    // MARK: Actions

    /// Dispatches an action and processes everything that follows from it at once.
    ///
    /// This includes the steps of runs until they have to wait. The test has to receive the actions
    /// that the app sends itself meanwhile.
    ///
    /// - Parameters:
    ///   - action: The action. Its source is the location of this call.
    ///   - changes: Changes the state before the action into the state after it. A closure that changes nothing
    ///     each time that this test store reaches it fails the test in
    ///     ``finish(fileID:filePath:line:column:)``: remove it. In an exploration it fails if it changes
    ///     nothing in every schedule. A function of a test that passes a closure on, or calls of several
    ///     arguments of a test, may need two calls: one with a closure and one without.
    public func send(
        _ action: ActionType,
        _ changes: (inout StateType) -> Void,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        function: String = #function
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        send(action, changes, isGiven: true, at: location, in: function)
    }

    /// Dispatches an action that must not change the state, and processes everything that follows from it at
    /// once.
    ///
    /// - Parameter action: The action. Its source is the location of this call.
    public func send(
        _ action: ActionType,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        function: String = #function
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        send(action, { _ in }, isGiven: false, at: location, in: function)
    }

    private func send(
        _ action: ActionType,
        _ changes: (inout StateType) -> Void,
        isGiven: Bool,
        at location: CallSite,
        in function: String
    ) {
        send(action, as: "send", changes, isGiven: isGiven, at: location, in: function) { reason in
            fail(
                """
                send(\(code(action))): The store refused the action: \(reason). Nobody processes it.
                If the test is about an action that comes too late, call sendLate. If it is late only in some orders, call
                sendIfPresent.
                """,
                at: location
            )
        }
    }

    /// Sends an action, compares its state change and processes what follows.
    ///
    /// - Parameters:
    ///   - isGiven: Whether the test has a closure for the changes.
    ///   - refused: Called instead of the comparison if the store refuses the action.
    func send(
        _ action: ActionType,
        as call: String,
        _ changes: (inout StateType) -> Void,
        isGiven: Bool,
        at location: CallSite,
        in function: String,
        refused: (_ reason: String) -> Void
    ) {
        guard let store = begin("\(call)(\(code(action)))", at: location) else { return }
        let entry = dispatch(action, to: store, at: location, in: function)
        if let reason = log.refusalOfSentAction {
            refused(reason)
        } else if let entry {
            compare(entry, changes, isGiven: isGiven, in: call, code(action), at: location)
        } else {
            return fail(
                """
                \(call)(\(code(action))): The action was sent while another one was being processed, so it is queued.
                Send actions between calls of the test store, not in a dependency or an observer.
                """,
                at: location
            )
        }
        drainOrPostpone(at: location)
    }

    /// Receives the next action that the app has sent itself, which must be this action.
    ///
    /// Actions are received in the order in which they were processed. This call does not wait:
    /// later actions come when the time advances, or when
    /// ``settle(within:isolation:fileID:filePath:line:column:)`` has waited for them. With
    /// ``TestChecks/onlyWhatIsSaid``, it receives the first action that is equal to `action`, and
    /// skips those before it.
    ///
    /// - Parameters:
    ///   - action: The action. Its parts are compared, so it need not be `Equatable`.
    ///   - changes: Changes the state before the action into the state after it, as for `send`.
    public func receive(
        _ action: ActionType,
        _ changes: (inout StateType) -> Void,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        _ = receive("receive(\(code(action)))", expecting: action, changes, isGiven: true, at: location) {
            areDifferent(action, $0) ? nil : ()
        }
    }

    /// Receives the next action that the app has sent itself, which must be this action and must not have
    /// changed the state.
    public func receive(
        _ action: ActionType,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        _ = receive("receive(\(code(action)))", expecting: action, { _ in }, isGiven: false, at: location) {
            areDifferent(action, $0) ? nil : ()
        }
    }

    /// Receives the next action that the app has sent itself, for which `match` must return a
    /// value.
    ///
    /// ```swift
    /// let rows = test.receive(\.loaded) { $0.isLoading = false }
    /// ```
    ///
    /// Everything else is as in ``receive(_:_:fileID:filePath:line:column:)``.
    ///
    /// - Returns: The value of `match`, or nil if the test has failed here.
    @discardableResult
    public func receive<Value>(
        _ match: (ActionType) -> Value?,
        _ changes: (inout StateType) -> Void,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) -> Value? {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return receive("receive", expecting: nil, changes, isGiven: true, at: location, match)
    }

    /// Receives the next action that the app has sent itself, for which `match` must return a value, and which
    /// must not have changed the state.
    ///
    /// - Returns: The value of `match`, or nil if the test has failed here.
    @discardableResult
    public func receive<Value>(
        _ match: (ActionType) -> Value?,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) -> Value? {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return receive("receive", expecting: nil, { _ in }, isGiven: false, at: location, match)
    }

    // MARK: State, actions and runs

    /// The state, after taking all ready steps.
    public var state: StateType {
        drain(at: location)
        return currentState
    }

    /// The state, without taking any steps.
    var currentState: StateType { store?.state ?? lastState ?? initialState }

    /// The processed actions with their sources, including those that the test has sent.
    public var actions: [DispatchedAction<ActionType>] {
        drain(at: location)
        return log.entries.map { DispatchedAction($0.action, dispatcher: $0.source) }
    }

    /// The runs that have not ended, in the order in which they were started.
    public var runs: [TestRun] {
        drain(at: location)
        return openRuns()
    }
}

@available(*, unavailable)
extension TestStore: Sendable {}

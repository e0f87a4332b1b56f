// SPDX-License-Identifier: MIT

public import RexCore

/// A store whose time and tasks are moved by a test, which says what happens in it.
///
/// ```swift
/// let test = TestStore(initialState: 0, reducer: counter, middleware: reminder)
/// test.send(.increment) { $0 = 1 }
/// test.advance(by: .seconds(60))
/// test.receive(.reminded)
/// test.finish()
/// ```
///
/// It is a `Store`, with the app's reducer and middlewares. Its environment has a ``TestClock``,
/// and tasks that go on only while a call of the test store lasts, on the thread of that call. So
/// when a call returns, nothing more can happen until the next one, and the same test does the same
/// each time. `Task.detached`, a `Task { }` in a task, the main actor and real input and output are
/// elsewhere: ``settle(within:isolation:fileID:filePath:line:column:)`` waits for the runs that use
/// them.
///
/// What is not as the test says is reported as a failure of the test, in swift-testing or XCTest,
/// at the line of the call. The test goes on. Outside of both libraries the program stops, and says
/// it.
///
/// A test store is used by one test, one call at a time. Where a test does something that reaches
/// the app in another way, such as a scripted source, it is processed by the next call.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class TestStore<ActionType: Sendable, StateType: Sendable> {
    /// Keeps the world from ending.
    private let handle: TestWorld
    let world: WorldCore
    /// Its number in the world.
    let number: Int
    let log: ActionLog<ActionType, StateType>
    let checks: TestChecks
    /// The place at which the test store was made.
    let place: CallSite
    private let initialState: StateType
    /// Not nil until the test store goes, or is killed.
    private(set) var store: Store<ActionType, StateType>?
    /// The state in which it was killed.
    private var lastState: StateType?
    var hasFinished = false
    private var hasFailed = false
    /// The number of errors that had been thrown when the test last went on.
    private var errorsBefore = ThrownErrors.count

    /// Makes a store for a test, with middlewares that need no time but that of the store.
    ///
    /// - Parameters:
    ///   - initialState: the first state.
    ///   - reducer: computes each next state.
    ///   - middleware: does everything else; the store takes it over.
    ///   - checks: how much the test has to say.
    ///   - schedule: in which order steps are taken that are ready at the same moment.
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
        let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        self.init(initialState, reducer, middleware, TestWorld(schedule: schedule), checks, place)
    }

    /// Makes a store for a test in a world that is there already.
    ///
    /// - Parameter world: the time, the tasks and the schedule, which it may share with other
    ///   stores.
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
        let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        self.init(initialState, reducer, middleware, world, checks, place)
    }

    /// Makes a store for a test, with middlewares that get the time of the test from outside.
    ///
    /// - Parameter middleware: makes the middleware, with the clock and the scheduler that the test
    ///   moves.
    public convenience init(
        initialState: StateType,
        reducer: Reducer<ActionType, StateType>,
        middleware: (TestEnvironment) -> sending some MiddlewareProtocol<ActionType, ActionType, StateType>,
        checks: TestChecks = .everything,
        schedule: Schedule = .inOrder,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let world = TestWorld(schedule: schedule)
        self.init(initialState, reducer, middleware(TestEnvironment(world)), world, checks, place)
    }

    private init(
        _ initialState: StateType,
        _ reducer: Reducer<ActionType, StateType>,
        _ middleware: sending some MiddlewareProtocol<ActionType, ActionType, StateType>,
        _ world: TestWorld,
        _ checks: TestChecks,
        _ place: CallSite
    ) {
        handle = world
        let (random, world) = (world.random, world.core)
        let number = world.newStore()
        (self.world, self.number) = (world, number)
        self.checks = checks
        self.place = place
        let log = ActionLog<ActionType, StateType>(world, of: number)
        self.log = log
        let environment = StoreEnvironment(clock: TestClock(world), random: random) { source, operation in
            RunExecutor.startTask(in: world, of: number, from: source, operation)
        }
        .crashing { world.isKilled(number) }
        self.initialState = initialState
        var composed = log.composition
        composed.append(middleware: middleware)
        // What is sent to the store cannot be captured by a closure.
        let last = world.beginSending()
        store = Store(
            initialState: initialState,
            reducer: reducer,
            middleware: composed,
            executor: world.executor(of: number),
            environment: environment
        )
        world.endSending(last)
        drainOrLeave(at: place)
    }

    deinit {
        // A test that an error has ended has failed by that.
        if !hasFinished, !hasFailed, !log.hasFailed, checks == .everything, !ThrownErrors.wasThrown(since: errorsBefore)
        {
            let left = leftovers()
            let end = left.isEmpty ? "Nothing is left of it; end the test with finish()." : left
            fail("The test ended without finish() on its test store.\n\(end)", at: place, isWeak: true)
        }
        world.drive { store = nil }
        _ = world.drain()
    }

    /// Drops the store as a crash of the app would: nothing of it goes on, not even what a
    /// cancelled task does at its end.
    ///
    /// What it had begun goes on when the world has ended, elsewhere. All that the test store is
    /// asked from now on is answered as at this moment, nothing is left to receive or to finish,
    /// and a call that moves it fails the test. Another test store in the same ``TestWorld`` is the
    /// app that is started again. An actor that a run has called does what it has begun, until it
    /// sleeps: it may stand for a server, which notes what it got before it takes its time to
    /// answer. A task that a run has started with `Task { }` is outside, and goes on. What
    /// observers and middlewares do at the end of a store is done when the world ends, but nothing
    /// is saved any more.
    public func kill(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        guard begin("kill()", at: place) != nil else { return }
        drainLeft(at: place)
        world.exploration?.note(.test("the store is killed"))
        lastState = store?.state
        world.kill(number, store)
        store = nil
        log.receive(.max)
        hasFinished = true
    }

    /// The clock that the test moves.
    public var clock: TestClock { TestClock(world) }

    // MARK: Actions

    /// Dispatches an action and processes all that follows from it at once.
    ///
    /// That includes what runs do until they have to wait. What the app sends itself meanwhile is
    /// to be received.
    ///
    /// - Parameters:
    ///   - action: the action, whose source is the place of this call.
    ///   - changes: changes the state before the action into the one after it; without it the
    ///     action changes nothing.
    public func send(
        _ action: ActionType,
        _ changes: (inout StateType) -> Void = { _ in },
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        function: String = #function
    ) {
        let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        guard let store = begin("send(\(code(action)))", at: place) else { return }
        drainLeft(at: place)
        let source = ActionSource(file: "\(fileID)", function: function, line: line, info: nil)
        let entry = log.entry(of: source) {
            let last = world.beginSending()
            store.dispatch(action, from: source)
            world.endSending(last)
        }
        guard let entry else {
            return fail(
                """
                send(\(code(action))): it was sent while another action was being processed, so it waits behind that.
                A test sends when a call of its test store has returned, not in a dependency or an observer.
                """,
                at: place
            )
        }
        compare(entry, changes, in: "send(\(code(action)))", at: place)
        drainOrLeave(at: place)
    }

    /// Takes the next action that the app has sent itself, which has to be this one.
    ///
    /// Actions are received in the order in which they were processed. Nothing is waited for: what
    /// is not there yet comes when the time is moved, or when
    /// ``settle(within:isolation:fileID:filePath:line:column:)`` has waited for it. With
    /// ``TestChecks/onlyWhatIsSaid`` the first one that is this action is taken, and those before
    /// it count as received.
    ///
    /// - Parameters:
    ///   - action: the action; it need not be `Equatable`, its parts are compared.
    ///   - changes: changes the state before the action into the one after it; without it the
    ///     action changed nothing.
    public func receive(
        _ action: ActionType,
        _ changes: (inout StateType) -> Void = { _ in },
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        _ = receive("receive(\(code(action)))", expecting: action, changes, at: place) {
            difference(from: action, to: $0) == nil ? () : nil
        }
    }

    /// Takes the next action that the app has sent itself, in which `match` has to find something.
    ///
    /// ```swift
    /// let rows = test.receive(\.loaded) { $0.isLoading = false }
    /// ```
    ///
    /// All else is as with ``receive(_:_:fileID:filePath:line:column:)``.
    ///
    /// - Returns: what was found; nil if the test has failed here.
    @discardableResult
    public func receive<Value>(
        _ match: (ActionType) -> Value?,
        _ changes: (inout StateType) -> Void = { _ in },
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) -> Value? {
        let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return receive("receive", expecting: nil, changes, at: place, match)
    }

    // MARK: What there is

    /// The state, once all is done that can be done at this moment.
    public var state: StateType {
        drain(at: place)
        return store?.state ?? lastState ?? initialState
    }

    /// The actions that were processed, each with its source, those that the test has sent
    /// included.
    public var actions: [DispatchedAction<ActionType>] {
        drain(at: place)
        return log.entries.map { DispatchedAction($0.action, dispatcher: $0.source) }
    }

    /// The runs that have not ended, in the order in which they were started.
    public var runs: [TestRun] {
        drain(at: place)
        return openRuns()
    }
}

// MARK: Steps and failures

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TestStore {
    /// Notes a call of the test; returns the store.
    func begin(_ call: @autoclosure () -> String, at place: CallSite) -> Store<ActionType, StateType>? {
        world.exploration?.noteCall(call(), of: number)
        hasFinished = false
        noteProgress()
        if store == nil {
            fail("\(call()): the store was killed. Make another test store in the same world.", at: place)
        }
        return store
    }

    /// Notes that the test goes on: errors that were thrown until now have not ended it.
    func noteProgress() { errorsBefore = ThrownErrors.count }

    /// Takes the steps that are ready; false if they do not end, which is reported.
    @discardableResult
    func drain(or alternative: WorldCore.Alternative = .nothing, at place: CallSite) -> Bool {
        defer { noteProgress() }
        guard !world.drain(or: alternative) else { return true }
        failWithoutEnd(at: place)
        return false
    }

    /// Takes some of the steps that were left, before the test does something that may come ahead
    /// of them.
    private func drainLeft(at place: CallSite) {
        drain(or: world.exploration == nil ? .nothing : .testFirst, at: place)
    }

    /// Takes the steps that are ready, unless the test is faster.
    func drainOrLeave(at place: CallSite) {
        if !world.mayLeaveSteps { drain(at: place) }
    }

    func failWithoutEnd(at place: CallSite) {
        fail(
            """
            After \(WorldCore.stepLimit) steps at the same moment there are still more: something goes on without end.
            \(waiting())
            """,
            at: place
        )
    }

    func fail(_ text: String, at place: CallSite, isWeak: Bool = false, cost: Int = 0) {
        hasFailed = true
        world.fail(text, at: place, isWeak: isWeak, cost: cost)
    }
}

@available(*, unavailable)
extension TestStore: Sendable {}

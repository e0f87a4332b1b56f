// SPDX-License-Identifier: MIT

import RexCore
#if DEBUG
import StateComparison
#endif

/// A log of the actions that a store has processed.
///
/// It is the first of the store's middlewares.
final class ActionLog<ActionType: Sendable, StateType: Sendable>: MiddlewareProtocol, Sendable {
    typealias InputActionType = ActionType
    typealias OutputActionType = ActionType

    struct Entry: Sendable {
        let action: ActionType
        let source: ActionSource
        let cause: Int?
        let before: StateType
        let after: StateType
    }

    private struct Contents: Sendable {
        var entries: [Entry] = []
        /// The refused actions.
        var refused: [DispatchedAction<ActionType>] = []
        /// The conditions that are checked after each action.
        var invariants: [Invariant<StateType>] = []
    }

    private let world: WorldCore
    /// The number of the store in its world.
    private let store: Int
    private let contents = Lock(Contents())
    private let progress = Lock(LogProgress())
    #if DEBUG
    private let counters = Lock(StateCounterCheck())
    #endif

    init(_ world: WorldCore, of store: Int) {
        (self.world, self.store) = (world, store)
    }

    func receiveContext(getState: @escaping GetState<StateType>, output: AnyActionHandler<ActionType>) {
        // Not weak: each retain of an object with weak references is slower. The store releases the observers when it ends.
        output.observe([.skippedByStore, .mistake, .started]) { [self] event in note(event) }
        #if DEBUG
        output.observeUnhandledRuns { [progress] run in progress.withLock { $0.unhandledRuns.append(run) } }
        #endif
        guard world.exploration != nil else { return }
        output.observe(.phase) { [world] in if case .phase(let phase) = $0 { world.note(phase) } }
    }

    private func note(_ event: StoreEvent) {
        switch event {
        case .skipped(let skipped): if skipped.reason.isRefusal { note(skipped) }
        case .mistake(let mistake): note(mistake: mistake)
        case .started(let task): world.willStart(task)
        case .phase, .rule: break
        }
    }

    func handle(
        action: ActionType,
        from source: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<ActionType> {
        let before = state()
        return IO { [self] output in
            let cause = output.cause(of: source)
            add(Entry(action: action, source: source, cause: cause, before: before, after: state()))
        }
    }

    private func add(_ entry: Entry) {
        world.exploration?.mark(.action(store))
        world.exploration?.note(.action(text(entry.action), by: store))
        let index = contents.withLock { contents in
            contents.entries.append(entry)
            return contents.entries.count - 1
        }
        #if DEBUG
        if areCountersUsed.withLock({ $0 }), !haveSameBytes(entry.before, entry.after) {
            if let mistake = counters.withLock({ $0.report(from: entry.before, to: entry.after) }) {
                note(mistake: mistake)
            }
        }
        #endif
        let (isSent, hasInvariants) = progress.withLock { progress in
            (progress.add(index, entry.source, cause: entry.cause), progress.hasInvariants)
        }
        if isSent { world.hasSent() }
        if hasInvariants { check(after: entry) }
    }

    /// Notes a refused action.
    private func note(_ skipped: SkippedAction) {
        guard let action = skipped.action as? ActionType else { return }
        world.exploration?.mark(.refusal(store))
        world.exploration?.note(.refusal(text(action), by: store))
        contents.withLock { $0.refused.append(DispatchedAction(action, dispatcher: skipped.source)) }
        let isSent = progress.withLock { progress in
            guard skipped.source.number == nil, progress.isSending(skipped.source) else { return false }
            (progress.sending, progress.refusalOfSentAction) = (nil, skipped.reason.description)
            return true
        }
        if isSent { world.hasSent() }
    }

    /// Notes a mistake of the app in the last action.
    private func note(mistake: String) {
        let action = entries.last.map { "\(text($0.action)): \(mistake)\(origin(of: $0))" }
        progress.withLock { $0.mistakes.append(action ?? mistake) }
    }

    /// Returns the mistakes of the app since the last call.
    func takeMistakes() -> [String] {
        progress.withLock { progress in
            defer { progress.mistakes = [] }
            return progress.mistakes
        }
    }

    /// The runs that no feature runs, unless the test has skipped them.
    var unhandledRuns: [String] { progress.withLock(\.unhandledRuns).compactMap { $0() } }

    func skipUnhandledRuns() { progress.withLock { $0.unhandledRuns = [] } }

    var refused: [DispatchedAction<ActionType>] { contents.withLock { $0.refused } }

    /// The reason why the store refused the last action that the test has sent, if it did.
    var refusalOfSentAction: String? { progress.withLock { $0.refusalOfSentAction } }

    // MARK: Invariants

    /// Adds a condition that is checked after each action from now on.
    func add(_ invariant: Invariant<StateType>) {
        contents.withLock { $0.invariants.append(invariant) }
        progress.withLock { $0.hasInvariants = true }
    }

    /// Whether a condition was false.
    var hasFailed: Bool { progress.withLock { $0.hasFailed } }

    private func check(after entry: Entry) {
        for (index, invariant) in contents.withLock({ $0.invariants }).enumerated() {
            guard !invariant.isBroken, !invariant.holds(entry.after) else { continue }
            contents.withLock { $0.invariants[index].isBroken = true }
            progress.withLock { $0.hasFailed = true }
            let changes = difference(from: entry.before, to: entry.after)
            let lines = changes.map { " (- before, + after):\n\($0)" } ?? ", which did not change the state."
            world.fail(
                "invariant: \(invariant.text)\n  The condition is false after \(text(entry.action))\(lines)\(origin(of: entry))",
                at: invariant.location
            )
        }
    }

    /// Returns what sent an action and because of which one, the same of that one and so on, and the
    /// source location, on separate lines.
    func origin(of entry: Entry) -> String {
        var lines: [String] = []
        var next: Entry? = entry
        while let found = next, lines.count < 20 {
            lines += found.source.trail(since: found.cause).reversed().map { "sent by \($0.text)" }
            next = found.cause.flatMap(self.entry(number:))
            if let next { lines.append("because of \(text(next.action))") }
        }
        let source = entry.source
        lines.append("dispatched in \(source.function) at \(source.place)")
        return lines.map { "\n  " + $0 }.joined()
    }

    /// Calls `body`, which sends an action with this source.
    ///
    /// Returns the entry of the processed action.
    ///
    /// - Returns: Nil if the action was not processed because the test is sending another one.
    func entry(of source: ActionSource, sentBy body: () -> Void) -> Entry? {
        guard progress.withLock({ $0.beginSending(source) }) else {
            body()
            return nil
        }
        body()
        let index = progress.withLock { $0.endSending() }
        return index.map { index in contents.withLock { $0.entries[index] } }
    }

    var entries: [Entry] { contents.withLock { $0.entries } }

    /// The entries of the actions that the app has sent itself and the test has not received.
    var unreceived: [Entry] {
        let indices = progress.withLock { $0.unreceived[$0.received...] }
        return contents.withLock { contents in indices.map { contents.entries[$0] } }
    }

    /// The first entry of ``unreceived``.
    var firstUnreceived: Entry? {
        let index = progress.withLock { progress in
            progress.received < progress.unreceived.count ? progress.unreceived[progress.received] : nil
        }
        return index.map { index in contents.withLock { $0.entries[index] } }
    }

    /// Marks the next `count` unreceived entries as received.
    func receive(_ count: Int) {
        progress.withLock { $0.received += min(count, $0.unreceived.count - $0.received) }
    }

    /// Returns the entry of the action with this number.
    func entry(number: Int) -> Entry? {
        let index = progress.withLock { $0.indices[number] }
        return index.map { index in contents.withLock { $0.entries[index] } }
    }
}

/// The part of a log that does not depend on its types.
///
/// Each access to a generic value looks up types at run time, so the log accesses this one instead
/// wherever it can.
private struct LogProgress: Sendable {
    /// The index of the entry of each action, by action number.
    var indices: [Int: Int] = [:]
    /// The indices of the entries whose actions the app has sent itself.
    var unreceived: [Int] = []
    /// The number of `unreceived` indices that the test has received.
    var received = 0
    /// The source of the action that the test sends, until the action is processed.
    var sending: ActionSource?
    private var isSending = false
    /// The index of the entry of the last action that the test has sent.
    private var sent: Int?
    /// The reason why the store refused the last action that the test has sent, if it did.
    var refusalOfSentAction: String?
    /// The mistakes of the app that the test store has not reported yet.
    var mistakes: [String] = []
    /// The runs that no feature had seen at the end of their action.
    ///
    /// Each returns its text while that is so.
    var unhandledRuns: [@Sendable () -> String?] = []
    var hasInvariants = false
    /// Whether an invariant was false.
    var hasFailed = false

    /// Returns whether the test is sending an action from this location that is not processed yet.
    func isSending(_ source: ActionSource) -> Bool {
        guard let sending else { return false }
        return sending.isSameLocation(as: source)
    }

    /// Adds the index of a new entry.
    ///
    /// Returns whether the test has sent the action of the entry.
    mutating func add(_ index: Int, _ source: ActionSource, cause: Int?) -> Bool {
        if let number = source.number { indices[number] = index }
        guard cause == nil, isSending(source) else {
            unreceived.append(index)
            return false
        }
        (sending, sent) = (nil, index)
        return true
    }

    /// Begins to send an action.
    ///
    /// Returns false and does nothing if the test is already sending one.
    mutating func beginSending(_ source: ActionSource) -> Bool {
        guard !isSending else { return false }
        (sending, sent, isSending, refusalOfSentAction) = (source, nil, true, nil)
        return true
    }

    /// Returns the index of the entry of the action that the test has sent, or nil if the action was
    /// not processed.
    mutating func endSending() -> Int? {
        (sending, isSending) = (nil, false)
        return sent
    }
}

extension ActionSource {
    fileprivate func isSameLocation(as other: ActionSource) -> Bool {
        line == other.line && file == other.file && function == other.function
    }
}

/// A condition of the state that is checked after each action.
struct Invariant<StateType>: Sendable {
    let text: String
    let location: CallSite
    let holds: @Sendable (StateType) -> Bool
    /// Whether the condition was false.
    ///
    /// It is not checked again.
    var isBroken = false
}

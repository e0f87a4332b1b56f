// SPDX-License-Identifier: MIT

import RexCore

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
        /// The index of the entry of each action, by action number.
        var indices: [Int: Int] = [:]
        var output: AnyActionHandler<ActionType>?
        /// The indices of the entries whose actions the app has sent itself.
        var unreceived: [Int] = []
        /// The number of `unreceived` indices that the test has received.
        var received = 0
        /// The source of the action that the test sends, until the action is processed.
        var sending: ActionSource?
        var isSending = false
        /// The index of the entry of the last action that the test has sent.
        var sent: Int?
        /// The refused actions.
        var refused: [DispatchedAction<ActionType>] = []
        /// The reason why the store refused the last action that the test has sent, if it did.
        var refusalOfSentAction: String?
        /// The mistakes of the app that the test store has not reported yet.
        var mistakes: [String] = []
        /// The conditions that are checked after each action.
        var invariants: [Invariant<StateType>] = []
        var hasFailed = false
    }

    private let world: WorldCore
    /// The number of the store in its world.
    private let store: Int
    private let contents = Lock(Contents())

    init(_ world: WorldCore, of store: Int) {
        (self.world, self.store) = (world, store)
    }

    func receiveContext(getState: @escaping GetState<StateType>, output: AnyActionHandler<ActionType>) {
        contents.withLock { $0.output = output }
        output.observeRefusals { [weak self] in self?.note($0) }
        output.observeMistakes { [weak self] in self?.note(mistake: $0) }
        output.observeTasks { [world] task in world.willStart(task) }
        if world.exploration != nil { output.observeProcessing { [world] moment in world.note(moment) } }
    }

    func handle(
        action: ActionType,
        from source: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<ActionType> {
        let before = state()
        let cause = contents.withLock { $0.output }?.cause(of: source)
        return IO { [self] _ in
            add(Entry(action: action, source: source, cause: cause, before: before, after: state()))
        }
    }

    private func add(_ entry: Entry) {
        world.exploration?.note(.action(text(entry.action), by: store))
        let isSent = contents.withLock { contents in
            let index = contents.entries.count
            contents.entries.append(entry)
            if let number = entry.source.number { contents.indices[number] = index }
            guard entry.cause == nil, let sending = contents.sending, sending.isSameLocation(as: entry.source) else {
                contents.unreceived.append(index)
                return false
            }
            (contents.sending, contents.sent) = (nil, index)
            return true
        }
        if isSent { world.hasSent() }
        check(after: entry)
    }

    private func note(_ notice: StoreNotice) {
        guard let action = notice.action as? ActionType else { return }
        world.exploration?.note(.refusal(text(action), by: store))
        let isSent = contents.withLock { contents in
            contents.refused.append(DispatchedAction(action, dispatcher: notice.source))
            guard notice.source.number == nil, let sending = contents.sending,
                sending.isSameLocation(as: notice.source)
            else { return false }
            (contents.sending, contents.refusalOfSentAction) = (nil, notice.reason)
            return true
        }
        if isSent { world.hasSent() }
    }

    /// Notes a mistake of the app in the last action.
    private func note(mistake: String) {
        let action = entries.last.map { "\(text($0.action)): \(mistake)\(origin(of: $0))" }
        contents.withLock { $0.mistakes.append(action ?? mistake) }
    }

    /// Returns the mistakes of the app since the last call.
    func takeMistakes() -> [String] {
        contents.withLock { contents in
            defer { contents.mistakes = [] }
            return contents.mistakes
        }
    }

    var refused: [DispatchedAction<ActionType>] { contents.withLock { $0.refused } }

    /// The reason why the store refused the last action that the test has sent, if it did.
    var refusalOfSentAction: String? { contents.withLock { $0.refusalOfSentAction } }

    // MARK: Invariants

    /// Adds a condition that is checked after each action from now on.
    func add(_ invariant: Invariant<StateType>) { contents.withLock { $0.invariants.append(invariant) } }

    /// Whether a condition was false.
    var hasFailed: Bool { contents.withLock { $0.hasFailed } }

    private func check(after entry: Entry) {
        for (index, invariant) in contents.withLock({ $0.invariants }).enumerated() {
            guard !invariant.isBroken, !invariant.holds(entry.after) else { continue }
            contents.withLock { contents in
                (contents.invariants[index].isBroken, contents.hasFailed) = (true, true)
            }
            let changes = difference(from: entry.before, to: entry.after)
            let lines = changes.map { " (- before, + after):\n\($0)" } ?? ", which did not change the state."
            world.fail(
                "invariant: \(invariant.text)\n  The condition is false after \(text(entry.action))\(lines)\(origin(of: entry))",
                at: invariant.location
            )
        }
    }

    /// Returns the trail, the causes and the source location of an action, on separate lines.
    func origin(of entry: Entry) -> String {
        var lines = entry.source.trail.map { "sent by \($0.text)" }
        var cause = entry.cause.flatMap(self.entry(number:))
        while let found = cause, lines.count < 20 {
            lines.append("because of \(text(found.action))")
            cause = found.cause.flatMap(self.entry(number:))
        }
        let source = entry.source
        lines.append("dispatched in \(source.function) at \(fileName(source.file)):\(source.line)")
        return lines.map { "\n  " + $0 }.joined()
    }

    /// Calls `body`, which sends an action with this source.
    ///
    /// Returns the entry of the processed action.
    ///
    /// - Returns: Nil if the action was not processed because the test is sending another one.
    func entry(of source: ActionSource, sentBy body: () -> Void) -> Entry? {
        let isFirst = contents.withLock { contents in
            guard !contents.isSending else { return false }
            (contents.sending, contents.sent, contents.isSending) = (source, nil, true)
            contents.refusalOfSentAction = nil
            return true
        }
        body()
        guard isFirst else { return nil }
        return contents.withLock { contents in
            (contents.sending, contents.isSending) = (nil, false)
            return contents.sent.map { contents.entries[$0] }
        }
    }

    var entries: [Entry] { contents.withLock { $0.entries } }

    /// The entries of the actions that the app has sent itself and the test has not received.
    var unreceived: [Entry] {
        contents.withLock { contents in contents.unreceived[contents.received...].map { contents.entries[$0] } }
    }

    /// The first entry of ``unreceived``.
    var firstUnreceived: Entry? {
        contents.withLock { contents in
            contents.received < contents.unreceived.count
                ? contents.entries[contents.unreceived[contents.received]] : nil
        }
    }

    /// Marks the next `count` unreceived entries as received.
    func receive(_ count: Int) {
        contents.withLock { $0.received += min(count, $0.unreceived.count - $0.received) }
    }

    /// Returns the entry of the action with this number.
    func entry(number: Int) -> Entry? {
        contents.withLock { contents in contents.indices[number].map { contents.entries[$0] } }
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

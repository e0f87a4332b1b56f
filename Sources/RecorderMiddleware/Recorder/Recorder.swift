// SPDX-License-Identifier: MIT

public import RexCore
import StateComparison

/// Keeps what happens in a store: each action, the one that caused it, what it changed and how long
/// that took.
///
/// ```swift
/// let recorder = Recorder<AppAction, AppState>(capacity: 1_000)
/// let middleware = app <> recorder.middleware
/// let store = Store(initialState: AppState(), reducer: .app, middleware: middleware)
/// store.dispatch(.opened)
/// try recorder.recording().write(to: "run.html")
/// ```
///
/// It keeps the newest actions, so its memory does not grow with time and it can be left on.
/// Wherever it stands in a composition it measures what all middlewares do. Several stores can
/// share one recorder; each gets a ``middleware`` of its own.
///
/// A recorder with a file keeps the actions there, in memory that the system shares with the file.
/// What was recorded is whole when the process is killed or traps, with the action that it was
/// processing; ``Recording/init(file:)`` reads it. If the file cannot be made, one line on standard
/// error says why, and the actions are kept in memory.
///
/// - Note: States that are kept share their storage with those of the store, so a reducer that
///   changes a large collection copies it each time; with ``RecordedStates/none`` it does not.
public final class Recorder<ActionType: Sendable, StateType: Sendable>: Sendable {
    /// The storage of the actions.
    @usableFromInline enum Destination: Sendable {
        case memory(Lock<RecordRing<ActionType, StateType>>)
        case file(RecordingFile, FileValues<ActionType, StateType>)
    }

    @usableFromInline let destination: Destination
    @usableFromInline let states: RecordedStates
    // Optional closures would be retained for each action.
    @usableFromInline let isRedacting: Bool
    @usableFromInline let redact: @Sendable (ActionType) -> ActionType
    @usableFromInline let isRedactingStates: Bool
    @usableFromInline let redactState: @Sendable (StateType) -> StateType
    /// Writes values in texts if something must not be seen; nil if all may be.
    let writing: (@Sendable (Any) -> String)?
    let runs: Lock<RunList>
    let notices: Lock<NoticeList>
    let threads = Lock(ThreadNumbers())
    /// The names of stores, by the range of their actions' numbers.
    let storeNames = Lock<[Int: String]>([:])
    /// The rules that the middlewares of each store have declared.
    let rules = Lock(RuleList())
    @usableFromInline let start = SystemTime.uptime
    let startOfDay = SystemTime.sinceEpoch

    /// Makes a recorder that keeps the newest actions in memory.
    ///
    /// - Parameters:
    ///   - capacity: how many actions it keeps at most.
    ///   - states: what it keeps of the states.
    ///   - redact: an action without what must not be seen, called for each action and for each
    ///     text that has one, on any thread. Of texts whose values the recorder does not know, such
    ///     as keys and errors, it keeps none then; and of states nothing, since they may have what
    ///     was taken out, unless there is a `redactState`.
    ///   - redactState: a state without what must not be seen, called where the store processes;
    ///     `{ $0 }` for all of it.
    /// - Precondition: `capacity` is positive.
    /// - Complexity: O(1) for each action, without an allocation of its own; with
    ///   ``RecordedStates/changes`` O(*n*) in the size of the state.
    public convenience init(
        capacity: Int = 10_000,
        keeping states: RecordedStates = .all,
        redacting redact: (@Sendable (ActionType) -> ActionType)? = nil,
        redactingState redactState: (@Sendable (StateType) -> StateType)? = nil
    ) {
        self.init(.memory(Lock(RecordRing(capacity: capacity))), capacity, states, redact, redactState)
    }

    /// Makes a recorder that keeps the newest actions in a file.
    ///
    /// An older recording is replaced, so read it before, also if `file` is a link to one, which
    /// stays. Whatever else is there stays as it is, a file that another recorder writes included:
    /// one line on standard error says so, with the number of the other process, and the actions
    /// are kept in memory. So they are if the disk is full. A file that becomes shorter while it is
    /// written, or cannot be written any more, ends the recording with such a line. An action is
    /// there from the moment in which this middleware handles it. One that cannot be encoded is
    /// kept as its description.
    ///
    /// - Parameters:
    ///   - file: the path of the file, which takes its full size at once, about 512 bytes for each
    ///     action. Longer actions, and changes of the state, leave room for fewer.
    ///   - capacity: how many actions it keeps at most, up to 4,000,000.
    ///   - states: what it keeps of the states: the changes as text by default; all of them,
    ///     encoded, on request.
    ///   - redact: an action without what must not be seen, as in memory.
    ///   - redactState: a state without what must not be seen.
    /// - Precondition: `capacity` is positive, and at most 4,000,000.
    /// - Complexity: O(*n*) in the size of the encoded action, and of the state unless it is left
    ///   out.
    public convenience init(
        file: String,
        capacity: Int = 10_000,
        keeping states: RecordedStates = .changes,
        redacting redact: (@Sendable (ActionType) -> ActionType)? = nil,
        redactingState redactState: (@Sendable (StateType) -> StateType)? = nil
    ) where ActionType: Codable {
        Self.check(capacity)
        precondition(
            capacity <= FileLayout.largestCapacity,
            """
            A recorder with a file was made for \(capacity) actions: it keeps at most \(FileLayout.largestCapacity), for which \
            the file takes 2 GB.
            """
        )
        self.init(Self.destination(file, capacity), capacity, states, redact, redactState)
    }

    private static func check(_ capacity: Int) {
        precondition(
            capacity > 0,
            "A recorder was made with a capacity of \(capacity) actions: it has to keep at least one."
        )
    }

    /// A file, or memory if it cannot be made.
    private static func destination(_ path: String, _ capacity: Int) -> Destination where ActionType: Codable {
        do throws(RecordingError) {
            return .file(try RecordingFile(path: path, capacity: capacity), FileValues())
        } catch {
            report("Recorded in memory alone: \(error)")
            return .memory(Lock(RecordRing(capacity: capacity)))
        }
    }

    init(
        _ destination: Destination,
        _ capacity: Int,
        _ states: RecordedStates,
        _ redact: (@Sendable (ActionType) -> ActionType)?,
        _ redactState: (@Sendable (StateType) -> StateType)?
    ) {
        Self.check(capacity)
        self.destination = destination
        self.states = redact != nil && redactState == nil ? .none : states
        isRedacting = redact != nil
        isRedactingStates = redactState != nil
        self.redact = redact ?? { $0 }
        self.redactState = redactState ?? { $0 }
        writing = isRedacting || isRedactingStates ? Recorder.writing(self.redact) : nil
        runs = Lock(RunList(capacity: capacity))
        notices = Lock(NoticeList(capacity: capacity))
    }

    /// Writes actions without what must not be seen, and nothing of what is none.
    private static func writing(_ redact: @escaping @Sendable (ActionType) -> ActionType) -> @Sendable (Any) -> String {
        { value in
            guard let action = value as? ActionType else { return "…" }
            return ValueText.bounded(redact(action))
        }
    }

    /// The middleware that records; a new one each time, for one store.
    public var middleware: RecorderMiddleware<ActionType, StateType> { RecorderMiddleware(self, storeName: nil) }

    /// Makes a middleware that records one store under a name.
    ///
    /// ```swift
    /// let phone = Store(
    ///     initialState: List(),
    ///     reducer: .list,
    ///     middleware: sync <> recorder.middleware(named: "Phone")
    /// )
    /// ```
    ///
    /// Where several stores share a recorder, sentences name an action `Phone 3`, and the page has
    /// a lane for each store.
    public func middleware(named storeName: String) -> RecorderMiddleware<ActionType, StateType> {
        RecorderMiddleware(self, storeName: storeName)
    }

    /// The rules of Rex have no values in their texts.
    private var declaredRules: [CountedRule] {
        let rules = rules.withLock { $0.all }()
        guard writing != nil else { return rules }
        let kinds: Set = ["bridge", "effect", "gate", "publisher"]
        return rules.map { kinds.contains($0.rule.kind) ? $0 : CountedRule($0.rule.withoutValues, count: $0.count) }
    }

    /// Returns all that was recorded so far; callable from any thread.
    ///
    /// In memory an action is there once all that belongs to it is done.
    ///
    /// - Complexity: O(*n*) in the actions that are kept; from a file they are decoded.
    public func recording() -> Recording<ActionType, StateType> {
        switch destination {
        case .memory(let ring):
            let records = ring.withLock { $0.records }
            let names = storeNames.withLock { $0 }
            return Recording(
                entries: records.map { record in
                    let range = record.head.number / Int(ActionSource.rangeOfNumbers)
                    return Recording.Entry(record, in: names[range], start: start, writing: writing)
                },
                runs: runs.withLock { $0.all },
                notices: notices.withLock { $0.all },
                rules: declaredRules,
                startOfDay: startOfDay,
                isRedacted: writing != nil
            )
        case .file(let file, let values):
            guard let contents = file.contents else { return Recording(startOfDay: startOfDay) }
            return values.recording(of: contents, rules: declaredRules)
        }
    }
}

// SPDX-License-Identifier: MIT

public import RexCore
import StateComparison

/// Records every action of a store with its cause, its state changes and its duration.
///
/// ```swift
/// let recorder = Recorder<AppAction, AppState>(capacity: 1_000)
/// let middleware = app <> recorder.middleware
/// let store = Store(initialState: AppState(), reducer: .app, middleware: middleware)
/// store.dispatch(.opened)
/// try recorder.recording().write(to: "run.html")
/// ```
///
/// It keeps the newest actions, so its memory is bounded and it can be left on. It measures all
/// middlewares, at any position of its own middleware. Several stores can share a recorder; give
/// each a ``middleware`` of its own.
///
/// A recorder with a file keeps the actions there, on Linux in memory that the system shares with
/// the file. If the process is killed or traps, the file is complete, including the action that was being
/// processed. ``Recording/init(file:)`` reads it. If the file cannot be created, a line on standard
/// error tells why, and the actions are kept in memory.
///
/// - Note: Recorded states share their storage with the store's state. So a reducer that changes a
///   large collection copies it each time, except with ``RecordedStates/none``.
public final class Recorder<ActionType: Sendable, StateType: Sendable>: Sendable {
    /// The newest actions.
    ///
    /// A recorder with a file adds them if there is an inspector.
    @usableFromInline let ring: Lock<RecordRing<ActionType, StateType>>
    @usableFromInline let isInspected = Lock(false)
    let file: RecordingFile?
    let fileValues: FileValues<ActionType, StateType>?
    @usableFromInline package let states: RecordedStates
    @usableFromInline let redaction: Redaction<ActionType, StateType>
    package let events: Lock<EventList>
    let threads = Lock(ThreadNumbers())
    /// The rules that middlewares have posted.
    let rules = Lock(RuleList())
    /// The recorded stores.
    package let stores = Lock(StoreList())
    @usableFromInline let start = SystemTime.uptime
    package let startOfDay = SystemTime.sinceEpoch
    /// Tells this recording from others, such as that of the app's last run.
    package let id = String(UInt64.random(in: .min ... .max), radix: 16)

    /// Makes a recorder that keeps the newest actions in memory.
    ///
    /// - Parameters:
    ///   - capacity: The most actions that are kept.
    ///   - states: The data about states that is kept.
    ///   - redact: Returns an action without its secrets. Called for each action and for each text
    ///     with an action, on any thread. With it, texts of other values, such as keys and errors,
    ///     are not kept. States are not kept either, since they may contain the secrets, unless
    ///     there is a `redactState`.
    ///   - redactState: Returns a state without its secrets, or `{ $0 }` if it has none. Called on
    ///     the processing thread.
    /// - Precondition: `capacity` is positive.
    /// - Complexity: O(1) for each action, without an allocation. With ``RecordedStates/changes``
    ///   O(*n*) in the size of the state.
    public convenience init(
        capacity: Int = 10_000,
        keeping states: RecordedStates = .all,
        redacting redact: (@Sendable (ActionType) -> ActionType)? = nil,
        redactingState redactState: (@Sendable (StateType) -> StateType)? = nil
    ) {
        self.init(nil, nil, capacity, states, redact, redactState)
    }

    /// Makes a recorder that keeps the newest actions in a file.
    ///
    /// An older recording is replaced, so read it first. If `file` is a link to one, the link
    /// stays. Any other existing file is left unchanged, including the file of a running recorder and
    /// a recording in the format of an earlier version of Rex.
    /// Then, or if the disk is full, a line on standard error tells the reason, with the number of
    /// the other process, and the actions are kept in memory. If the file is truncated later or
    /// cannot be written any more, the recording ends with such a line.
    ///
    /// An action is in the file as soon as this middleware handles it. If it cannot be encoded, its
    /// description is kept.
    ///
    /// - Parameters:
    ///   - file: The path of the file. It takes its full size at once, about 512 bytes for each
    ///     action. Longer actions and state changes leave room for fewer.
    ///   - capacity: The most actions that are kept, up to 4,000,000.
    ///   - states: The data about states that is kept: by default the changes, as text. States are
    ///     encoded.
    ///   - redact: Returns an action without its secrets, as in memory.
    ///   - redactState: Returns a state without its secrets.
    /// - Precondition: `capacity` is positive, and at most 4,000,000.
    /// - Complexity: O(*n*) in the size of the encoded action, and of the state unless states are
    ///   not kept.
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
        self.init(Self.file(file, capacity), FileValues(), capacity, states, redact, redactState)
    }

    private static func check(_ capacity: Int) {
        precondition(
            capacity > 0,
            "The capacity \(capacity) of a recorder is not positive. Pass 1 or more."
        )
    }

    /// Returns a file, or nil if it cannot be created.
    private static func file(_ path: String, _ capacity: Int) -> RecordingFile? {
        do throws(RecordingError) {
            return try RecordingFile(path: path, capacity: capacity)
        } catch {
            report("Recording in memory only: \(error.description)")
            return nil
        }
    }

    init(
        _ file: RecordingFile?,
        _ fileValues: FileValues<ActionType, StateType>?,
        _ capacity: Int,
        _ states: RecordedStates,
        _ redact: (@Sendable (ActionType) -> ActionType)?,
        _ redactState: (@Sendable (StateType) -> StateType)?
    ) {
        Self.check(capacity)
        self.file = file
        self.fileValues = fileValues
        self.states = redact != nil && redactState == nil ? .none : states
        redaction = Redaction(redact, redactState)
        let inMemory = file == nil ? capacity : min(capacity, Recorder.inspectedLimit)
        ring = Lock(RecordRing(capacity: inMemory))
        events = Lock(EventList(capacity: inMemory))
    }

    /// The most actions that a recorder with a file keeps in memory for its inspectors.
    static var inspectedLimit: Int { 10_000 }

    /// A new middleware that records one store.
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
    /// If several stores share a recorder, sentences name an action `Phone 3`, and the page has a
    /// lane for each store.
    public func middleware(named storeName: String) -> RecorderMiddleware<ActionType, StateType> {
        RecorderMiddleware(self, storeName: storeName)
    }

    package var postedRules: [RecordedRule] { rules.withLock { $0.all }.map { redaction.kept(rule: $0) } }

    /// Returns a snapshot of the recording.
    ///
    /// Callable from any thread.
    ///
    /// In memory, an action is included when its processing has ended.
    ///
    /// - Complexity: O(*n*) in the kept actions. In a file they are decoded.
    public func recording() -> Recording<ActionType, StateType> {
        if let file, let fileValues {
            guard let contents = file.contents else { return Recording(startOfDay: startOfDay) }
            return fileValues.recording(of: contents, rules: postedRules)
        }
        let (records, hasOverwritten) = ring.withLock { ($0.records, $0.total > $0.count) }
        let stores = stores.withLock { $0 }
        return Recording(
            entries: records.map { record in
                let range = record.head.number / ActionSource.rangeOfNumbers
                return Recording.Entry(record, in: stores.names[range], start: start, writing: redaction.writing)
            },
            runs: events.withLock { $0.allRuns },
            notices: events.withLock { $0.notices },
            rules: postedRules,
            startOfDay: startOfDay,
            isRedacted: redaction.isOn,
            stores: stores,
            hasOverwritten: hasOverwritten
        )
    }
}

// SPDX-License-Identifier: MIT

/// A request whose failures are ``RequestFailure``; see ``TypedRequest``.
public typealias Request<Input: Sendable, Output: Sendable> = TypedRequest<Input, Output, RequestFailure>

/// What is asked for outside, as state: whether it runs, what came of it, why it has failed.
///
/// ```swift
/// struct News: Sendable {
///     var word = ""
///     var titles = Request<String, [String]>()
/// }
///
/// let news = Feature<NewsAction, News, API>.combine {
///     Feature { action, news in
///         switch action {
///         case .typed(let word): news.titles.start(word)
///         case .cleared: news.titles.cancel()
///         case .titles: break
///         }
///     }
///     Feature.request(.debounced(for: .milliseconds(300))) { (word: String, api: API) in
///         try await api.find(word)
///     }
///     .lift(case: NewsAction.prisms.titles, state: \.titles)
/// }
/// ```
///
/// Any reducer may start and cancel it. What runs follows from the state, after every action: a run
/// that the state does not have any more is cancelled, and its answer is not processed, even if it
/// waits in the queue already.
///
/// Two requests are equal if what they show is; which run is under way does not count. A request
/// that is encoded while it runs is decoded as idle, and pending changes are not encoded.
public struct TypedRequest<Input: Sendable, Output: Sendable, Failure: Sendable>: Sendable {
    /// The phase of a request.
    public enum Phase: Sendable {
        /// It was not started, or was cancelled.
        case idle
        /// It is under way; the number of the attempt counts from 1.
        case running(Input, attempt: Int)
        /// The last attempt has failed.
        case failed(Input, Failure)
        /// The answer has come.
        case done(Input)
    }

    /// The last answer with all pending changes.
    ///
    /// It is kept while the request runs again, and when it fails or is cancelled.
    public private(set) var output: Output?
    var status: RequestStatus<Input, Failure>
    /// The changes that are pending; nil if there are none.
    private var edits: RequestEdits<Output>?
    /// The number of the next change.
    var editCount = 0
    /// True if a change was confirmed since the run began, which its answer may not have.
    private var isOutdated = false

    /// Makes a request that was not started.
    ///
    /// - Parameter output: What is shown before there is an answer.
    public init(output: Output? = nil) {
        self.init(output: output, status: .idle)
    }

    init(output: Output?, status: RequestStatus<Input, Failure>) {
        self.output = output
        self.status = status
    }

    /// The phase that the request is in.
    public var phase: Phase {
        switch status {
        case .idle: .idle
        case .running(let run, let attempt): .running(run.input, attempt: attempt)
        case .failed(let input, let failure): .failed(input, failure)
        case .done(let input): .done(input)
        }
    }

    /// True while the request is under way.
    public var isRunning: Bool { run != nil }

    /// The reason why the last run has failed; nil in any other phase.
    public var failure: Failure? { status.failure }

    /// The changes that are neither confirmed nor rolled back, in their order.
    public var pendingEdits: [RequestEdit] { edits?.ids ?? [] }

    var isDone: Bool {
        if case .done = status { true } else { false }
    }

    /// The number of the attempt that is under way, as the state has it.
    @usableFromInline var attempt: Int? { status.attempt }

    /// The output without pending changes.
    var confirmedOutput: Output? { edits.map(\.base) ?? output }

    /// The run that is to be under way.
    var run: RequestRun<Input>? { status.run }

    // MARK: Running

    /// Starts the request; a run that is under way is replaced.
    public mutating func start(_ input: Input) {
        status = .running(input, replacing: run)
        isOutdated = false
    }

    /// Starts the request unless it is under way.
    public mutating func startIfIdle(_ input: Input) {
        if !isRunning { start(input) }
    }

    /// Cancels what is under way: the request is idle then.
    ///
    /// Nothing happens in other phases.
    public mutating func cancel() { status.cancel() }

    /// Starts a request that has failed anew, with the same input.
    ///
    /// Nothing happens in other phases.
    public mutating func retry() {
        if case .failed(let input, _) = status { start(input) }
    }

    /// Cancels what is under way, and forgets the output and all pending changes.
    public mutating func reset() {
        output = nil
        status = .idle
        edits = nil
        isOutdated = false
    }

    // MARK: Changes that are shown at once

    /// Shows a change of the output at once, before it was confirmed.
    ///
    /// ```swift
    /// let edit = post.edit { $0.isLiked = true }
    /// post.rollback(edit)
    /// ```
    ///
    /// An answer that comes meanwhile becomes what the change is applied to, and what is shown after
    /// a rollback. One that was asked for before the change was confirmed may not have it: then the
    /// request is made once more, and what is shown stays until that answer.
    ///
    /// - Parameter change: Changes the output. It is applied again to each answer that comes, and
    ///   when an earlier change is rolled back. While there is no output, it waits for one.
    /// - Returns: The number of the change, for ``confirm(_:)`` and ``rollback(_:)``. The state counts
    ///   changes: one that was kept, and is restored, gives later changes the numbers of those that were
    ///   made since it was kept.
    @discardableResult public mutating func edit(
        _ change: @escaping @Sendable (inout Output) -> Void
    ) -> RequestEdit {
        let id = RequestEdit(number: editCount)
        editCount += 1
        var edits = edits ?? RequestEdits(base: output)
        edits.append(id, change)
        output = edits.shown
        self.edits = edits
        return id
    }

    /// Ends a change: it is part of the output from now on.
    ///
    /// - Parameter edit: The change; the oldest one that is pending if it is nil. Nothing happens if
    ///   it is not pending any more.
    public mutating func confirm(_ edit: RequestEdit? = nil) { end(edit, isConfirmed: true) }

    /// Ends a change: it is shown no more.
    ///
    /// Others that are pending still are.
    ///
    /// - Parameter edit: The change; the oldest one that is pending if it is nil. Nothing happens if
    ///   it is not pending any more.
    public mutating func rollback(_ edit: RequestEdit? = nil) { end(edit, isConfirmed: false) }

    private mutating func end(_ id: RequestEdit?, isConfirmed: Bool) {
        guard var edits, edits.end(id, isConfirmed: isConfirmed) else { return }
        isOutdated = isOutdated || isConfirmed && isRunning
        output = edits.shown ?? output
        self.edits = edits
        guard edits.isEmpty else { return }
        self.edits = nil
        if edits.isUncertain, !isRunning, let input = status.input { start(input) }
    }

    // MARK: Answers

    /// Takes the answer of what is under way, as the feature does; in other phases nothing happens.
    ///
    /// ```swift
    /// test.receive(.titles(.answered(["tea"]))) { $0.titles.answer(["tea"]) }
    /// ```
    ///
    /// If a change was confirmed since the request began, the answer may not have it: it is dropped,
    /// and the request begins anew.
    public mutating func answer(_ output: Output) {
        guard let run else { return }
        if isOutdated {
            start(run.input)
            return
        }
        status = .done(run.input)
        edits?.rebase(on: output)
        self.output = edits.map(\.shown) ?? output
    }

    /// Takes the failure of what is under way, as the feature does; in other phases nothing happens.
    public mutating func fail(_ failure: Failure) { status.fail(failure) }

    /// Takes the number of a further attempt, as the feature does.
    ///
    /// Nothing happens if the request is not under way.
    public mutating func noteAttempt(_ attempt: Int) { status.noteAttempt(attempt) }
}

extension TypedRequest.Phase: Equatable where Input: Equatable, Failure: Equatable {}
extension TypedRequest.Phase: Hashable where Input: Hashable, Failure: Hashable {}

extension TypedRequest: Equatable where Input: Equatable, Output: Equatable, Failure: Equatable {
    /// Returns true if both show the same, and the same number of changes is pending.
    public static func == (lhs: TypedRequest, rhs: TypedRequest) -> Bool {
        lhs.status == rhs.status && lhs.output == rhs.output && lhs.confirmedOutput == rhs.confirmedOutput
            && lhs.pendingEdits.count == rhs.pendingEdits.count
    }
}

extension TypedRequest: CustomReflectable {
    /// What is shown, without the identity of a run.
    public var customMirror: Mirror {
        var children: [Mirror.Child] = [("phase", phase), ("output", output as Any)]
        if let edits {
            children += [("confirmedOutput", edits.base as Any), ("pendingEdits", edits.ids.count)]
        }
        return Mirror(self, children: children, displayStyle: .struct)
    }
}

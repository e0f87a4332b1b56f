// SPDX-License-Identifier: MIT

import RexCore

/// A request with failures of type ``RequestFailure``; see ``TypedRequest``.
public typealias Request<Input: Sendable, Output: Sendable> = TypedRequest<Input, Output, RequestFailure>

/// A request as state: whether it is running, its output, and its failure.
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
/// Any reducer may start and cancel it. Rex runs exactly the requests that the state says are
/// running, and compares after every action. If the state does not contain a run any more, the run
/// is cancelled, and its answer is dropped even if it is queued already.
///
/// Two requests are equal if they show the same, in any run. A request that is encoded while it
/// runs is decoded as idle. Pending changes are not encoded.
public struct TypedRequest<Input: Sendable, Output: Sendable, Failure: Sendable>: Sendable {
    /// The phase of a request.
    public enum Phase: Sendable {
        /// The request was not started, or was cancelled.
        case idle
        /// The request is running.
        ///
        /// Attempts are counted from 1.
        case running(Input, attempt: Int)
        /// The last attempt has failed.
        case failed(Input, Failure)
        /// The answer has arrived.
        case done(Input)
    }

    /// The last answer with all pending changes.
    ///
    /// It is kept while the request runs again, and when it fails or is cancelled.
    public private(set) var output: Output?
    var status: RequestStatus<Input, Failure>
    /// The pending changes, or nil without any.
    private var edits: RequestEdits<Output>?
    /// The number of the next change.
    var editCount = 0
    /// Whether a change was confirmed after the beginning of the run, so that the answer may not
    /// contain it.
    var isOutdated = false

    /// Makes a request that was not started.
    ///
    /// - Parameter output: The output to show before an answer.
    public init(output: Output? = nil) {
        self.init(output: output, status: .idle)
    }

    init(output: Output?, status: RequestStatus<Input, Failure>) {
        self.output = output
        self.status = status
        #if DEBUG
        UnhandledRuns.collect
        #endif
    }

    /// The phase of the request.
    public var phase: Phase {
        switch status {
        case .idle: .idle
        case .running(let run, let attempt): .running(run.input, attempt: attempt)
        case .failed(let input, let failure): .failed(input, failure)
        case .done(let input): .done(input)
        }
    }

    /// Whether the request is running.
    public var isRunning: Bool { run != nil }

    /// The reason of the last failure.
    ///
    /// Nil in any other phase.
    public var failure: Failure? { status.failure }

    /// The changes that are neither confirmed nor rolled back, in order.
    public var pendingEdits: [RequestEdit] { edits?.ids ?? [] }

    var isDone: Bool {
        if case .done = status { true } else { false }
    }

    /// The number of the current attempt in the state.
    @usableFromInline var attempt: Int? { status.attempt }

    /// The output without pending changes.
    var confirmedOutput: Output? { edits.map(\.base) ?? output }

    /// The run that the feature has to run.
    var run: RequestRun<Input>? { status.run }

    // MARK: Starting and cancelling

    /// Starts the request.
    ///
    /// Replaces a running one.
    public mutating func start(_ input: Input) {
        status = .running(input, replacing: run)
        isOutdated = false
    }

    /// Starts the request unless it is running.
    public mutating func startIfIdle(_ input: Input) {
        if !isRunning { start(input) }
    }

    /// Cancels the running request, which becomes idle.
    ///
    /// Does nothing in other phases.
    public mutating func cancel() { status.cancel() }

    /// Starts a failed request again, with the same input.
    ///
    /// Does nothing in other phases.
    public mutating func retry() {
        if case .failed(let input, _) = status { start(input) }
    }

    /// Cancels the running request, and drops the output and all pending changes.
    public mutating func reset() {
        output = nil
        status = .idle
        edits = nil
        isOutdated = false
    }

    // MARK: Optimistic changes

    /// Shows a change of the output at once, before it is confirmed.
    ///
    /// ```swift
    /// let edit = post.edit { $0.isLiked = true }
    /// post.rollback(edit)
    /// ```
    ///
    /// An answer that arrives meanwhile is the new base of the change, and is shown after a
    /// rollback. An answer of a request from before the confirmation may not contain the change. So
    /// the request runs again, and the current output is shown until that answer.
    ///
    /// - Parameter change: Changes the output. It is applied again to each answer, and when an
    ///   earlier change is rolled back. Without an output, it waits for one.
    /// - Returns: The number of the change, for ``confirm(_:)`` and ``rollback(_:)``. The state
    ///   counts changes, so a restored older state uses the same numbers again.
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

    /// Confirms a change, which becomes part of the output.
    ///
    /// - Parameter edit: The change, or nil for the oldest pending one. Does nothing if the change
    ///   is not pending.
    public mutating func confirm(_ edit: RequestEdit? = nil) { end(edit, isConfirmed: true) }

    /// Rolls a change back, so that it is not shown any more.
    ///
    /// Other pending changes are kept.
    ///
    /// - Parameter edit: The change, or nil for the oldest pending one. Does nothing if the change
    ///   is not pending.
    public mutating func rollback(_ edit: RequestEdit? = nil) { end(edit, isConfirmed: false) }

    /// Adds decoded changes, whose functions were not encoded: the first one makes what was shown.
    mutating func restore(_ ids: [RequestEdit], shown: Output?) {
        guard !ids.isEmpty else { return }
        var edits = RequestEdits(base: output)
        for (index, id) in ids.enumerated() {
            edits.append(id) { output in if index == 0, let shown { output = shown } }
        }
        output = edits.shown
        self.edits = edits
    }

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

    /// Sets the answer of the running request, as the feature does.
    ///
    /// Does nothing in other phases.
    ///
    /// ```swift
    /// test.receive(.titles(.answered(["tea"]))) { $0.titles.answer(["tea"]) }
    /// ```
    ///
    /// If a change was confirmed after the beginning of the run, the answer may not contain it.
    /// Then the answer is dropped and the request starts again.
    public mutating func answer(_ output: Output) {
        guard let run else { return }
        if isOutdated {
            start(run.input)
            return
        }
        status = .done(run.input)
        edits?.rebase(on: output)
        if let edits { self.output = edits.shown } else { self.output = output }
    }

    /// Sets the failure of the running request, as the feature does.
    ///
    /// Does nothing in other phases.
    public mutating func fail(_ failure: Failure) { status.fail(failure) }

    /// Sets the number of a further attempt, as the feature does.
    ///
    /// Does nothing if the request is not running.
    public mutating func noteAttempt(_ attempt: Int) { status.noteAttempt(attempt) }
}

extension TypedRequest.Phase: Equatable where Input: Equatable, Failure: Equatable {}
extension TypedRequest.Phase: Hashable where Input: Hashable, Failure: Hashable {}

extension TypedRequest: Equatable where Input: Equatable, Output: Equatable, Failure: Equatable {
    /// Returns whether both show the same and have the same number of pending changes.
    public static func == (lhs: TypedRequest, rhs: TypedRequest) -> Bool {
        lhs.status == rhs.status && lhs.output == rhs.output && lhs.confirmedOutput == rhs.confirmedOutput
            && lhs.pendingEdits.count == rhs.pendingEdits.count
    }
}

extension TypedRequest: CustomReflectable {
    /// The visible values, without the identity of a run.
    public var customMirror: Mirror {
        var children: [Mirror.Child] = [("phase", phase), ("output", output as Any)]
        if let edits {
            children += [("confirmedOutput", edits.base as Any), ("pendingEdits", edits.ids.count)]
        }
        return Mirror(self, children: children, displayStyle: .struct)
    }
}

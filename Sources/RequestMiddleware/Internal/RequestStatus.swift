// SPDX-License-Identifier: MIT

/// The status of a request together with its run, so that they cannot disagree.
enum RequestStatus<Input: Sendable, Failure: Sendable>: Sendable {
    case idle
    case running(RequestRun<Input>, attempt: Int)
    case failed(Input, Failure)
    case done(Input)

    /// Begins a run.
    static func running(_ input: Input, replacing old: RequestRun<Input>? = nil) -> RequestStatus {
        let run = RequestRun(input, replacing: old)
        #if DEBUG
        run.noteBegun()
        #endif
        return .running(run, attempt: 1)
    }

    var run: RequestRun<Input>? {
        if case .running(let run, _) = self { run } else { nil }
    }

    var attempt: Int? {
        if case .running(_, let attempt) = self { attempt } else { nil }
    }

    var failure: Failure? {
        if case .failed(_, let failure) = self { failure } else { nil }
    }

    /// The input of the current or the last run.
    var input: Input? {
        switch self {
        case .idle: nil
        case .running(let run, _): run.input
        case .failed(let input, _), .done(let input): input
        }
    }

    /// Starts a failed run again.
    ///
    /// Does nothing in any other status.
    mutating func retry() {
        if case .failed(let input, _) = self { self = .running(input) }
    }

    mutating func cancel() {
        if run != nil { self = .idle }
    }

    mutating func noteAttempt(_ attempt: Int) {
        if let run { self = .running(run, attempt: attempt) }
    }

    mutating func fail(_ failure: Failure) {
        if let run { self = .failed(run.input, failure) }
    }
}

// Runs are compared by their inputs: states that only differ in the identity of a run are equal.
extension RequestStatus: Equatable where Input: Equatable, Failure: Equatable {
    static func == (lhs: RequestStatus, rhs: RequestStatus) -> Bool {
        switch (lhs, rhs) {
        case (.idle, .idle): true
        case (.running(let lhs, let attempt), .running(let rhs, let other)): lhs.input == rhs.input && attempt == other
        case (.failed(let lhs, let failure), .failed(let rhs, let other)): lhs == rhs && failure == other
        case (.done(let lhs), .done(let rhs)): lhs == rhs
        default: false
        }
    }
}

extension RequestStatus: Encodable where Input: Encodable, Failure: Encodable {}
extension RequestStatus: Decodable where Input: Decodable, Failure: Decodable {}

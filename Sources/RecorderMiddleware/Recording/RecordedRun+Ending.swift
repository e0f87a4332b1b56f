// SPDX-License-Identifier: MIT

import RexCore

extension RecordedRun.Ending {
    /// - Parameter text: Returns the text of an error.
    init(_ ending: StoreTask.Ending?, text: (any Error) -> String) {
        self =
            switch ending {
            case .none: .running
            case .returned: .returned
            case .failed(let error, let isCaught): .failed(text(error), isCaught: isCaught)
            case .timedOut(let duration): .timedOut(after: duration)
            case .cancelled(let number): .cancelled(by: number)
            case .endedWithStore: .endedWithStore
            }
    }

    /// The name of the ending in file formats.
    var kind: String {
        switch self {
        case .running: "running"
        case .returned: "returned"
        case .failed: "failed"
        case .timedOut: "timedOut"
        case .cancelled: "cancelled"
        case .endedWithStore: "endedWithStore"
        }
    }

    /// The text of the error, or the time limit.
    var text: String? {
        switch self {
        case .failed(let text, _): text
        case .timedOut(let duration): "\(duration)"
        case .running, .returned, .cancelled, .endedWithStore: nil
        }
    }

    /// The number of the action that cancelled the run.
    package var canceller: Int? {
        if case .cancelled(let number) = self { number } else { nil }
    }

    var isCancelled: Bool {
        if case .cancelled = self { true } else { false }
    }

    /// The exceeded time limit, or nil.
    var limit: Duration? {
        if case .timedOut(let duration) = self { duration } else { nil }
    }

    /// Whether the error was caught, or nil without an error.
    var isCaught: Bool? {
        if case .failed(_, let isCaught) = self { isCaught } else { nil }
    }
}

/// The fields of an ending in a file: its code, a number, and a text.
struct RunEndField {
    let code: UInt32
    let number: Int
    let text: String

    init(_ ending: RecordedRun.Ending) {
        (code, number, text) =
            switch ending {
            case .running, .returned: (0, 0, "")
            case .cancelled(let number): (1, number ?? 0, "")
            case .failed(let text, let isCaught): (isCaught ? 3 : 2, 0, text)
            case .timedOut(let duration): (4, Int(clamping: duration.nanoseconds), "")
            case .endedWithStore: (5, 0, "")
            }
    }

    /// Returns the ending, or nil if the fields are invalid.
    static func ending(_ code: UInt32, _ number: Int, _ text: String) -> RecordedRun.Ending? {
        switch code {
        case 0: .returned
        case 1: .cancelled(by: number == 0 ? nil : number)
        case 2, 3: .failed(text, isCaught: code == 3)
        case 4: .timedOut(after: .nanoseconds(number))
        case 5: .endedWithStore
        default: nil
        }
    }
}

// SPDX-License-Identifier: MIT

import RexCore

/// Measures in one store how long the keys of ``AgingKeys`` have waited.
@usableFromInline final class AgingTimer: Hashable, Sendable, CustomStringConvertible {
    private struct Mark: Sendable {
        let number: Int
        /// The time since the beginning of the run.
        let time: Duration
    }

    private struct Contents: Sendable {
        var newest = 0
        var marks: ArraySlice<Mark> = []
        /// Returns the time since the beginning of the run.
        var time: @Sendable () -> Duration = { .zero }
    }

    let run: RequestRun<RequestsAge>
    /// Signals that there are marks.
    @usableFromInline let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let contents = Lock(Contents())

    init(_ run: RequestRun<RequestsAge>) {
        self.run = run
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    @usableFromInline var age: RequestsAge { run.input }

    /// The name of the timer in trails and tests.
    @usableFromInline var description: String { run.description }

    /// The time of the oldest mark.
    @usableFromInline var first: Duration? { contents.withLock { $0.marks.first?.time } }

    /// Starts the measurement.
    ///
    /// Returns a function for the time since then.
    @usableFromInline func begin(by clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        let time: @Sendable () -> Duration = { start.duration(to: clock.now) }
        contents.withLock { $0.time = time }
        return time
    }

    /// Adds a mark with the current time if the number of the newest key has changed.
    ///
    /// If an older state was restored, the number is lower than the last one, and higher numbers
    /// are used again.
    func see(_ number: Int) {
        let now = contents.withLock { $0.time }()
        let isNew = contents.withLock { contents in
            guard contents.newest != number else { return false }
            contents.newest = number
            while let last = contents.marks.last, last.number > number { contents.marks.removeLast() }
            guard contents.marks.last?.number != number else { return false }
            contents.marks.append(Mark(number: number, time: now))
            return true
        }
        if isNew { signal.yield() }
    }

    /// Removes the marks up to a time, and returns the number of the last one.
    @usableFromInline func removeMarks(upTo time: Duration) -> Int? {
        contents.withLock { contents in
            let due = contents.marks.prefix { $0.time <= time }
            contents.marks.removeFirst(due.count)
            return due.last?.number
        }
    }

    @usableFromInline static func == (lhs: AgingTimer, rhs: AgingTimer) -> Bool { lhs === rhs }

    @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

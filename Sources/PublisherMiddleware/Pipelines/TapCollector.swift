// SPDX-License-Identifier: MIT

internal import RexCore

/// Notes which taps are made while the body of an action runs, on the thread or task that runs it.
final class TapCollector: Sendable {
    @TaskLocal static var current: TapCollector?

    private let taps = Lock<[any EndingTap]>([])

    static func collect(in body: () -> Void) -> [any EndingTap] {
        let collector = TapCollector()
        $current.withValue(collector) { body() }
        return collector.taps.withLock { $0 }
    }

    func note(_ tap: some EndingTap) {
        taps.withLock { $0.append(tap) }
    }
}

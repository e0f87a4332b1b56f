// SPDX-License-Identifier: MIT

internal import RexCore

/// Collects the taps that are made while the body of an action runs, on its thread or task.
final class TapCollector: Sendable {
    @TaskLocal static var current: TapCollector?

    private let taps = Lock<[any EndingTap]>([])

    static func collect(in body: () -> Void) -> [any EndingTap] {
        let collector = TapCollector()
        $current.withValue(collector) { body() }
        return collector.taps.withLock { $0 }
    }

    func add(_ tap: some EndingTap) {
        taps.withLock { $0.append(tap) }
    }
}

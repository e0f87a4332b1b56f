// SPDX-License-Identifier: MIT

import Dispatch
import PublisherKit

/// A scheduler whose clock is moved by the test.
final class ManualScheduler: Scheduler {
    typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
    typealias SchedulerOptions = Never

    private(set) var now = SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1_000_000_000))
    let minimumTolerance: SchedulerTimeType.Stride = 0
    private var waiting: [(date: SchedulerTimeType, action: () -> Void)] = []

    var isIdle: Bool { waiting.isEmpty }

    func schedule(options: Never?, _ action: @escaping () -> Void) {
        waiting.append((now, action))
    }

    func schedule(
        after date: SchedulerTimeType,
        tolerance: SchedulerTimeType.Stride,
        options: Never?,
        _ action: @escaping () -> Void
    ) {
        waiting.append((date, action))
    }

    func schedule(
        after date: SchedulerTimeType,
        interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride,
        options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        var isOn = true
        func tick() {
            guard isOn else { return }
            waiting.append((now.advanced(by: interval), tick))
            action()
        }
        waiting.append((date, tick))
        return AnyCancellable { isOn = false }
    }

    /// Moves the clock and runs the closures that are due, in order.
    func advance(_ milliseconds: Int) {
        let end = now.advanced(by: .milliseconds(milliseconds))
        while let index = nextIndex(until: end) {
            let next = waiting.remove(at: index)
            now = max(now, next.date)
            next.action()
        }
        now = end
    }

    private func nextIndex(until end: SchedulerTimeType) -> Int? {
        waiting.indices.filter { waiting[$0].date <= end }.min { waiting[$0].date < waiting[$1].date }
    }
}

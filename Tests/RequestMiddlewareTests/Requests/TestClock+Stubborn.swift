// SPDX-License-Identifier: MIT

import Dispatch
import PublisherKit
import PublisherTesting
import RexTesting

extension TestClock {
    /// Sleeps until the end even if the task is cancelled.
    func sleepStubbornly(for span: Duration) async {
        let scheduler = TestScheduler(clock: self)
        await withCheckedContinuation { continuation in
            let end = scheduler.now.advanced(by: .milliseconds(Int(span / .milliseconds(1))))
            scheduler.schedule(after: end, tolerance: 0, options: nil) { continuation.resume() }
        }
    }
}

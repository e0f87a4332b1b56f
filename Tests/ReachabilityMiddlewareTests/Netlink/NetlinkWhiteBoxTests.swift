// SPDX-License-Identifier: MIT

#if os(Linux)

import Foundation
import RexTestSupport
import Testing

@testable import ReachabilityMiddleware

@Suite struct NetlinkWhiteBoxTests {
    /// A reader that tried again would never end, so the alarm ends it.
    ///
    /// The process is one of its own, in which nobody else gets the descriptor that was closed.
    @Test func closedSocketIsReadNoMoreAndCountsAsAChange() async {
        await #expect(processExitsWith: .success) {
            alarm(10)
            var reader = try NetlinkReader()
            let changes = try NetlinkSocket.forChanges()
            precondition(!reader.drain(changes))
            changes.close()
            precondition(reader.drain(changes))
            reader.close()
        }
    }

    /// The handler of a run may be at work already when it is cancelled, but not in every run.
    @Test func runThatIsCancelledAtOnceReportsNoPath() throws {
        let notified = Recorder<Int>()
        let runs = 200
        for number in 0..<runs {
            let closed = Gate()
            let monitor = PathMonitor.netlink { closed.open() }
            monitor.start { _ in notified.record(number) }()
            closed.wait()
        }
        #expect(notified.events.count < runs)
    }
}

#endif

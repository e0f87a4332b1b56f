// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

@Suite(.needsOwnSignalHandlers) struct StopSignalTests {
    @Test func stopIsProcessedBeforeTheProcessStopsAndContinuationAfterwards() throws {
        let app = try ProbeApp("chain")
        for _ in 1...3 {
            app.child.signal(SIGTSTP)
            #expect(app.child.waitForStop() == SIGTSTP)
            // The child is stopped, so these lines were printed before.
            #expect(app.child.nextLines(3) == ProbeApp.background + ["end of chain"])
            app.child.signal(SIGCONT)
            #expect(app.child.waitForContinuation())
            #expect(app.child.nextLines(2) == ProbeApp.start)
        }
        app.child.closeInput()
        #expect(app.child.remainingOutput() == "")
        #expect(app.child.waitForExit() == .exited(0))
    }

    @Test(arguments: ["threads", "masked", "queue"])
    func stopsWorkWithThreadsMasksAndQueues(option: String) throws {
        let app = try ProbeApp(option)
        app.child.signal(SIGTSTP)
        #expect(app.child.waitForStop() == SIGTSTP)
        #expect(app.child.nextLines(2) == ProbeApp.background)
        app.child.signal(SIGCONT)
        #expect(app.child.nextLines(2) == ProbeApp.start)
        app.child.signal(SIGTERM)
        #expect(app.child.nextLines(3) == ProbeApp.background + ["terminate \(SIGTERM)"])
        #expect(app.child.waitForExit() == .exited(0))
    }

    @Test func stopWaitsForAStoreThatAnotherThreadIsDraining() throws {
        let app = try ProbeApp("sent")
        app.child.write("work\n")
        #expect(app.child.nextLine() == "waiting")
        app.child.signal(SIGTSTP)
        #expect(app.lines(until: "sent didEnterBackground") == [])
        app.child.write("go on\n")
        #expect(app.child.waitForStop() == SIGTSTP)
        let lines = app.lines(until: "didEnterBackground backgroundInactive")
        #expect(lines.filter { $0 != "done work" } == ProbeApp.background)
    }

    @Test func continuationAfterAStopByAnotherSignalIsSentToo() throws {
        let app = try ProbeApp()
        app.child.signal(SIGSTOP)
        #expect(app.child.waitForStop() == SIGSTOP)
        app.child.signal(SIGCONT)
        #expect(app.child.nextLines(2) == ["willEnterForeground foregroundActive", "didBecomeActive foregroundActive"])
        app.child.signal(SIGCONT)
        #expect(app.child.nextLines(2) == ["willEnterForeground foregroundActive", "didBecomeActive foregroundActive"])
    }

    /// Each new store sends a message to the thread that handles signals.
    @Test func stopWorksAfterAContinuationWhileStoresAreMadeAllTheTime() throws {
        let app = try ProbeApp()
        for _ in 1...3 {
            #expect(app.reply(to: "crowd").contains("guarded"))
            app.child.signal(SIGTSTP)
            #expect(app.child.waitForStop() == SIGTSTP)
            app.child.signal(SIGCONT)
        }
    }

    @Test func continuationBeforeTheStopReplacesIt() throws {
        let app = try ProbeApp("slow", "queue", "sent")
        for _ in 1...3 {
            app.child.signal(SIGTSTP)
            #expect(app.lines(until: "sent didEnterBackground", "waiting") == ProbeApp.background + ["waiting"])
            app.child.signal(SIGCONT)
            #expect(app.lines(until: "sent didBecomeActive") == [])
            app.child.write("\n")
            #expect(app.lines(until: "didBecomeActive foregroundActive") == ProbeApp.start)
        }
    }

    @Test func orphanedProcessReturnsToTheForeground() throws {
        // A process in its own session is an orphaned process group, and the system discards its
        // stops.
        let path = ChildProcess.productsDirectory + "/LifecycleProbe"
        let app = try ChildProcess(running: "setsid", arguments: [path])
        #expect(app.nextLines(3) == ProbeApp.start + ["ready"])
        for _ in 1...2 {
            app.signal(SIGTSTP)
            #expect(app.nextLines(4) == ProbeApp.background + ProbeApp.start)
        }
    }

    @Test func twoHundredRapidStopsAndContinuationsLeaveTheProcessRunning() throws {
        for _ in 1...10 {
            let app = try ProbeApp()
            for _ in 1...200 {
                app.child.signal(SIGTSTP)
                app.child.signal(SIGCONT)
            }
            var lines = app.reply(to: "anything")
            app.child.signal(SIGTERM)
            lines += app.child.remainingOutput().split(separator: "\n").map(String.init)
            #expect(app.child.waitForExit() == .exited(0))
            #expect(lines.popLast() == "terminate \(SIGTERM)")
            // The two actions of a signal are always adjacent and in order.
            let names = lines.compactMap { $0.split(separator: " ").first.map(String.init) }
            let pairs = stride(from: 0, to: names.count, by: 2).map { Array(names[$0..<min($0 + 2, names.count)]) }
            let known = [["willBecomeInactive", "didEnterBackground"], ["willEnterForeground", "didBecomeActive"]]
            #expect(pairs.filter { !known.contains($0) } == [])
        }
    }

    @Test func twoHundredSeparateStopsAreAllSentInOrder() throws {
        let app = try ProbeApp()
        for round in 1...200 {
            app.child.signal(SIGTSTP)
            #expect(app.child.nextLines(2) == ProbeApp.background, "round \(round)")
            #expect(app.child.waitForStop() == SIGTSTP)
            app.child.signal(SIGCONT)
            #expect(app.child.nextLines(2) == ProbeApp.start, "round \(round)")
        }
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

@Suite struct EndingSignalTests {
    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func endingSignalIsProcessedBeforeOnTerminate(signal: Int32) throws {
        let app = try ProbeApp("chain")
        app.child.signal(signal)
        let expected = ProbeApp.background + ["end of chain", "terminate \(signal)"]
        #expect(app.child.remainingOutput() == expected.joined(separator: "\n") + "\n")
        #expect(app.child.waitForExit() == .exited(0))
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func processWithoutOnTerminateEndsByItsSignal(signal: Int32) throws {
        let app = try ProbeApp("standard")
        app.child.signal(signal)
        #expect(app.child.remainingOutput() == ProbeApp.background.joined(separator: "\n") + "\n")
        #expect(app.child.waitForExit() == .signalled(signal))
    }

    @Test(arguments: [(SIGTERM, SIGTERM), (SIGINT, SIGINT), (SIGHUP, SIGTERM), (SIGTERM, SIGINT)])
    func secondEndingSignalEndsTheProcessWhileTheFirstIsProcessed(first: Int32, second: Int32) throws {
        let app = try ProbeApp("slow")
        app.child.signal(first)
        #expect(app.child.nextLines(3) == ProbeApp.background + ["waiting"])
        app.child.signal(second)
        #expect(app.child.waitForExit() == .signalled(second))
        #expect(app.child.remainingOutput() == "")
    }

    @Test func secondEndingSignalEndsTheProcessDuringASlowOnTerminate() throws {
        let app = try ProbeApp("stay")
        app.child.signal(SIGINT)
        #expect(app.child.nextLines(3) == ProbeApp.background + ["terminate \(SIGINT)"])
        app.child.signal(SIGTSTP)
        #expect(app.child.waitForStop() == SIGTSTP)
        app.child.signal(SIGCONT)
        #expect(app.child.waitForContinuation())
        app.child.signal(SIGHUP)
        #expect(app.child.remainingOutput() == "")
        #expect(app.child.waitForExit() == .signalled(SIGHUP))
    }

    @Test func endingSignalBeforeTheStopReplacesIt() throws {
        let app = try ProbeApp("slow", "queue", "sent")
        app.child.signal(SIGTSTP)
        #expect(app.lines(until: "sent didEnterBackground", "waiting") == ProbeApp.background + ["waiting"])
        app.child.signal(SIGTERM)
        #expect(app.lines(until: "sent didEnterBackground") == [])
        app.child.write("\n")
        #expect(app.child.nextLines(3) == ProbeApp.repeatedBackground + ["waiting"])
        app.child.write("\n")
        #expect(app.child.remainingOutput() == "terminate \(SIGTERM)\n")
        #expect(app.child.waitForExit() == .exited(0))
    }

    @Test func pendingSignalsOfAStoppedProcessAreAllHandled() throws {
        let app = try ProbeApp("stay")
        app.child.signal(SIGSTOP)
        #expect(app.child.waitForStop() == SIGSTOP)
        app.child.signal(SIGHUP)
        app.child.signal(SIGTERM)
        app.child.signal(SIGCONT)
        // The two ending signals differ. The second one ends the process at once, whichever is
        // delivered first.
        let ending = app.child.waitForExit()
        #expect([.signalled(SIGHUP), .signalled(SIGTERM)].contains(ending))
    }

    @Test func allStoresGetASignalAndEachOnTerminateIsCalled() throws {
        let child = try ChildProcess(product: "LifecycleProbe", arguments: ["twice"], ownGroup: true)
        #expect(child.nextLines(5) == ProbeApp.start + ProbeApp.start.map { "*" + $0 } + ["ready"])
        let both = ProbeApp.background + ProbeApp.background.map { "*" + $0 }
        child.signal(SIGTSTP)
        #expect(child.waitForStop() == SIGTSTP)
        #expect(child.nextLines(4) == both)
        child.signal(SIGCONT)
        #expect(child.nextLines(4) == ProbeApp.start + ProbeApp.start.map { "*" + $0 })
        child.signal(SIGTERM)
        #expect(child.nextLines(6) == both + ["terminate \(SIGTERM)", "*terminate \(SIGTERM)"])
    }
}

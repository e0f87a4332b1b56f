// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

@Suite(.needsOwnSignalHandlers) struct SignalDispositionTests {
    @Test(arguments: [[], ["handlers"], ["threads"], ["masked"]])
    func releasingTheStoreRestoresDispositionsAndMasks(options: [String]) throws {
        let child = try ChildProcess(product: "LifecycleProbe", arguments: options + ["late"], ownGroup: true)
        #expect(child.nextLine() == "ready")
        let app = ProbeApp(child: child)
        let before = app.reply(to: "signals")
        #expect(before.count == 6)
        for _ in 1...3 {
            #expect(app.reply(to: "make") == ProbeApp.start)
            let during = app.reply(to: "signals")
            #expect(zip(before, during).prefix(5).allSatisfy { $0 != $1 })
            #expect(app.reply(to: "drop") == [])
            #expect(app.reply(to: "signals") == before)
        }
    }

    @Test func signalsActAsBeforeOnceTheStoreIsReleased() throws {
        let app = try ProbeApp()
        #expect(app.reply(to: "drop") == [])
        app.child.signal(SIGTSTP)
        #expect(app.child.waitForStop() == SIGTSTP)
        app.child.signal(SIGCONT)
        app.child.signal(SIGTERM)
        #expect(app.child.remainingOutput() == "")
        #expect(app.child.waitForExit() == .signalled(SIGTERM))
    }

    @Test func laterStoreListensAgain() throws {
        let app = try ProbeApp("stay")
        app.child.signal(SIGINT)
        #expect(app.child.nextLines(3) == ProbeApp.background + ["terminate \(SIGINT)"])
        #expect(app.reply(to: "drop") == [])
        #expect(app.reply(to: "make") == ProbeApp.start)
        app.child.signal(SIGHUP)
        #expect(app.child.nextLines(3) == ProbeApp.background + ["terminate \(SIGHUP)"])
    }

    @Test func laterStoreStopsEvenIfTheProcessWasContinuedWithoutAStore() throws {
        let app = try ProbeApp()
        #expect(app.reply(to: "drop") == [])
        app.child.signal(SIGSTOP)
        #expect(app.child.waitForStop() == SIGSTOP)
        app.child.signal(SIGCONT)
        #expect(app.reply(to: "make") == ProbeApp.start)
        app.child.signal(SIGTSTP)
        #expect(app.child.waitForStop() == SIGTSTP)
        #expect(app.child.nextLines(2) == ProbeApp.background)
    }

    @Test(arguments: [(SIGINT, SIGTERM), (SIGTERM, SIGINT), (SIGHUP, SIGINT), (SIGTSTP, SIGINT)])
    func ignoredSignalStaysIgnored(ignored: Int32, other: Int32) throws {
        let app = try ProbeApp(ignoring: [ignored])
        app.child.signal(ignored)
        #expect(app.reply(to: "anything") == [])
        app.child.signal(other)
        #expect(app.child.nextLines(3) == ProbeApp.background + ["terminate \(other)"])
        #expect(app.child.waitForExit() == .exited(0))
    }

    @Test func ignoredContinuationIsSent() throws {
        let app = try ProbeApp(ignoring: [SIGCONT])
        app.child.signal(SIGTSTP)
        #expect(app.child.waitForStop() == SIGTSTP)
        #expect(app.child.nextLines(2) == ProbeApp.background)
        app.child.signal(SIGCONT)
        #expect(app.child.nextLines(2) == ProbeApp.start)
    }

    @Test func ignoredDispositionsAreNeverChanged() throws {
        let app = try ProbeApp(ignoring: [SIGINT, SIGTERM, SIGHUP, SIGTSTP])
        let during = app.reply(to: "signals")
        #expect(app.reply(to: "drop") == [])
        let afterwards = app.reply(to: "signals")
        // The last two lines are SIGCONT and the threads.
        #expect(during.count == 6)
        #expect(during.dropLast(2) == afterwards.dropLast(2))
    }
}

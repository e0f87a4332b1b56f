// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

@Suite(.needsOwnSignalHandlers) struct SignalDispositionTests {
    @Test(arguments: [[], ["handlers"], ["threads"], ["masked"]])
    func droppingTheStoreRestoresDispositionsAndMasks(options: [String]) throws {
        let child = try ChildProcess(product: "LifecycleProbe", arguments: options + ["late"], ownGroup: true)
        #expect(child.nextLine() == "ready")
        let app = ProbeApp(child: child)
        let before = app.ask("signals")
        #expect(before.count == 6)
        for _ in 1...3 {
            #expect(app.ask("make") == ProbeApp.start)
            let during = app.ask("signals")
            #expect(zip(before, during).prefix(5).allSatisfy { $0 != $1 })
            #expect(app.ask("drop") == [])
            #expect(app.ask("signals") == before)
        }
    }

    @Test func signalsActAsBeforeOnceTheStoreIsDropped() throws {
        let app = try ProbeApp()
        #expect(app.ask("drop") == [])
        app.child.signal(SIGTSTP)
        #expect(app.child.waitForStop() == SIGTSTP)
        app.child.signal(SIGCONT)
        app.child.signal(SIGTERM)
        #expect(app.child.remainingOutput() == "")
        #expect(app.child.waitForExit() == .signalled(SIGTERM))
    }

    @Test func aLaterStoreListensAgain() throws {
        let app = try ProbeApp("stay")
        app.child.signal(SIGINT)
        #expect(app.child.nextLines(3) == ProbeApp.background + ["terminate \(SIGINT)"])
        #expect(app.ask("drop") == [])
        #expect(app.ask("make") == ProbeApp.start)
        app.child.signal(SIGHUP)
        #expect(app.child.nextLines(3) == ProbeApp.background + ["terminate \(SIGHUP)"])
    }

    @Test func aLaterStoreStopsThoughTheProcessWasContinuedWithoutIt() throws {
        let app = try ProbeApp()
        #expect(app.ask("drop") == [])
        app.child.signal(SIGSTOP)
        #expect(app.child.waitForStop() == SIGSTOP)
        app.child.signal(SIGCONT)
        #expect(app.ask("make") == ProbeApp.start)
        app.child.signal(SIGTSTP)
        #expect(app.child.waitForStop() == SIGTSTP)
        #expect(app.child.nextLines(2) == ProbeApp.background)
    }

    @Test func hangupsAndStopsThatWereIgnoredStayIgnored() throws {
        let path = ChildProcess.productsDirectory + "/LifecycleProbe"
        let script = "trap '' HUP TSTP INT; exec \(path)"
        let child = try ChildProcess(running: "/bin/sh", arguments: ["-c", script], ownGroup: true)
        #expect(child.nextLines(3) == ProbeApp.start + ["ready"])
        child.signal(SIGHUP)
        child.signal(SIGTSTP)
        #expect(ProbeApp(child: child).ask("anything") == [])
        child.signal(SIGINT)
        #expect(child.nextLines(3) == ProbeApp.background + ["terminate \(SIGINT)"])
        #expect(child.waitForExit() == .exited(0))
    }
}

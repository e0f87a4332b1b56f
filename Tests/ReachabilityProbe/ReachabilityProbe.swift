// SPDX-License-Identifier: MIT

import ReachabilityMiddleware
import RexCore

/// Prints the events of a live monitor, one per line, and executes commands from standard input.
///
/// Tests start it in a network namespace. The only argument is a folder in place of
/// `/sys/class/net`. It exits at the end of its input.
@main
struct ReachabilityProbe {
    static func main() {
        #if os(Linux)
        let kinds = CommandLine.arguments.dropFirst().first.map(InterfaceKinds.init(directory:)) ?? InterfaceKinds()
        var store: Store? = makeStore(kinds: kinds)
        var hoard = DescriptorHoard()
        while let command = readLine() {
            switch command {
            case "start": store?.dispatch(.startMonitoring)
            case "stop": store?.dispatch(.stopMonitoring)
            case "drop": store = nil
            case "paths": _ = PathMonitor.netlink(kinds: kinds).start { printLine("path \($0.interface != nil)") }
            case "hoard": hoard.take()
            case "release": hoard.release()
            case "cycles": printLine(RunCycles.leftovers(ofRuns: 100, kinds: kinds))
            default: printLine("unknown command \(command)")
            }
        }
        #endif
    }

    #if os(Linux)
    private static func makeStore(kinds: InterfaceKinds) -> Store<ReachabilityEvent, ReachabilityState> {
        Store(
            initialState: .initial,
            reducer: .reachability,
            middleware: ReachabilityMiddleware(.init(pathMonitor: .netlink(kinds: kinds))) <> EventPrinter()
        )
    }
    #endif
}

private struct EventPrinter: MiddlewareProtocol {
    func handle(
        action: ReachabilityEvent,
        from dispatcher: ActionSource,
        state: @escaping GetState<ReachabilityState>
    ) -> IO<ReachabilityEvent> {
        printLine("\(action)")
        return .pure()
    }
}

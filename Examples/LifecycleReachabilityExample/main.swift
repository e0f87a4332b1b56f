// SPDX-License-Identifier: MIT

import Foundation
import LoggerMiddleware
import RexCore

// Whoever closes the pipe that this program writes to wants no more of it.
signal(SIGPIPE, SIG_DFL)

let options: Options
do {
    options = try Options(CommandLine.arguments.dropFirst())
} catch {
    LogPrinter.stderr.print("LifecycleReachabilityExample: \(error.description)\n\(Options.usage)")
    exit(2)
}

if options.isHelp {
    LogPrinter.stdout.print(Options.usage)
    exit(EXIT_SUCCESS)
}

let stateDiff: StateDiffTransform<AppState> = options.showsState ? .recursive : .none
let world: World
if options.isDemo {
    world = .demo(stateDiff: stateDiff)
} else if options.isPlain || isatty(STDOUT_FILENO) == 0 {
    world = .live(log: .box, stateDiff: stateDiff)
} else {
    let environment = ProcessInfo.processInfo.environment
    let log = TerminalLog(hasColours: (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb")
    world = .live(log: log.action, stateDiff: log.stateDiff)
}
if !options.isDemo {
    LogPrinter.stdout.print(
        "Process \(getpid()) is listening: press Ctrl-Z and type fg, pull the network, or press Ctrl-C to end."
    )
}

let store = Store(
    initialState: AppState(),
    reducer: .app,
    middleware: MiddlewareReader.app.inject(world)
)

if !options.isDemo {
    if let seconds = options.seconds {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { kill(getpid(), SIGTERM) }
    }
    dispatchMain()
}

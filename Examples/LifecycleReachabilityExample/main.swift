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
if !options.isDemo {
    LogPrinter.stdout.print(
        "Process \(getpid()) is listening: press Ctrl-Z and type fg, pull the network, or press Ctrl-C to end."
    )
}

let store = Store(
    initialState: AppState(),
    reducer: .app,
    middleware: MiddlewareReader.app.inject(options.isDemo ? .demo(stateDiff: stateDiff) : .live(stateDiff: stateDiff))
)

if !options.isDemo {
    if let seconds = options.seconds {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { kill(getpid(), SIGTERM) }
    }
    dispatchMain()
}

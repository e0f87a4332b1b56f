// SPDX-License-Identifier: MIT

import ExampleOptions
import Foundation
import LoggerMiddleware
import RexCore

// If the reader of the pipe ends, this program ends too.
signal(SIGPIPE, SIG_DFL)

let options = Options.ofCommandLine()
let record = RunRecording<AppAction, AppState>(options)
let end: @Sendable () -> Never = { exit(record.write() ? EXIT_SUCCESS : EXIT_FAILURE) }

let stateDiff: StateDiffTransform<AppState> = options.showsState ? .recursive : .none
let world: World
if options.isDemo {
    world = .demo(stateDiff: stateDiff)
} else if options.isPlain || isatty(STDOUT_FILENO) == 0 {
    world = .live(log: .box, stateDiff: stateDiff, end: end)
} else {
    let environment = ProcessInfo.processInfo.environment
    let log = TerminalLog(hasColours: (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb")
    world = .live(log: log.action, stateDiff: log.stateDiff, end: end)
}
if !options.isDemo {
    LogPrinter.stdout.print(
        "Process \(getpid()) is listening: press Ctrl-Z and type fg, pull the network, or press Ctrl-C to end."
    )
}

let store = Store(
    initialState: AppState(),
    reducer: .app,
    middleware: MiddlewareReader.app.inject(world) <> record.middleware
)

if !options.isDemo {
    if let seconds = options.seconds {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { kill(getpid(), SIGTERM) }
    }
    dispatchMain()
}
end()

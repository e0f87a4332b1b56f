// SPDX-License-Identifier: MIT

import ExampleOptions
import Foundation
import InspectorMiddleware
import LoggerMiddleware
import RexCore

// If the reader of the pipe ends, this program ends too.
signal(SIGPIPE, SIG_DFL)

let options = Options.ofCommandLine()
let record = RunRecording<AppAction, AppState>(options, isNeeded: options.isInspected)
let inspector: Inspector?
do {
    // The example is no app that is shipped, so that a release build may be inspected too.
    inspector = try options.isInspected ? record.recorder.map { try Inspector($0, allowingReleaseBuilds: true) } : nil
} catch {
    LogPrinter.stderr.print("MonitorExample: \(error)")
    exit(EXIT_FAILURE)
}
let world = World.live(interval: options.interval, proc: options.proc) {
    exit(record.write() ? EXIT_SUCCESS : EXIT_FAILURE)
}
do {
    _ = try world.sampling.sample()
} catch {
    LogPrinter.stderr.print("MonitorExample: there is nothing to watch: \(error)")
    exit(EXIT_FAILURE)
}

world.print(
    """
    process \(getpid()) alerts when load is above \(Report.number(options.loadLimit, of: .load)) \
    or memory above \(Report.number(options.memoryLimit, of: .memory)); press Ctrl-C to end
    """
)
let store = Store(
    initialState: AppState(),
    feature: app.adding(record.middleware),
    dependencies: world
)
store.dispatch(.load(.limit(options.loadLimit)))
store.dispatch(.memory(.limit(options.memoryLimit)))
if options.isQuiet { store.dispatch(.alerts(.toggleQuiet)) }
store.dispatch(.alerts(.listenToQuietSwitch))
store.dispatch(.sampling(.start))

if let seconds = options.seconds {
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { kill(getpid(), SIGTERM) }
}
dispatchMain()

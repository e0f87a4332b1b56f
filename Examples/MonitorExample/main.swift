// SPDX-License-Identifier: MIT

import Foundation
import InspectorMiddleware
import LoggerMiddleware
import RecorderMiddleware
import RexCore

// If the reader of the pipe ends, this program ends too.
signal(SIGPIPE, SIG_DFL)

let options: Options
do {
    options = try Options(CommandLine.arguments.dropFirst())
} catch {
    LogPrinter.stderr.print("MonitorExample: \(error.description). --help shows the options.")
    exit(2)
}

if options.isHelp {
    LogPrinter.stdout.print(Options.usage)
    exit(EXIT_SUCCESS)
}

let record: RunRecording?
do {
    let isRecorded = options.record != nil || options.isInspected
    record = isRecorded ? try RunRecording(path: options.record, isInspected: options.isInspected) : nil
} catch {
    LogPrinter.stderr.print("MonitorExample: \(error.description)")
    exit(EXIT_FAILURE)
}
let world = World.live(interval: options.interval, proc: options.proc) { [record] in
    exit((record?.write() ?? true) ? EXIT_SUCCESS : EXIT_FAILURE)
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
    feature: app.adding(record?.recorder.middleware.composition ?? .identity),
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

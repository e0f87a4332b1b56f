// SPDX-License-Identifier: MIT

import Foundation
import LoggerMiddleware
import PersistenceMiddleware
import RecorderMiddleware
import RexCore
import RexObservation

// If the reader of the pipe ends, this program ends too.
signal(SIGPIPE, SIG_DFL)

let options: Options
do {
    options = try Options(CommandLine.arguments.dropFirst())
} catch {
    LogPrinter.stderr.print("TodoExample: \(error.description). --help shows the options.")
    exit(2)
}

if options.isHelp {
    LogPrinter.stdout.print("\(Options.usage)\n\nCommands:\n\(Command.overview)")
    exit(EXIT_SUCCESS)
}

let file = options.file ?? Options.defaultFile
let world = World(
    file: StateFile(at: FilePlace(file).path),
    print: LogPrinter.stdout.print,
    log: options.log.map { .file($0) }
)
let todos: [Todo]
do {
    todos = try world.file.load() ?? []
} catch {
    LogPrinter.stderr.print("TodoExample: \(error.text)")
    exit(EXIT_FAILURE)
}
LogPrinter.stderr.print("TodoExample keeps its list in \(file)")

let record = options.record.map { RunRecording(path: $0) }
let store = Store(
    initialState: AppState(list: ListState(todos)),
    feature: app.adding(record?.recorder.middleware.composition ?? .identity),
    dependencies: world
)

if !options.autosaves { store.dispatch(.storage(.autosave(isOn: false))) }

if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
    ListScreen(ObservableStore(store), print: world.print).run(reading: nextLine)
} else {
    LogPrinter.stderr.print("TodoExample: this system has no Observation")
}
let isWritten = record?.write() ?? true
exit(store.state.storage.failure == nil && isWritten ? EXIT_SUCCESS : EXIT_FAILURE)

/// Asks for a line, if there is someone to ask.
func nextLine() -> String? {
    if isatty(STDIN_FILENO) == 1 {
        print("> ", terminator: "")
        fflush(nil)
    }
    return readLine()
}

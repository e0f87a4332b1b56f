// SPDX-License-Identifier: MIT

import ExampleOptions
import Foundation
import LoggerMiddleware
import PersistenceMiddleware
import RexCore
import RexObservation

// If the reader of the pipe ends, this program ends too.
signal(SIGPIPE, SIG_DFL)

let options = Options.ofCommandLine()
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

let record = RunRecording<AppAction, AppState>(options)
let store = Store(
    initialState: AppState(list: ListState(todos)),
    feature: app.adding(record.middleware),
    dependencies: world
)

if !options.autosaves { store.dispatch(.storage(.autosave(isOn: false))) }

if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
    ListScreen(ObservableStore(store), print: world.print).run(reading: nextLine)
} else {
    LogPrinter.stderr.print("TodoExample: this system has no Observation")
}
let isWritten = record.write()
exit(store.state.storage.failure == nil && isWritten ? EXIT_SUCCESS : EXIT_FAILURE)

/// Asks for a line, if there is someone to ask.
func nextLine() -> String? {
    if isatty(STDIN_FILENO) == 1 {
        print("> ", terminator: "")
        fflush(nil)
    }
    return readLine()
}

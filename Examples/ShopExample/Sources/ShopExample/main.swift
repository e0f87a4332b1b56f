// SPDX-License-Identifier: MIT

import Foundation
import PersistenceMiddleware
import RecorderMiddleware
import RexCore
import ShopApp

// If the reader of the pipe ends, this program ends too.
signal(SIGPIPE, SIG_DFL)

let options: Options
do {
    options = try Options(CommandLine.arguments.dropFirst())
} catch {
    complain("\(error.description)\n\n\(Options.usage)")
    exit(2)
}
if options.isHelp {
    show("\(Options.usage)\n\nCommands:\n\(Command.overview)")
    exit(EXIT_SUCCESS)
}

let server = Server(file: StateFile(at: options.folder + "/server.state"))
let world = World(in: options.folder) {
    try await server.place($0)
} pull: {
    try await server.orders()
}
let recorder = Recorder<AppAction, AppState>()
let program: Program
do {
    var state = try world.load()
    state.isOnline = !options.isOffline
    let store = Store(
        initialState: state,
        feature: app.adding(recorder.middleware),
        dependencies: world,
        executor: .mainQueue
    )
    program = Program(store) {
        guard let path = options.record else { return }
        do { try recorder.recording().write(to: path) } catch { complain("\(error)") }
    }
} catch {
    complain("\(error)")
    exit(EXIT_FAILURE)
}
program.run()

// SPDX-License-Identifier: MIT

import Foundation
import PersistenceMiddleware
import RecorderMiddleware
import RexCore
import ShopApp

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

let server = Server(file: StateFile(at: options.folder + "/server.orders"))
let world = World(in: options.folder) {
    try await server.place($0)
} pull: {
    try await server.orders()
}
let recorder = Recorder<AppAction, AppState>()
let record = { if let path = options.record { try recorder.recording().write(to: path) } }
let program: Program
do {
    var state = try world.load()
    try record()
    state.isOnline = !options.isOffline
    let store = Store(
        initialState: state,
        feature: app.adding(recorder.middleware),
        dependencies: world,
        executor: .mainQueue
    )
    program = Program(store) { last in
        do {
            try record()
            // The store has printed why something is not saved.
            return try world.hasSaved(last) ? EXIT_SUCCESS : EXIT_FAILURE
        } catch {
            complain("\(error)")
            return EXIT_FAILURE
        }
    }
} catch {
    complain("\(error)")
    exit(EXIT_FAILURE)
}
program.run()

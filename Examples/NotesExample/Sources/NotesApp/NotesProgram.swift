// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import ConnectionFeature
import Foundation
import LoggerMiddleware
import NoteFeature
import NotesServer
import RexCore
import Terminal

/// The program.
package enum NotesProgram {
    /// Runs the command line, and returns the exit status: 2 for invalid options, or if a file
    /// cannot be read or written.
    package static func run(_ arguments: [String]) async -> Int32 {
        let environment = ProcessInfo.processInfo.environment
        let options: Options
        do {
            options = try Options(arguments, environment: environment)
            if options.isHelp {
                print(Options.usage)
                return 0
            }
            for path in [options.record, options.log].compactMap(\.self) { try check(path) }
        } catch {
            complain("\(error.description)\n\(Options.usage)")
            return 2
        }
        guard let terminal = TerminalDevice() else {
            complain("there is no terminal\n\(Options.usage)")
            return 2
        }
        if TerminalGuard.lifeline == nil { TerminalGuard.run(terminal) }
        let files = Files(in: options.folder)
        let connection = Connection(hasServer: options.server != nil, needsNetwork: options.server?.isLocal != true)
        do {
            let editor = Editor(terminal, environment, files.drafts)
            let world = World(
                server: options.server.map { .webDAV($0) } ?? .none,
                files: files,
                drafts: DraftDependencies(edit: { try await editor.edit($0) }, remove: { try files.drafts.remove($0) }),
                log: options.log.map { .file($0) } ?? .custom { _ in }
            )
            let record = try Record(options.record, inspecting: options.isInspected ? app.map(world) : nil)
            return await show(try files.load(connection), world, record, in: terminal)
        } catch {
            complain("\(error)")
            return 2
        }
    }

    /// Checks that a file can be written.
    ///
    /// A missing file is made accessible to its owner only, since a recording contains the texts of
    /// notes.
    private static func check(_ path: String) throws(Options.Mistake) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Options.Mistake(description: "\(path): \(unsafe String(cString: strerror(errno)))")
        }
        close(descriptor)
    }

    private static func show(
        _ state: AppState,
        _ world: World,
        _ record: Record,
        in terminal: TerminalDevice
    ) async -> Int32 {
        let device = Feature<AppAction, AppState, World>(
            middleware: AppLifecycleMiddleware(publisher: signals(record))
                .lift(inputAction: { _ in nil }, outputAction: AppAction.lifecycle, state: { _ in })
                <> ScreenMiddleware(terminal: terminal)
        )
        let store = Store(
            initialState: state,
            feature: (device <> app).adding(record.middleware),
            dependencies: world,
            executor: .mainQueue
        )
        // Weak references: the end of the store saves what is not on disk.
        terminal.readKeys(until: TerminalGuard.lifeline) { [weak store] key in
            // The store processes on the main queue, so a key sees the effects of the keys that were typed before it.
            DispatchQueue.main.async { [weak store] in
                guard let store else { return }
                if let action = key.map({ $0.meaning(in: store.state) }) ?? .screen(.end) { store.dispatch(action) }
            }
        }
        signal(SIGWINCH, SIG_IGN)
        let resizing = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .main)
        resizing.setEventHandler { [weak store] in store?.dispatch(.screen(.resized(terminal.size))) }
        resizing.resume()
        await draw(store, in: terminal)
        resizing.cancel()
        terminal.leave()
        let state = store.state
        if let failure = state.storageFailure, state.unsaved > 0 {
            complain("changes that are not kept: \(state.unsaved), since \(failure)")
            _ = record.write()
            return 2
        }
        return record.write() ? 0 : 2
    }

    /// Draws the newest state after each change, until the state has ended.
    private static func draw(_ store: AppStore, in terminal: TerminalDevice) async {
        var painter = Painter(hasColours: ProcessInfo.processInfo.environment["NO_COLOR"].map(\.isEmpty) ?? true)
        var renewals = 0
        for await app in store.states {
            if app.hasEnded { return }
            guard app.lifecycle == .foregroundActive, !app.isEditing else { continue }
            if app.screen.renewals != renewals {
                renewals = app.screen.renewals
                painter.forget()
            }
            terminal.write(painter.output(for: app.rows, columns: app.screen.size.columns))
        }
    }

    #if canImport(Darwin)
    nonisolated private static func signals(_ record: Record) -> any AppLifecyclePublisher {
        NotificationCenter.default
    }
    #else
    nonisolated private static func signals(_ record: Record) -> any AppLifecyclePublisher {
        SignalPublisher { signal in
            _ = record.write()
            SignalPublisher.endProcess(by: signal)
        }
    }
    #endif
}

/// Prints an error to standard error.
nonisolated func complain(_ text: String) {
    FileHandle.standardError.write(Data("NotesExample: \(text)\n".utf8))
}

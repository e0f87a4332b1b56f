// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import Foundation
import InspectorMiddleware
import ResultsFeature
import RexCore
import RexObservation
import Terminal
import TextSearch

/// The program.
public enum Finder {
    /// Runs the command line, and returns the exit status.
    ///
    /// 0: a line was chosen or printed. 1: no line was. 2: the options are invalid, or a file could
    /// not be read or written.
    public static func run(_ arguments: [String]) async -> Int32 {
        let options: Options
        do {
            options = try Options(arguments)
            if options.isHelp {
                print(Options.usage)
                return 0
            }
            try check(options)
        } catch {
            Output.complain("\(error.description)\n\(Options.usage)")
            return 2
        }
        let record: Record
        do {
            record = try Record(options.record, isInspected: options.isInspected)
        } catch {
            Output.complain(error.description)
            return 2
        }
        if let query = options.query { return await search(options.folder, for: query, record) }
        guard let terminal = TerminalDevice() else {
            Output.complain("without a terminal a QUERY is needed\n\(Options.usage)")
            return 2
        }
        if TerminalGuard.lifeline == nil { TerminalGuard.run(terminal) }
        return await ask(options.folder, in: terminal, record)
    }

    private static func check(_ options: Options) throws(Options.Mistake) {
        do {
            _ = try FileWalk(options.folder)
        } catch {
            throw Options.Mistake(
                description: "\(options.folder): \(unsafe String(cString: strerror(error.code.rawValue)))"
            )
        }
        if let query = options.query, SearchQuery(query) == nil {
            throw Options.Mistake(description: "the QUERY has no word")
        }
    }

    /// The number of files that are read at the same time.
    private static var lanes: Int { min(8, max(2, ProcessInfo.processInfo.activeProcessorCount)) }

    /// Prints all matching lines.
    private static func search(_ folder: String, for query: String, _ record: Record) async -> Int32 {
        // If the reader of the pipe ends, this program ends too.
        signal(SIGPIPE, SIG_DFL)
        let world = World(results: .live(folder: folder, textLimit: nil))
        let printing = Feature<AppAction, AppState, World>(
            middleware: Printer(output: Output()).lift(case: AppAction.prisms.results, state: \AppState.results)
        )
        let store = Store(
            initialState: AppState(lifecycle: .foregroundActive, results: ResultsState(lanes: lanes, limit: 0)),
            feature: (app <> printing).adding(record.middleware),
            dependencies: world
        )
        store.dispatch(.results(.search(query)))
        // An observer may not have printed its last lines yet.
        await store.settled()
        let results = store.state.results
        if let failure = results.failure { Output.complain(failure) }
        if results.counts.unreadable > 0 { Output.complain("could not be read: \(results.counts.unreadable)") }
        return !record.write() || results.counts.unreadable > 0 || results.failure != nil
            ? 2 : results.counts.matches > 0 ? 0 : 1
    }

    /// Searches while the user types.
    private static func ask(_ folder: String, in terminal: TerminalDevice, _ record: Record) async -> Int32 {
        let world = World(results: .live(folder: folder, textLimit: 400))
        let device = Feature<AppAction, AppState, World>(
            middleware: AppLifecycleMiddleware(publisher: signals(record))
                .lift(inputAction: { _ in nil }, outputAction: AppAction.lifecycle, state: { _ in })
                <> ScreenMiddleware(terminal: terminal)
        )
        let store = Store(
            initialState: AppState(results: ResultsState(lanes: lanes)),
            feature: (device <> app).adding(record.middleware),
            dependencies: world,
            executor: .mainQueue
        )
        let drawing = Drawing(
            ObservableStore(store),
            folder: PathName(folder),
            hasColours: Output.wantsColours,
            write: terminal.write
        )
        drawing.draw()
        terminal.readKeys(until: TerminalGuard.lifeline) { key in
            store.dispatch(.screen(key.map { .pressed($0) } ?? .cancel))
        }
        signal(SIGWINCH, SIG_IGN)
        let resizing = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .main)
        resizing.setEventHandler { store.dispatch(.screen(.resized(terminal.size))) }
        resizing.resume()

        var outcome: Outcome?
        for await app in store.states {
            outcome = app.screen.outcome
            if outcome != nil { break }
        }
        resizing.cancel()
        terminal.leave()
        guard record.write() else { return 2 }
        guard case .chosen(let hit) = outcome else { return 1 }
        return Output().write([hit]) ? 0 : 2
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

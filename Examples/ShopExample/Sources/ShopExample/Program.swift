// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import ShopApp

/// The main loop: a thread reads lines, and the main queue does everything else.
final class Program {
    /// The only reference to the store, so that dropping it saves what is not on disk.
    private var store: AppStore?
    private var drawing: StoreSubscription?
    /// The window that gets the commands.
    private var focus: Window.ID?
    private var drawn = ""
    private let atEnd: () -> Void

    init(_ store: AppStore, atEnd: @escaping () -> Void) {
        (self.store, self.atEnd) = (store, atEnd)
    }

    func run() -> Never {
        show("Commands: \(Command.names). 'help' explains them.")
        drawing = store?.observe { [weak self] app in
            // The store calls observers on its executor, the main queue.
            MainActor.assumeIsolated { self?.draw(app) }
        }
        Thread.detachNewThread { [self] in
            while let line = readLine(), line != "quit" { DispatchQueue.main.async { self.take(line) } }
            DispatchQueue.main.async { self.end() }
        }
        dispatchMain()
    }

    private func take(_ line: String) {
        guard let store else { return }
        do {
            switch try Command(line, in: store.state, window: window(in: store.state)) {
            case .action(let action): store.dispatch(action)
            case .focus(let id):
                focus = id
                draw(store.state)
            case .help: show(Command.overview)
            }
        } catch {
            show(error.description)
        }
    }

    private func draw(_ app: AppState) {
        let screen = Screen.text(app, window(in: app))
        // A change of another window is not visible.
        if screen != drawn { show(screen) }
        drawn = screen
    }

    private func window(in app: AppState) -> Window {
        focus.flatMap { app.windows[$0] } ?? app.windows.list[app.windows.list.count - 1]
    }

    private func end() -> Never {
        drawing = nil
        store = nil
        atEnd()
        exit(EXIT_SUCCESS)
    }
}

/// Prints a text at once.
///
/// `print` keeps it in a buffer when a pipe reads it, and `fflush(nil)` would wait for the thread in `readLine`.
nonisolated func show(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

/// Prints an error to standard error.
nonisolated func complain(_ text: String) {
    FileHandle.standardError.write(Data("ShopExample: \(text)\n".utf8))
}

// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import ShopApp

/// The main loop: a thread reads lines, and the main queue does everything else.
final class Program {
    /// The only reference to the store, so that dropping it saves what is not on disk.
    private var store: AppStore?
    private var drawing: StoreSubscription?
    /// The window that gets the commands, or nil for the newest.
    private var focus: Window.ID?
    private var drawn = ""
    private let atEnd: (_ last: AppState) -> Int32

    /// - Parameter atEnd: Returns the exit status.
    init(_ store: AppStore, atEnd: @escaping (_ last: AppState) -> Int32) {
        (self.store, self.atEnd) = (store, atEnd)
    }

    func run() -> Never {
        // A failed write ends the program, see `show`.
        signal(SIGPIPE, SIG_IGN)
        atSignals { DispatchQueue.main.async { self.end() } }
        show("Type help for the commands.")
        drawing = store?.observe { [weak self] _ in
            // It draws once for all actions that a command causes.
            DispatchQueue.main.async { self?.draw() }
        }
        Thread.detachNewThread { [self] in
            while let line = readLine()?.trimmingCharacters(in: .whitespaces), line != "quit" {
                DispatchQueue.main.async { self.reduce(line) }
            }
            DispatchQueue.main.async { self.end() }
        }
        dispatchMain()
    }

    private func reduce(_ line: String) {
        guard let store, !line.isEmpty else { return }
        draw()
        do throws(Mistake) {
            let before = drawn
            let window = window(in: store.state)
            switch try Command(line, in: store.state, window: window) {
            case .action(let action):
                if action.isOpened { focus = nil }
                store.dispatch(action)
            case .focus(let id): focus = id
            case .help: return show(Command.overview)
            }
            draw()
            if drawn == before { throw Screen.refusal(store.state, window) }
        } catch {
            show("'\(line)' does nothing: \(error.description)")
        }
    }

    private func draw() {
        guard let app = store?.state else { return }
        let screen = Screen.text(app, window(in: app))
        // A change of another window is not visible.
        if screen != drawn { show(screen) }
        drawn = screen
    }

    private func window(in app: AppState) -> Window {
        focus.flatMap { app.windows[$0] } ?? app.windows.list[app.windows.list.count - 1]
    }

    private func end() -> Never {
        guard let last = store?.state else { exit(EXIT_FAILURE) }
        (drawing, store) = (nil, nil)
        exit(atEnd(last))
    }
}

private nonisolated let signals = Pipe()

/// Calls a function, on any thread, when a signal asks the process to end.
///
/// A handler may call `write` and hardly anything else.
nonisolated private func atSignals(_ end: @escaping @Sendable () -> Void) {
    signals.fileHandleForReading.readabilityHandler = { reader in
        reader.readabilityHandler = nil
        end()
    }
    for number in [SIGINT, SIGTERM, SIGHUP] {
        signal(number) { number in
            let end = signals.fileHandleForWriting.fileDescriptor
            _ = unsafe withUnsafeBytes(of: number) { unsafe write(end, $0.baseAddress, 1) }
        }
    }
}

/// Prints a text at once.
///
/// `print` keeps it in a buffer when a pipe reads it, and `fflush(nil)` would wait for the thread in `readLine`.
nonisolated func show(_ text: String) {
    do { try FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8)) } catch { kill(getpid(), SIGTERM) }
}

/// Prints an error to standard error.
nonisolated func complain(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("ShopExample: \(text)\n".utf8))
}

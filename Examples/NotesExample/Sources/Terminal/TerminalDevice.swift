// SPDX-License-Identifier: MIT

import Foundation

/// The terminal of this process.
package final class TerminalDevice: Sendable {
    /// The size of the screen.
    package struct Size: Codable, Hashable, Sendable {
        /// Rows and columns.
        package var rows, columns: Int

        /// Makes a size.
        package init(rows: Int, columns: Int) { (self.rows, self.columns) = (rows, columns) }
    }

    private let descriptor: Int32
    private let original: termios
    /// Pauses the reader of keys until it should continue.
    private let pause: (reader: Int32, writer: Int32)
    private let (hasPaused, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    private let borrower = Borrower()

    /// Returns nil if there is no terminal, or if it has no screen.
    package init?() {
        let kind = ProcessInfo.processInfo.environment["TERM"] ?? "dumb"
        let descriptor = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        var settings = termios()
        var ends: [Int32] = [-1, -1]
        guard kind != "dumb", unsafe tcgetattr(descriptor, &settings) == 0, unsafe pipe(&ends) == 0 else {
            close(descriptor)
            return nil
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (self.descriptor, original, pause) = (descriptor, settings, (ends[0], ends[1]))
    }

    deinit { for descriptor in [descriptor, pause.reader, pause.writer] { close(descriptor) } }

    /// The current size.
    package var size: Size {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
            return Size(rows: 24, columns: 80)
        }
        return Size(rows: Int(size.ws_row), columns: Int(size.ws_col))
    }

    /// Shows the alternate screen, and reads each key at once.
    ///
    /// Ctrl-C and Ctrl-Z stay signals.
    ///
    /// While another program has the terminal, see ``lend(to:_:)``, this only continues that
    /// program if it was stopped.
    package func enter() {
        guard let processID = borrower.processID else { return take() }
        // In the background the terminal cannot be handed over, so this process stops as if it had read a key.
        if tcgetpgrp(descriptor) == getpgrp() { handOver(to: processID) } else { kill(getpid(), SIGTTIN) }
    }

    private func take() {
        var settings = original
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
        unsafe withUnsafeMutableBytes(of: &settings.c_cc) { characters in
            unsafe characters[Int(VMIN)] = 1
            unsafe characters[Int(VTIME)] = 0
            // Ctrl-\ would end the program without cleanup.
            unsafe characters[Int(VQUIT)] = 0
        }
        unsafe tcsetattr(descriptor, TCSADRAIN, &settings)
        write("\u{1b}[?1049h\u{1b}[2J")
    }

    /// Restores the terminal.
    ///
    /// If another process has the terminal now, its settings are not changed. Does nothing while
    /// the terminal is lent.
    package func leave() {
        if borrower.processID == nil { giveBack() }
    }

    private func giveBack() {
        write("\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l")
        guard tcgetpgrp(descriptor) == getpgrp() else { return }
        var settings = original
        unsafe tcsetattr(descriptor, TCSADRAIN, &settings)
    }

    /// Restores the terminal for a process that has ended without doing so.
    func repair() {
        var settings = termios()
        if unsafe tcgetattr(descriptor, &settings) == 0, settings.c_lflag != original.c_lflag { leave() }
    }

    /// Writes a complete text.
    package func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Lends the terminal to another program, and returns the exit status of that program.
    ///
    /// Start ``readKeys(until:_:)`` before. It pauses meanwhile, and keys that the program has not
    /// read are dropped. If the program is stopped, this process gets the `SIGTSTP` of the terminal
    /// too, and the next call of ``enter()`` continues the program.
    package func lend(to program: String, _ arguments: [String]) async throws -> Int32 {
        try await withCheckedThrowingContinuation { ended in
            Thread.detachNewThread { [self] in ended.resume(with: Result { try run(program, arguments) }) }
        }
    }

    private func run(_ program: String, _ arguments: [String]) throws -> Int32 {
        _ = unsafe Foundation.write(pause.writer, [0 as UInt8], 1)
        hasPaused.wait()
        giveBack()
        defer {
            takeBack()
            borrower.processID = nil
            tcflush(descriptor, TCIFLUSH)
            take()
            goesOn.signal()
        }
        // The program would inherit the signals that this thread blocks.
        block([])
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        try process.run()
        setpgid(process.processIdentifier, process.processIdentifier)
        borrower.processID = process.processIdentifier
        handOver(to: process.processIdentifier)
        stop(with: process.processIdentifier)
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Makes another process the reader of keys and the receiver of Ctrl-C.
    private func handOver(to processID: pid_t) {
        tcsetpgrp(descriptor, processID)
        kill(-processID, SIGCONT)
    }

    private func takeBack() {
        // Doing this in the background stops the process by a signal, unless the thread blocks that signal.
        block([SIGTTOU])
        tcsetpgrp(descriptor, getpgrp())
        block([])
    }

    /// Makes this thread receive all signals except these.
    private func block(_ numbers: [Int32]) {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in numbers { unsafe sigaddset(&signals, number) }
        unsafe pthread_sigmask(SIG_SETMASK, &signals, nil)
    }

    /// Waits for the end of a program without reading its status.
    ///
    /// Each time that it is stopped, this process stops too.
    private func stop(with processID: pid_t) {
        var event = unsafe siginfo_t()
        while true {
            let result = unsafe waitid(P_PID, id_t(processID), &event, WSTOPPED | WEXITED | WNOWAIT)
            if result < 0 && errno == EINTR { continue }
            guard result == 0, unsafe event.si_code == CLD_STOPPED else { return }
            _ = unsafe waitid(P_PID, id_t(processID), &event, WSTOPPED | WNOHANG)
            takeBack()
            kill(getpid(), SIGTSTP)
        }
    }

    /// Reads keys on a thread of its own.
    ///
    /// The last call of `receive` gets nil, after the end of the terminal.
    ///
    /// - Parameter lifeline: A descriptor whose end has the same effect.
    package func readKeys(until lifeline: Int32?, _ receive: @escaping @Sendable (Key?) -> Void) {
        Thread.detachNewThread { [self] in
            var parser = KeyParser()
            var buffer = [UInt8](repeating: 0, count: 1_024)
            while true {
                let descriptors = [descriptor, lifeline ?? -1, pause.reader]
                var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                // The bytes of one key arrive within a moment.
                let ready = unsafe poll(&requests, 3, parser.isWaiting ? 25 : -1)
                if ready < 0 && errno == EINTR { continue }
                if ready == 0 {
                    for key in parser.flush() { receive(key) }
                    continue
                }
                if requests[2].revents != 0 {
                    _ = unsafe read(pause.reader, &buffer, 1)
                    hasPaused.signal()
                    goesOn.wait()
                    continue
                }
                guard requests[1].revents == 0 else { return receive(nil) }
                let count = unsafe read(descriptor, &buffer, buffer.count)
                if count < 0 && errno == EINTR { continue }
                guard ready > 0, count > 0 else { return receive(nil) }
                for key in parser.keys(of: buffer[..<count]) { receive(key) }
            }
        }
    }
}

/// The program that has borrowed the terminal.
private final class Borrower: @unchecked Sendable {
    private let lock = NSLock()
    private var borrowed: pid_t?

    var processID: pid_t? {
        get { lock.withLock { borrowed } }
        set { lock.withLock { borrowed = newValue } }
    }
}

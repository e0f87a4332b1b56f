// SPDX-License-Identifier: MIT

import Foundation

/// A program in a pseudo-terminal, which a test reads and types into.
///
/// Every wait ends when its condition is met or the program has ended. After 60 seconds the program
/// is killed.
package final class PseudoTerminal {
    /// The end of a program.
    package enum Ending: Hashable, Sendable {
        case exited(Int32), signalled(Int32)
    }

    /// The error of a program that could not be started.
    package struct Failure: Error {
        /// The error number.
        package let number: Int32
    }

    /// The text on the screen.
    package private(set) var screen: ScreenText
    /// The id of the program.
    package let processID: Int32
    private let descriptor: Int32
    private let follower: Int32
    private let deadline = Date(timeIntervalSinceNow: 60)
    private var ending: Ending?

    /// Starts a program as the leader of a session in a new terminal.
    ///
    /// - Parameter output: A file for standard output, instead of the terminal.
    package init(
        _ arguments: [String],
        environment: [String: String] = [:],
        rows: Int = 12,
        columns: Int = 60,
        output: String? = nil
    ) throws {
        screen = ScreenText(rows: rows, columns: columns)
        let name: String
        (descriptor, name) = try Self.openPair()
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(descriptor, UInt(TIOCSWINSZ), &size)
        follower = unsafe open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        let words = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }.merging(environment) { $1 }
        processID = try Self.spawn(arguments, words.map { "\($0)=\($1)" }, terminal: name, output: output)
    }

    deinit {
        if ending == nil {
            kill(-processID, SIGKILL)
            kill(processID, SIGKILL)
            waitpid(processID, nil, 0)
        }
        close(descriptor)
        close(follower)
    }

    /// Types a text.
    package func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe write(descriptor, bytes, bytes.count)
    }

    /// Changes the size of the terminal, and notifies the program.
    package func resize(rows: Int, columns: Int) {
        screen.resize(rows: rows, columns: columns)
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    }

    /// Waits until the screen meets a condition.
    ///
    /// Returns false if the program ends before.
    package func wait(_ isReached: (ScreenText) -> Bool) -> Bool {
        while !isReached(screen) {
            guard receive() else { return isReached(screen) }
        }
        return true
    }

    /// The id of the program's first child, if it has one.
    package var childID: Int32? {
        let path = "/proc/\(processID)/task/\(processID)/children"
        return (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: " ").first.flatMap { Int32($0) }
    }

    /// Waits until the screen shows this text.
    package func waits(for text: String) -> Bool { wait { $0.text.contains(text) } }

    /// Waits for the end of the program.
    ///
    /// Its last output is on the screen then.
    package func waitForExit() -> Ending {
        var status: Int32 = 0
        while true {
            let result = unsafe waitpid(processID, &status, WNOHANG)
            if result == processID { break }
            if Date() > deadline { kill(processID, SIGKILL) }
            _ = receive(within: 10)
        }
        while receive(within: 0) {}
        let ending = status & 0x7f == 0 ? Ending.exited(status >> 8 & 0xff) : .signalled(status & 0x7f)
        self.ending = ending
        return ending
    }

    /// Whether the terminal edits and echoes lines, as for a shell.
    package var isCooked: Bool {
        var settings = termios()
        return unsafe tcgetattr(follower, &settings) == 0
            && settings.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
    }

    /// Reads available output.
    ///
    /// Returns false if there is no output.
    private func receive(within milliseconds: Int32? = nil) -> Bool {
        let rest = Int32(clamping: Int(deadline.timeIntervalSinceNow * 1_000))
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&request, 1, milliseconds ?? max(0, rest)) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return false }
        screen.receive(buffer[..<count])
        return true
    }

    #if canImport(Darwin)
    private static let newSession = Int(POSIX_SPAWN_SETSID)
    // On Darwin both types are pointers, which their functions allocate.
    private static var noActions: posix_spawn_file_actions_t? { nil }
    @unsafe private static var noAttributes: posix_spawnattr_t? { nil }

    private static func openPair() throws -> (Int32, String) {
        let descriptor = posix_openpt(O_RDWR | O_NOCTTY)
        guard descriptor >= 0, grantpt(descriptor) == 0, unlockpt(descriptor) == 0,
            let name = unsafe ptsname(descriptor).map({ unsafe String(cString: $0) })
        else { throw Failure(number: errno) }
        return (descriptor, name)
    }
    #else
    // Constants of Linux that Swift does not import.
    private static let newSession = 0x80
    private static var noActions: posix_spawn_file_actions_t { unsafe posix_spawn_file_actions_t() }
    @unsafe private static var noAttributes: posix_spawnattr_t { posix_spawnattr_t() }

    private static func openPair() throws -> (Int32, String) {
        let descriptor = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (lock, number): (Int32, Int32) = (0, 0)
        guard descriptor >= 0, unsafe ioctl(descriptor, 0x4004_5431, &lock) == 0,
            unsafe ioctl(descriptor, 0x8004_5430, &number) == 0
        else { throw Failure(number: errno) }
        return (descriptor, "/dev/pts/\(number)")
    }
    #endif

    private static func spawn(
        _ arguments: [String],
        _ environment: [String],
        terminal: String,
        output: String?
    ) throws -> pid_t {
        var actions = unsafe noActions
        unsafe posix_spawn_file_actions_init(&actions)
        // The first terminal that a session leader opens becomes the terminal of the session.
        unsafe posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
        if let output {
            unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
        } else {
            unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
        }
        unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = unsafe noAttributes
        var signals = sigset_t()
        unsafe posix_spawnattr_init(&attributes)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        let flags = newSession | Int(POSIX_SPAWN_SETSIGDEF) | Int(POSIX_SPAWN_SETSIGMASK)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        let words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        let variables = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var processID: pid_t = 0
        let result = unsafe posix_spawnp(&processID, arguments[0], &actions, &attributes, words, variables)
        unsafe posix_spawnattr_destroy(&attributes)
        unsafe posix_spawn_file_actions_destroy(&actions)
        guard result == 0 else { throw Failure(number: result) }
        return processID
    }
}

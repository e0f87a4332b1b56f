// SPDX-License-Identifier: MIT

import Foundation

/// Runs the program as a child, so that this process can restore the terminal after a crash.
package enum TerminalGuard {
    private static let mark = "FINDER_IS_GUARDED"

    /// In the child, a descriptor that ends with the guard.
    ///
    /// Nil in other processes.
    ///
    /// Programs that the child starts do not inherit it, since they have no guard.
    package static let lifeline: Int32? = {
        guard let descriptor = ProcessInfo.processInfo.environment[mark].flatMap({ Int32($0) }) else { return nil }
        unsafe unsetenv(mark)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }()

    /// Starts this program again with the same arguments, waits for its end, and ends with the same
    /// status.
    ///
    /// Forwards signals that would end this process. When the child is stopped, this process stops
    /// too, after the child has released the terminal. Returns only if the child could not be
    /// started.
    package static func run(_ terminal: TerminalDevice) {
        guard let child = spawn() else { return }
        // The child gets the signals of the terminal itself.
        for number in [SIGTSTP, SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
        let forwarding = [SIGTERM, SIGHUP].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { kill(child, number) }
            source.resume()
            return source
        }
        withExtendedLifetime(forwarding) {
            var status: Int32 = 0
            while true {
                guard unsafe waitpid(child, &status, WUNTRACED) == child else {
                    if errno == EINTR { continue }
                    break
                }
                guard status & 0xff == 0x7f else { break }
                kill(getpid(), SIGSTOP)
            }
            terminal.repair()
            let number = status & 0x7f
            guard number != 0 else { exit(status >> 8 & 0xff) }
            end(by: number)
        }
    }

    /// Ends by a signal.
    ///
    /// The child has written its core dump already.
    private static func end(by number: Int32) -> Never {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        unsafe setrlimit(coreLimit, &limit)
        signal(number, SIG_DFL)
        kill(getpid(), number)
        exit(128 + number)
    }

    #if canImport(Darwin)
    private static let coreLimit = RLIMIT_CORE
    #else
    private static let coreLimit = __rlimit_resource_t(UInt32(RLIMIT_CORE.rawValue))
    #endif

    private static func spawn() -> pid_t? {
        var ends: [Int32] = [-1, -1]
        guard let program = Bundle.main.executablePath, unsafe pipe(&ends) == 0 else { return nil }
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        defer { close(ends[0]) }
        let words = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" } + ["\(mark)=\(ends[0])"]
        let arguments = unsafe CommandLine.arguments.map { unsafe strdup($0) } + [nil]
        let environment = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe (arguments + environment).forEach { unsafe free($0) } }
        var child: pid_t = 0
        return unsafe posix_spawn(&child, program, nil, nil, arguments, environment) == 0 ? child : nil
    }
}

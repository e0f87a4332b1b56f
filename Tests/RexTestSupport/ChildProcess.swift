// SPDX-License-Identifier: MIT

import Dispatch
import RexCore
package import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A child process that a test controls through pipes and signals.
///
/// Calls that wait block the calling thread. If the child is still running at its deadline, it is
/// killed, every wait ends, and the waiting call records one issue.
///
/// The child starts with default signal dispositions and an empty signal mask. It does not inherit the
/// test's settings. It is killed and reaped when the last reference to it is released.
///
/// Use a child on one thread at a time. Only `signal(_:)` and `kill()` may be called on any thread.
///
/// ```swift
/// let child = try ChildProcess(product: "LifecycleProbe", arguments: ["--wait"], ownGroup: true)
/// #expect(child.line(where: { $0.hasPrefix("ready") }) == "ready 1")
/// child.signal(SIGTERM)
/// #expect(child.waitForExit() == .exited(0))
/// ```
package final class ChildProcess: Sendable {
    /// How a child ended.
    package enum Ending: Sendable, Hashable {
        /// The child returned from `main` or called `exit` with this status.
        case exited(Int32)
        /// This signal killed the child.
        case signalled(Int32)
    }

    /// The error of a child that could not be started.
    package struct SpawnFailure: Error, CustomStringConvertible {
        /// The program, and why it could not be started.
        package let description: String
    }

    /// The process id.
    ///
    /// If the child has its own process group, it is also the group's id.
    package let processID: Int32

    /// Held while pipes are created and a child is started: another child that starts before a pipe is
    /// marked close-on-exec would inherit it.
    private static let spawning = Lock(())

    private let input: ChildPipe
    private let output: ChildPipe
    private let errors: ChildPipe
    private let state: ChildState

    /// Starts a program.
    ///
    /// A name without a slash is searched in `PATH`.
    ///
    /// - Parameter environment: Variables to add to the environment of this process, or to replace in it.
    /// - Parameter ownGroup: Whether the child gets its own process group. Tests of job control need it,
    ///   because the system discards the default stop of `SIGTSTP` in an orphaned process group, and
    ///   the test's group may be orphaned.
    /// - Parameter deadline: The seconds until the child is killed.
    package init(
        running program: String,
        arguments: [String] = [],
        environment: [String: String] = [:],
        ownGroup: Bool = false,
        deadline: Int = 60
    ) throws {
        (processID, input, output, errors) = try Self.spawning.withLock { _ in
            let (input, output, errors) = try (ChildPipe(), ChildPipe(), ChildPipe())
            let processID = try Self.spawn(
                program,
                arguments: arguments,
                environment: environment,
                ownGroup: ownGroup,
                descriptors: [input.readEnd, output.writeEnd, errors.writeEnd]
            )
            input.closeReadEnd()
            output.closeWriteEnd()
            errors.closeWriteEnd()
            return (processID, input, output, errors)
        }
        state = ChildState(processID: processID, ownGroup: ownGroup, deadline: .now() + .seconds(deadline))
    }

    /// Starts an executable of this package.
    ///
    /// It is searched next to the test bundle.
    package convenience init(
        product: String,
        arguments: [String] = [],
        environment: [String: String] = [:],
        ownGroup: Bool = false,
        deadline: Int = 60
    ) throws {
        try self.init(
            running: Self.productsDirectory + "/" + product,
            arguments: arguments,
            environment: environment,
            ownGroup: ownGroup,
            deadline: deadline
        )
    }

    deinit {
        state.kill()
        _ = state.waitForExit()
    }

    // MARK: Input and output

    /// Writes text to the child's standard input.
    ///
    /// Does nothing if the child no longer reads.
    package func write(_ text: String) {
        input.write(Array(text.utf8))
    }

    /// Closes the child's standard input.
    package func closeInput() {
        input.closeWriteEnd()
    }

    /// Closes the reading end of the child's standard output, so that the child's next write fails.
    package func closeOutput() {
        output.closeReadEnd()
    }

    /// Returns the next line of standard output without its newline, or nil at the end.
    package func nextLine(sourceLocation: SourceLocation = #_sourceLocation) -> String? {
        let line = output.nextLine(until: state.deadline, onExpiry: state.expire)
        recordExpiry("a line", sourceLocation)
        return line
    }

    /// Returns the next `count` lines of standard output, or fewer if it ends.
    package func nextLines(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
        var lines: [String] = []
        while lines.count < count, let line = nextLine(sourceLocation: sourceLocation) { lines.append(line) }
        return lines
    }

    /// Skips lines of standard output until one matches, and returns it, or nil at the end.
    package func line(
        where matches: (String) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> String? {
        while let line = nextLine(sourceLocation: sourceLocation) {
            if matches(line) { return line }
        }
        return nil
    }

    /// Waits until the child and all processes that inherited its output have closed it.
    ///
    /// Returns the remaining output.
    package func remainingOutput(sourceLocation: SourceLocation = #_sourceLocation) -> String {
        let text = output.remainder(until: state.deadline, onExpiry: state.expire)
        recordExpiry("the end of standard output", sourceLocation)
        return text
    }

    /// Returns the remaining standard error, like `remainingOutput()`.
    ///
    /// - Warning: If the child writes more than the pipe holds, it blocks until this is called.
    package func remainingErrors(sourceLocation: SourceLocation = #_sourceLocation) -> String {
        let text = errors.remainder(until: state.deadline, onExpiry: state.expire)
        recordExpiry("the end of standard error", sourceLocation)
        return text
    }

    // MARK: Signals and state changes

    /// Sends a signal to the child alone.
    ///
    /// Does nothing after the child has been reaped.
    package func signal(_ number: Int32) {
        state.send(number)
    }

    /// Kills the child, or its whole process group if it has its own.
    package func kill() {
        state.kill()
    }

    /// Waits until the child has ended.
    ///
    /// Further calls return the same result at once.
    package func waitForExit(sourceLocation: SourceLocation = #_sourceLocation) -> Ending {
        let ending = state.waitForExit()
        recordExpiry("the end of the child", sourceLocation)
        return ending
    }

    /// The processor time of the child and of the descendants that it waited for, or 0 until
    /// `waitForExit()` has returned.
    package var processorSeconds: Double { state.processorSeconds }

    /// Waits until the child is stopped, and returns the signal that stopped it, or nil if the child
    /// ended.
    package func waitForStop(sourceLocation: SourceLocation = #_sourceLocation) -> Int32? {
        let status = state.waitForChange(WUNTRACED)
        recordExpiry("a stop of the child", sourceLocation)
        return status.map { $0 >> 8 & 0xff }
    }

    /// Waits until a stopped child is continued.
    ///
    /// Returns false if the child ended.
    package func waitForContinuation(sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
        let status = state.waitForChange(WCONTINUED)
        recordExpiry("the continuation of the child", sourceLocation)
        return status != nil
    }

    private func recordExpiry(_ event: String, _ sourceLocation: SourceLocation) {
        guard state.reportsExpiry() else { return }
        Issue.record(
            "Child process \(processID) was killed at its deadline while the test waited for \(event).",
            sourceLocation: sourceLocation
        )
    }
}

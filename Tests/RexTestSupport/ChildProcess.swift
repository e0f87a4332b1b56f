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

/// A real process that a test talks to through pipes and signals.
///
/// All calls block the calling thread until what they wait for has happened. A child that outlives
/// its deadline is killed, which ends every such wait, and one issue is recorded by the call that
/// waited. The child starts with default signal dispositions and an empty mask, whatever the test
/// process has, and is killed and reaped when the last reference to it goes away.
///
/// Use one child from one thread at a time; `signal(_:)` and `kill()` may come from any thread.
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
        /// It returned from `main` or called `exit` with this status.
        case exited(Int32)
        /// This signal killed it.
        case signalled(Int32)
    }

    /// The child could not be started.
    package struct SpawnFailure: Error, CustomStringConvertible {
        /// What was to run, and why it could not.
        package let description: String
    }

    /// The process id, which is the id of the process group too when the child has its own.
    package let processID: Int32

    /// Between the making of a pipe and the mark that keeps it from being inherited no other child
    /// may start.
    private static let spawning = Lock(())

    private let input: ChildPipe
    private let output: ChildPipe
    private let errors: ChildPipe
    private let state: ChildState

    /// Starts a program; a name without a slash is searched in `PATH`.
    ///
    /// - Parameter environment: Added to the environment of this process, replacing equal names.
    /// - Parameter ownGroup: A process group of its own. Needed for job control: the default stop
    ///   of `SIGTSTP` is discarded in an orphaned process group, and the test's own group may be
    ///   one.
    /// - Parameter deadline: Seconds from now until the child is killed.
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

    /// Starts an executable of this package, found beside the test bundle.
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
    /// A child that no longer reads is no error.
    package func write(_ text: String) {
        input.write(Array(text.utf8))
    }

    /// Ends the child's standard input.
    package func closeInput() {
        input.closeWriteEnd()
    }

    /// Ends the reading side of the child's standard output: the child's next write to it fails.
    package func closeOutput() {
        output.closeReadEnd()
    }

    /// The next line of standard output without its newline, nil at the end.
    package func nextLine(sourceLocation: SourceLocation = #_sourceLocation) -> String? {
        let line = output.nextLine(until: state.deadline, onExpiry: state.expire)
        recordExpiry("a line", sourceLocation)
        return line
    }

    /// The next lines of standard output, fewer when it ends before.
    package func nextLines(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
        var lines: [String] = []
        while lines.count < count, let line = nextLine(sourceLocation: sourceLocation) { lines.append(line) }
        return lines
    }

    /// Skips lines of standard output until one matches, and returns that; nil when none does.
    package func line(
        where matches: (String) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> String? {
        while let line = nextLine(sourceLocation: sourceLocation) {
            if matches(line) { return line }
        }
        return nil
    }

    /// All that is left of standard output, when the child and all that inherited its output have
    /// closed it.
    package func remainingOutput(sourceLocation: SourceLocation = #_sourceLocation) -> String {
        let text = output.remainder(until: state.deadline, onExpiry: state.expire)
        recordExpiry("the end of standard output", sourceLocation)
        return text
    }

    /// All that is left of standard error, like `remainingOutput()`.
    ///
    /// - Warning: A child that writes more than a pipe holds blocks until this is called.
    package func remainingErrors(sourceLocation: SourceLocation = #_sourceLocation) -> String {
        let text = errors.remainder(until: state.deadline, onExpiry: state.expire)
        recordExpiry("the end of standard error", sourceLocation)
        return text
    }

    // MARK: Signals and changes of state

    /// Sends a signal to the child alone.
    ///
    /// Does nothing once its end has been waited for.
    package func signal(_ number: Int32) {
        state.send(number)
    }

    /// Kills the child, and its process group when it has its own.
    package func kill() {
        state.kill()
    }

    /// Waits until the child has ended.
    ///
    /// More calls return the same answer at once.
    package func waitForExit(sourceLocation: SourceLocation = #_sourceLocation) -> Ending {
        let ending = state.waitForExit()
        recordExpiry("the end of the child", sourceLocation)
        return ending
    }

    /// Waits until the child is stopped, and returns the signal that stopped it; nil when it ended
    /// instead.
    package func waitForStop(sourceLocation: SourceLocation = #_sourceLocation) -> Int32? {
        let status = state.waitForChange(WUNTRACED)
        recordExpiry("a stop of the child", sourceLocation)
        return status.map { $0 >> 8 & 0xff }
    }

    /// Waits until a stopped child has been continued; false when it ended instead.
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

// SPDX-License-Identifier: MIT

// On Apple platforms, a `pthread_t` can't be passed to another thread.
#if !canImport(Darwin)
import Foundation
import LoggerMiddleware
import RexTestSupport
import Testing

@Suite struct EntryWriterTests {
    private static let entry = String(repeating: "entry ", count: 50_000)

    /// Reads a whole pipe in small pieces, and calls `between` before each read.
    private static func text(of pipe: Pipe, between: () -> Void = {}) throws -> String {
        var data = Data()
        repeat {
            between()
            guard let piece = try pipe.fileHandleForReading.read(upToCount: 512), !piece.isEmpty else { break }
            data += piece
        } while true
        return String(decoding: data, as: UTF8.self)
    }

    /// Writes the entry on a new thread, then closes the pipe.
    private static func startWriting(to pipe: Pipe, _ outcome: Recorder<EntryWriter.Outcome>) -> pthread_t {
        let descriptor = dup(pipe.fileHandleForWriting.fileDescriptor)
        try? pipe.fileHandleForWriting.close()
        let started = Recorder<pthread_t>()
        let isRunning = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            started.record(pthread_self())
            isRunning.signal()
            outcome.record(EntryWriter.write(entry, to: descriptor))
            close(descriptor)
        }
        isRunning.wait()
        return started.events[0]
    }

    @Test func slowReaderOfANonBlockingPipeGetsTheWholeEntry() throws {
        let pipe = Pipe()
        let outcome = Recorder<EntryWriter.Outcome>()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
        _ = EntryWriterTests.startWriting(to: pipe, outcome)
        #expect(try EntryWriterTests.text(of: pipe) == EntryWriterTests.entry + "\n")
        #expect(outcome.events == [.complete])
    }

    /// The pipe is nearly always full, so signals interrupt both partial writes and writes without
    /// progress.
    @Test func signalsDoNotTruncateAnEntry() async {
        await #expect(processExitsWith: .success) {
            interruptSystemCalls(by: SIGUSR1)
            let pipe = Pipe()
            let outcome = Recorder<EntryWriter.Outcome>()
            let writer = EntryWriterTests.startWriting(to: pipe, outcome)
            let text = try EntryWriterTests.text(of: pipe) {
                if outcome.events.isEmpty { pthread_kill(writer, SIGUSR1) }
            }
            precondition(text == EntryWriterTests.entry + "\n")
            precondition(outcome.events == [.complete])
        }
    }

    @Test func failureTellsWhetherSomeBytesWereWritten() {
        #expect(EntryWriter.write("x", to: -1) == .failed(error: EBADF, afterSomeBytes: false))
    }
}
#endif

// SPDX-License-Identifier: MIT

// On Apple platforms, a `pthread_t` can't be passed to another thread.
#if !canImport(Darwin)
import Foundation
import LoggerMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct FullPipeTests {
    /// The pipe isn't read until the signals have interrupted the writer, so the writer has written
    /// nothing by then.
    @Test(arguments: [false, true])
    func signalsDoNotTruncateAnEntryThatWaitsForAFullPipe(isNonBlocking: Bool) async {
        await #expect(processExitsWith: .success) { [isNonBlocking = isNonBlocking as Bool] in
            alarm(30)
            interruptSystemCalls(by: SIGUSR1)
            let pipe = FullPipe(isNonBlocking: isNonBlocking)
            let outcome = Recorder<EntryWriter.Outcome>()
            let writer = Lock<pthread_t?>(nil)
            let started = Gate()
            let thread = JoinableThread {
                writer.withLock { $0 = pthread_self() }
                started.open()
                outcome.record(EntryWriter.write("entry", to: pipe.writeEnd))
                close(pipe.writeEnd)
            }
            started.wait()
            for _ in 0..<2_000 where outcome.events.isEmpty {
                writer.withLock { _ = $0.map { pthread_kill($0, SIGUSR1) } }
                sched_yield()
            }
            precondition(outcome.events.isEmpty)
            let rest = pipe.rest()
            thread.join()
            precondition(rest == pipe.filling + Array("entry\n".utf8))
            precondition(outcome.events == [.complete])
        }
    }
}

/// A pipe that accepts nothing until it is read.
private struct FullPipe: Sendable {
    let readEnd: CInt
    let writeEnd: CInt
    let filling: [UInt8]

    init(isNonBlocking: Bool) {
        var ends: [CInt] = [-1, -1]
        unsafe precondition(pipe(&ends) == 0)
        (readEnd, writeEnd) = (ends[0], ends[1])
        precondition(fcntl(writeEnd, F_SETFL, O_NONBLOCK) == 0)
        var count = 0
        while unsafe write(writeEnd, "x", 1) == 1 { count += 1 }
        filling = Array(repeating: UInt8(ascii: "x"), count: count)
        if !isNonBlocking { precondition(fcntl(writeEnd, F_SETFL, 0) == 0) }
    }

    /// Returns the bytes in the pipe and all that follow.
    func rest() -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = unsafe read(readEnd, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        return bytes
    }
}
#endif

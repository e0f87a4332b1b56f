// SPDX-License-Identifier: MIT

#if os(Linux)

import Foundation
import RexTestSupport
import Testing

@testable import ReachabilityMiddleware

@Suite struct NetlinkWhiteBoxTests {
    /// `RTM_GETLINK`.
    private static let linkRequest: UInt16 = 18

    /// A reader that retried would never end.
    ///
    /// The alarm would end it.
    ///
    /// Runs in its own process, so that no other thread reuses the closed descriptor.
    @Test func closedSocketIsNotReadAndCountsAsAChange() async {
        await #expect(processExitsWith: .success) {
            alarm(10)
            var reader = try NetlinkReader()
            let changes = try NetlinkSocket.forChanges()
            precondition(!reader.drain(changes))
            changes.close()
            precondition(reader.drain(changes))
            reader.close()
        }
    }

    @Test func datagramThatJustFillsTheBufferIsReceived() throws {
        func received(into buffer: [UInt8]) throws -> ArraySlice<UInt8> {
            let socket = try NetlinkSocket.forRequests()
            defer { socket.close() }
            try socket.requestDump(of: Self.linkRequest, sequence: 1)
            var buffer = buffer
            return try socket.receive(into: &buffer, waits: true)
        }
        let first = try received(into: [UInt8](repeating: 0, count: 65_536))
        let last = try #require(first.last)
        let again = try received(into: [UInt8](repeating: ~last, count: first.count))
        #expect(again.count == first.count)
        #expect(again.last == last)
        #expect(throws: NetlinkError.interrupted) {
            try received(into: [UInt8](repeating: 0, count: first.count - 1))
        }
    }

    @Test func failedAttemptIsRetriedAFewTimes() {
        var attempts = 0
        let third = try? NetlinkReader.retried { () throws(NetlinkError) in
            attempts += 1
            if attempts < 3 { throw .interrupted }
            return attempts
        }
        #expect(third == 3)
        attempts = 0
        #expect(throws: NetlinkError.system(11)) {
            try NetlinkReader.retried { () throws(NetlinkError) in
                attempts += 1
                throw .system(11)
            }
        }
        #expect((4...100).contains(attempts))
    }

    /// A socket gets this number in a process without standard input.
    @Test func socketWithDescriptorZeroWorks() async {
        await #expect(processExitsWith: .success) {
            precondition(close(0) == 0)
            let socket = try NetlinkSocket.forRequests()
            try socket.requestDump(of: NetlinkWhiteBoxTests.linkRequest, sequence: 1)
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let answer = try socket.receive(into: &buffer, waits: true)
            precondition(!answer.isEmpty)
            precondition(fcntl(0, F_GETFD) >= 0)
            socket.close()
            precondition(fcntl(0, F_GETFD) == -1)
        }
    }

    /// No datagram arrives until the signals have interrupted the reader.
    ///
    /// All but the first few find it waiting.
    @Test func signalsDoNotInterruptAWaitingReader() async {
        await #expect(processExitsWith: .success) {
            alarm(30)
            interruptSystemCalls(by: SIGUSR1)
            let socket = try NetlinkSocket.forRequests()
            let reader = Recorder<pthread_t>()
            let answered = Recorder<Bool>()
            let started = Gate()
            let thread = JoinableThread {
                reader.record(pthread_self())
                started.open()
                var buffer = [UInt8](repeating: 0, count: 65_536)
                answered.record((try? socket.receive(into: &buffer, waits: true).isEmpty) == false)
            }
            started.wait()
            for _ in 0..<2_000 where answered.events.isEmpty {
                pthread_kill(reader.events[0], SIGUSR1)
                sched_yield()
            }
            precondition(answered.events.isEmpty)
            try socket.requestDump(of: NetlinkWhiteBoxTests.linkRequest, sequence: 1)
            thread.join()
            socket.close()
            precondition(answered.events == [true])
        }
    }

    /// A run's handler may already be running when the run is cancelled, but not in every run.
    @Test func runCancelledAtOnceReportsNoPath() throws {
        let notified = Recorder<Int>()
        let runs = 200
        for number in 0..<runs {
            let closed = Gate()
            let monitor = PathMonitor.netlink { closed.open() }
            monitor.start { _ in notified.record(number) }?()
            closed.wait()
        }
        #expect(notified.events.count < runs)
    }
}

#endif

// SPDX-License-Identifier: MIT

import Feature
import Foundation
import InspectorMiddleware
import RecorderMiddleware
import RexCore
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Workload {
    /// A recorded action, next to an inspector whose thread works at the same time.
    ///
    /// Rounds are longer than the time between two reads of the recorder, so that each round includes a read. Other
    /// processes interrupt such long rounds, so the ratios of single rounds differ by 6 %, and there are 75 rounds.
    static let inspections = [
        inspection("I1", "an action that is recorded, with an idle inspector") { _ in nil },
        inspection("I1 read", "the same, while a client reads the events") { try EventClient(of: $0, reads: true) },
        inspection("I1 unread", "the same, while a client has stopped reading") {
            try EventClient(of: $0, reads: false)
        },
    ]

    private static func inspection(
        _ name: String,
        _ work: String,
        client: @escaping @Sendable (Inspector) throws -> EventClient?
    ) -> Workload {
        Workload(
            name: name,
            work: work,
            against: "no inspector",
            actions: 250_000,
            rounds: 75,
            excludesOtherThreads: true
        ) {
            let result = Result { try (0..<5).map { _ in try InspectedPair(client) } }
            var turns = (inspected: 0, reference: 0)
            func pair(_ turn: inout Int) -> InspectedPair? {
                turn += 1
                return (try? result.get()).map { $0[turn % $0.count] }
            }
            return Contest { count in
                guard let pair = pair(&turns.inspected) else { return }
                for _ in 0..<count { pair.inspected.dispatch(.increment) }
            } reference: { count in
                guard let pair = pair(&turns.reference) else { return }
                for _ in 0..<count { pair.reference.dispatch(.increment) }
            } complaint: {
                switch result {
                case .failure(let error): "\(error)"
                // The pair that was used last: a quick measurement does not use the others.
                case .success(let pairs): pairs[turns.inspected % pairs.count].client?.complaint()
                }
            }
        }
    }
}

/// A recorded store with an inspector, and another one without.
///
/// With one pair, the ratio differed from 0.96 to 1.04 between processes, so a workload has five.
private struct InspectedPair {
    let inspected: Store<CounterAction, Int>
    let reference: Store<CounterAction, Int>
    let client: EventClient?
    private let inspector: Inspector

    init(_ client: (Inspector) throws -> EventClient?) throws {
        let (recorder, other) = (Recorder<CounterAction, Int>(), Recorder<CounterAction, Int>())
        inspected = Store(initialState: 0, reducer: .counter, middleware: recorder.middleware)
        reference = Store(initialState: 0, reducer: .counter, middleware: other.middleware)
        inspector = try Inspector(recorder, allowingReleaseBuilds: true)
        self.client = try client(inspector)
    }
}

/// A client of an inspector that has asked for the stream of events.
private final class EventClient {
    struct Failure: Error { let description = "the inspector does not answer" }

    private let socket: Int32
    private let reads: Bool
    private let received = Received()

    /// The number of bytes that were read.
    private final class Received: Sendable {
        private let count = Atomic(0)
        private let hasMany = DispatchSemaphore(value: 0)

        func add(_ bytes: Int) {
            let (old, new) = count.add(bytes, ordering: .relaxed)
            if old < 100_000, new >= 100_000 { hasMany.signal() }
        }

        /// Waits for 100,000 bytes, and returns whether they have arrived in 10 seconds.
        func waitForMany() -> Bool {
            guard hasMany.wait(timeout: .now() + .seconds(10)) == .success else { return false }
            hasMany.signal()
            return true
        }
    }

    /// Waits until the stream has begun.
    ///
    /// - Parameter reads: Whether a thread reads the stream. Otherwise its buffers fill up.
    init(of inspector: Inspector, reads: Bool) throws {
        #if canImport(Darwin)
        let type = SOCK_STREAM
        #else
        let type = Int32(SOCK_STREAM.rawValue)
        #endif
        (socket, self.reads) = (Foundation.socket(AF_INET, type, 0), reads)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(inspector.port).bigEndian
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        let token = inspector.url.drop { $0 != "#" }.dropFirst()
        let fields = "Host: 127.0.0.1:\(inspector.port)\r\nAuthorization: Bearer \(token)\r\n"
        let request = Array("GET /events HTTP/1.1\r\n\(fields)\r\n".utf8)
        var start = [UInt8](repeating: 0, count: 15)
        guard status == 0, send(socket, request, request.count, 0) == request.count,
            recv(socket, &start, start.count, Int32(MSG_WAITALL) | Int32(MSG_PEEK)) == start.count,
            start == Array("HTTP/1.1 200 OK".utf8)
        else { throw Failure() }
        guard reads else { return }
        Thread.detachNewThread { [socket, received] in
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while case let count = recv(socket, &bytes, bytes.count, 0), count > 0 {
                received.add(count)
            }
            close(socket)
        }
    }

    /// Returns a text if the events have not arrived, or if the stream has ended.
    func complaint() -> String? {
        var byte: UInt8 = 0
        let isOpen = recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) != 0
        guard isOpen else { return "the stream has ended" }
        return reads && !received.waitForMany() ? "the client got no events" : nil
    }

    deinit {
        // Ends the thread, which closes the socket.
        shutdown(socket, Int32(SHUT_RDWR))
        if !reads { close(socket) }
    }
}

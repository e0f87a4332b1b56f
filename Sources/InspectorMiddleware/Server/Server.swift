// SPDX-License-Identifier: MIT

#if !os(WASI)
import CRexSystem
import RecorderMiddleware
import RexCore

/// The server of an inspector, which one thread runs.
final class Server {
    /// The interval between two reads of the recorder while a stream is open, in milliseconds.
    static let interval: CInt = 50
    static let connectionLimit = 8

    private let sockets: SocketSet
    private let access: AccessCheck
    private let routes: Routes
    private let feed: RecorderFeed
    private let requestTime: UInt64
    private var connections: [Connection] = []
    private var budget = Budget()
    private var now: UInt64 = 0
    private var polledAt: UInt64 = 0

    init(
        _ sockets: SocketSet,
        _ access: AccessCheck,
        _ feed: RecorderFeed,
        _ permissions: Inspector.Permissions,
        requestTime: UInt64
    ) {
        self.requestTime = requestTime
        self.sockets = sockets
        self.access = access
        self.feed = feed
        routes = Routes(feed, permissions)
    }

    /// Starts the thread.
    ///
    /// It ends when the sockets are closed.
    static func start(_ server: sending Server) throws(InspectorError) {
        let sockets = server.sockets
        let context = unsafe Unmanaged.passRetained(server).toOpaque()
        let isStarted = unsafe rex_start_thread(
            { context in
                if let context = unsafe context {
                    unsafe Unmanaged<Server>.fromOpaque(context).takeRetainedValue().run()
                }
                return nil
            },
            context,
            nil
        )
        guard !isStarted else { return }
        unsafe Unmanaged<Server>.fromOpaque(context).release()
        sockets.end()
        sockets.release()
        throw InspectorError("The inspector cannot start a thread: \(InspectorError.text(rex_errno())).")
    }

    private func run() {
        while let (wakeUp, listener) = sockets.descriptors {
            var requests = [pollfd(fd: wakeUp, events: CShort(POLLIN), revents: 0)]
            requests.append(pollfd(fd: listener, events: CShort(POLLIN), revents: 0))
            for connection in connections {
                let events = (connection.isAtEnd ? 0 : POLLIN) | (connection.waiting.isEmpty ? 0 : POLLOUT)
                requests.append(pollfd(fd: connection.socket, events: CShort(events), revents: 0))
            }
            _ = unsafe poll(&requests, nfds_t(requests.count), timeout)
            guard requests[0].revents == 0 else { break }
            now = rex_monotonic_nanoseconds()
            for (index, request) in requests.dropFirst(2).enumerated()
            where request.revents & ~CShort(POLLOUT) != 0 { read(index) }
            stream()
            for index in connections.indices { send(index) }
            close()
            if requests[1].revents != 0 { accept() }
        }
        sockets.release()
    }

    /// The milliseconds until something has to be done without a new event, or -1.
    private var timeout: CInt {
        if hasBacklog { return 0 }
        guard let deadline = connections.map(\.deadline).min() else { return -1 }
        let rest = deadline > now ? CInt(min((deadline - now) / 1_000_000 + 1, 60_000)) : 0
        return connections.contains { $0.isStream } ? min(rest, Server.interval) : rest
    }

    /// Whether a stream could get more events at once.
    private var hasBacklog: Bool {
        connections.contains { connection in
            guard case .streaming(let number) = connection.phase else { return false }
            return connection.waiting.isEmpty && number < feed.lastEvent
        }
    }

    // MARK: Connections

    private func accept() {
        while true {
            let socket: CInt
            switch sockets.accept() {
            case .blocked: return
            case .ended:
                // The client still waits, so the next poll would return at once.
                rex_pause(20)
                return
            case .done(let accepted): socket = accepted
            }
            let isFull = openConnections >= Server.connectionLimit
            if isFull { closeOldestWithoutToken() }
            var connection = Connection(socket, until: rex_monotonic_nanoseconds() + requestTime)
            if openConnections >= Server.connectionLimit {
                let reason = "\(Server.connectionLimit) connections are open. Close one of them."
                connection.answer(HTTPResponse(HTTPFailure(503, reason)))
            }
            connections.append(connection)
            // The request is read before another connection takes this place.
            if isFull { return }
        }
    }

    /// The connections that still have to be answered.
    private var openConnections: Int { connections.count { !$0.isDraining } }

    /// Makes room for a new connection: clients without the token must not lock out the others.
    private func closeOldestWithoutToken() {
        let untrusted = connections.indices.filter { !connections[$0].isTrusted && !connections[$0].isDraining }
        guard let oldest = untrusted.min(by: { connections[$0].deadline < connections[$1].deadline }) else { return }
        sockets.close(connections.remove(at: oldest).socket)
    }

    private func read(_ index: Int) {
        let bytes: [UInt8]
        switch sockets.read(connections[index].socket) {
        case .blocked: return
        case .ended:
            // A client may end its side before it reads the answer.
            if case .answering = connections[index].phase, !connections[index].isAtEnd {
                connections[index].isAtEnd = true
            } else {
                connections[index].deadline = 0
            }
            return
        case .done(let new): bytes = new
        }
        guard case .reading(var parser) = connections[index].phase else { return }
        // Not copied while bytes are appended.
        connections[index].phase = .answering
        do throws(HTTPFailure) {
            guard let request = try parser.append(bytes) else { return connections[index].phase = .reading(parser) }
            connections[index].isTrusted = try access.check(request)
            feed.poll()
            switch try routes.answer(request) {
            case .response(let response): answer(index, response)
            case .stream(let number, let header):
                connections[index].append(HTTPResponse(.events, nil).bytes)
                connections[index].append(Array("data: ".utf8) + header + Array("\n\n".utf8))
                connections[index].phase = .streaming(after: number)
                connections[index].sentAt = now
                connections[index].deadline = now + Connection.streamTime
            }
        } catch {
            answer(index, HTTPResponse(error))
        }
    }

    private func answer(_ index: Int, _ response: HTTPResponse) {
        connections[index].answer(response)
        // Computing it may have taken longer than sending it may.
        now = rex_monotonic_nanoseconds()
        connections[index].deadline = now + requestTime
    }

    private func send(_ index: Int) {
        while !connections[index].waiting.isEmpty {
            switch sockets.send(connections[index].waiting, to: connections[index].socket) {
            case .blocked: return
            case .ended: return connections[index].deadline = 0
            case .done(let count): connections[index].didSend(count, now: now)
            }
        }
        guard case .answering = connections[index].phase else { return }
        sockets.endSending(to: connections[index].socket)
        connections[index].phase = .draining
        connections[index].deadline = min(connections[index].deadline, now + Connection.drainTime)
    }

    private func close() {
        connections.removeAll { connection in
            guard connection.deadline <= now else { return false }
            if case .reading = connection.phase, connection.deadline > 0 {
                let failure = HTTPFailure(408, "The request took longer than \(requestTime / 1_000_000_000) seconds.")
                _ = sockets.send(HTTPResponse(failure).bytes[...], to: connection.socket)
            }
            sockets.close(connection.socket)
            return true
        }
    }

    // MARK: Streams

    private func stream() {
        let streams = connections.indices.filter { connections[$0].isStream }
        guard !streams.isEmpty else { return }
        if now - polledAt >= UInt64(Server.interval) * 1_000_000 {
            polledAt = now
            feed.poll()
        }
        budget.refill(now)
        for index in streams { fill(index) }
    }

    /// Appends events to the output of a stream, as many as may wait.
    private func fill(_ index: Int) {
        guard case .streaming(var number) = connections[index].phase else { return }
        while connections[index].waiting.count < Connection.outputLimit,
            let event = feed.event(after: number, isBrief: !budget.take(), types: nil)
        {
            number = event.number
            connections[index].append(
                Array("id: \(feed.recorder.id):\(number)\ndata: ".utf8) + event.json + Array("\n\n".utf8)
            )
        }
        connections[index].phase = .streaming(after: number)
        if connections[index].waiting.isEmpty, now - connections[index].sentAt >= Connection.heartbeat {
            connections[index].append(Array(":\n\n".utf8))
        }
    }
}

@available(*, unavailable)
extension Server: Sendable {}

/// The number of events whose texts may be computed now: 1,000 a second.
struct Budget {
    static let perSecond: UInt64 = 1_000
    private var rest = Budget.perSecond
    private var refilledAt: UInt64 = 0

    mutating func refill(_ now: UInt64) {
        let new = (now - min(refilledAt, now)) / (1_000_000_000 / Budget.perSecond)
        guard new > 0 else { return }
        refilledAt = now
        rest = min(Budget.perSecond, rest + new)
    }

    mutating func take() -> Bool {
        guard rest > 0 else { return false }
        rest -= 1
        return true
    }
}
#endif

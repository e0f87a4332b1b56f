// SPDX-License-Identifier: MIT

import Foundation
import InspectorMiddleware
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A client of an inspector, with sockets of its own.
struct Client {
    /// Kept, so that it serves.
    let inspector: Inspector
    let port: Int
    let token: String

    init(_ inspector: Inspector) throws {
        self.inspector = inspector
        port = inspector.port
        token = String(try #require(inspector.url.split(separator: "#").last))
    }

    /// The header fields of an allowed request.
    var allowed: [String: String] { ["Host": "127.0.0.1:\(port)", "Authorization": "Bearer \(token)"] }

    /// Sends an allowed request, with other or additional header fields, and returns the answer.
    ///
    /// - Parameter headers: A field with an empty value is left out.
    func send(
        _ method: String = "GET",
        _ target: String,
        _ headers: [String: String] = [:],
        body: String = ""
    ) throws -> Reply {
        let socket = try Socket(port)
        socket.write(Array(request(method, target, headers, body: body).utf8))
        return try #require(Reply(socket.rest()))
    }

    func post(_ target: String, _ body: String, _ headers: [String: String] = [:]) throws -> Reply {
        try send("POST", target, ["Content-Type": "application/json"].merging(headers) { $1 }, body: body)
    }

    func request(_ method: String, _ target: String, _ headers: [String: String], body: String = "") -> String {
        var fields = allowed.merging(headers) { $1 }.filter { !$0.value.isEmpty }
        if !body.isEmpty { fields["Content-Length"] = "\(body.utf8.count)" }
        let lines = fields.map { "\($0.key): \($0.value)\r\n" }.sorted().joined()
        return "\(method) \(target) HTTP/1.1\r\n\(lines)\r\n\(body)"
    }

    /// Opens a stream of events.
    func stream(_ target: String = "/events", _ headers: [String: String] = [:]) throws -> EventStream {
        let socket = try Socket(port)
        socket.write(Array(request("GET", target, headers).utf8))
        return EventStream(socket)
    }

    /// Returns the numbers of the stores in the header of a stream.
    func storeNumbers() throws -> [Int] {
        let head = try #require(try stream().next())
        return head.description.matches(of: #/"store":(\d+)/#).compactMap { Int($0.1) }
    }

    /// Returns the events of an answer in JSON lines.
    func events(after number: Int = 0) throws -> [Event] {
        try send("/events?after=\(number)&count=1000").lines.map { try Event($0) }
    }

    func send(_ target: String, _ headers: [String: String] = [:]) throws -> Reply { try send("GET", target, headers) }
}

/// The answer to a request.
struct Reply {
    let status: Int
    let head: String
    let body: String

    init?(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n"), let status = Int(text.dropFirst(9).prefix(3)) else { return nil }
        self.status = status
        head = String(text[..<end.lowerBound])
        body = String(text[end.upperBound...])
    }

    var lines: [String] { body.split(separator: "\n").map(String.init) }

    func header(_ name: String) -> String? {
        head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
            .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
}

/// An event as JSON.
struct Event: CustomStringConvertible {
    let description: String
    private let values: [String: Any]

    init(_ json: String) throws {
        description = json
        values = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    }

    var number: Int { values["event"] as? Int ?? 0 }
    var type: String { self["type"] }
    subscript(key: String) -> String { values[key].map { "\($0)" } ?? "" }
}

/// A stream of events.
final class EventStream {
    private let socket: Socket
    private var text = ""
    private var isInHeader = true

    init(_ socket: Socket) { self.socket = socket }

    /// Returns the next line with data, or nil at the end of the stream.
    func next() throws -> Event? {
        while true {
            if isInHeader, let end = text.range(of: "\r\n\r\n") {
                text = String(text[end.upperBound...])
                isInHeader = false
            }
            if !isInHeader, let end = text.range(of: "\n\n") {
                let lines = text[..<end.lowerBound].components(separatedBy: "\n")
                text = String(text[end.upperBound...])
                guard let data = lines.first(where: { $0.hasPrefix("data: ") }) else { continue }
                return try Event(String(data.dropFirst(6)))
            }
            let bytes = socket.read()
            if bytes.isEmpty { return nil }
            text += String(decoding: bytes, as: UTF8.self)
        }
    }

    func next(_ count: Int) throws -> [Event] {
        try (0..<count).map { _ in try #require(try next()) }
    }

    func nextAction() throws -> Event? {
        while let event = try next() { if event.type == "action" { return event } }
        return nil
    }
}

/// A blocking socket that is connected to a port of this machine.
final class Socket {
    let descriptor: Int32

    struct Refused: Error {}

    init(_ port: Int, of address: String = "127.0.0.1") throws {
        #if canImport(Darwin) || canImport(Musl)
        let type = SOCK_STREAM
        #else
        let type = Int32(SOCK_STREAM.rawValue)
        #endif
        descriptor = socket(AF_INET, type, 0)
        var time = timeval(tv_sec: 20, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = in_port_t(port).bigEndian
        unsafe inet_pton(AF_INET, address, &place.sin_addr)
        let result = unsafe withUnsafePointer(to: &place) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // The error releases this object, which closes the socket. Closing it here too could close another test's file.
        guard result == 0 else { throw Refused() }
    }

    deinit { Foundation.close(descriptor) }

    /// Makes a server of this process send its answers in pieces of a few kilobytes.
    static func limitBuffers(ofServerAt port: Int) {
        for descriptor in Int32(0)..<1_024 {
            var place = sockaddr_in()
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = unsafe withUnsafeMutablePointer(to: &place) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe getsockname(descriptor, $0, &size)
                }
            }
            guard result == 0, place.sin_port == in_port_t(port).bigEndian else { continue }
            var buffer: Int32 = 4_096
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &buffer, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    /// Writes bytes, as far as the other side takes them.
    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
            let flags: Int32 = 0
            #else
            let flags = Int32(MSG_NOSIGNAL)
            #endif
            let count = unsafe rest.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads what has arrived, or an empty list at the end.
    func read() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? Array(bytes.prefix(count)) : []
    }

    func rest() -> [UInt8] {
        var all: [UInt8] = []
        while case let bytes = read(), !bytes.isEmpty { all += bytes }
        return all
    }
}

// SPDX-License-Identifier: MIT

#if !os(WASI)
import RecorderMiddleware
import RexCore

/// Answers allowed requests.
final class Routes {
    enum Answer {
        case response(HTTPResponse)
        /// A stream of the events after a number, which begins with a header.
        case stream(after: Int, header: [UInt8])
    }

    /// The most events in one answer.
    static let countLimit = 1_000
    /// An answer with this many bytes or more gets no further events.
    static let sizeLimit = 2 << 20

    private let feed: RecorderFeed
    private let permissions: Inspector.Permissions
    private var lastRequest = 0

    init(_ feed: RecorderFeed, _ permissions: Inspector.Permissions) {
        self.feed = feed
        self.permissions = permissions
    }

    /// The parameters of the addresses.
    private static let parameters: [String: [String]] = [
        "/events": ["after", "count", "last", "type"], "/state": ["at", "action", "store", "path", "form", "since"],
        "/explain": ["event", "action", "store"], "/changes": ["path", "before", "store"], "/pending": [],
        "/map": [], "/dispatch": [], "/mcp": [],
    ]

    func answer(_ request: HTTPRequest) throws(HTTPFailure) -> Answer {
        if let known = Routes.parameters[request.path], !request.query.keys.allSatisfy(known.contains) {
            // The unknown name may be a redacted value.
            let list = known.isEmpty ? "no parameters" : "only the parameters \(known.joined(separator: ", "))"
            throw HTTPFailure(400, "\(request.path) has \(list).")
        }
        switch request.path {
        case "/":
            let (page, policy) = feed.page(nonce: AccessToken.randomText())
            return .response(HTTPResponse(.html, page, policy: policy))
        case "/events": return try events(request)
        case "/state":
            let query = request.query
            let event =
                query["at"] == nil && query["action"] == nil
                ? try Routes.answering { () throws(FeedError) in try feed.newestAction(in: query["store"]) }
                : try event("at", of: request)
            let path = request.query["path"] ?? ""
            guard request.query["form"] == "parts" else {
                return try json { () throws(FeedError) in try feed.state(after: event, path: path) }
            }
            let since = request.query["since"] == nil ? nil : try number("since", of: request)
            return try json { () throws(FeedError) in try feed.stateParts(of: event, since: since) }
        case "/explain":
            let event = try event("event", of: request)
            return try json { () throws(FeedError) in try feed.explanation(of: event) }
        case "/changes":
            let before = request.query["before"] == nil ? nil : try number("before", of: request)
            let (path, store) = (request.query["path"] ?? "", request.query["store"])
            return try json { () throws(FeedError) in try feed.lastChangeLine(of: path, before: before, in: store) }
        case "/pending": return .response(HTTPResponse(.jsonLines, feed.pending()))
        case "/map":
            guard let map = feed.map else {
                throw HTTPFailure(404, "The app gives no map. Make the Inspector with map:.")
            }
            return .response(HTTPResponse(.json, feed.mapJSON(map) + [0x0a]))
        case "/mcp": return .response(try assistantAnswer(request))
        default:
            let number = try dispatch(request.body)
            let answer = Array(#"{"request":\#(number),"source":"Inspector, request \#(number)"}"#.utf8) + [0x0a]
            return .response(HTTPResponse(status: 202, .json, answer))
        }
    }

    private func events(_ request: HTTPRequest) throws(HTTPFailure) -> Answer {
        let query = request.query
        let types = try query["type"].map { text throws(HTTPFailure) in
            do throws(FeedError) {
                return try RecorderFeed.types(text)
            } catch {
                throw HTTPFailure(400, error.reason)
            }
        }
        if let text = query["last"] {
            guard query["after"] == nil, query["count"] == nil else {
                throw HTTPFailure(400, "The parameter last replaces after and count.")
            }
            let count = min(try Routes.number(text, named: "last"), Routes.countLimit)
            return lines(after: feed.start(ofLast: count, types: types), types, limit: .max)
        }
        let after = try start(request.headers["last-event-id"] ?? query["after"] ?? "0")
        if let text = query["count"] {
            return lines(after: after, types, limit: min(try Routes.number(text, named: "count"), Routes.countLimit))
        }
        guard types == nil else { throw HTTPFailure(400, "The parameter type needs count or last.") }
        return .stream(after: after, header: feed.header(canDispatch: canDispatch))
    }

    /// Returns the number after which events are wanted, from a number or `ID:number`.
    private func start(_ text: String) throws(HTTPFailure) -> Int {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, parts[0] != feed.recorder.id {
            throw HTTPFailure(
                410,
                "The event is of another recording. The newest one here has the number \(feed.lastEvent)."
            )
        }
        let after = try Routes.number(String(parts[parts.count - 1]), named: "after")
        guard after <= feed.lastEvent else {
            throw HTTPFailure(400, "The newest event has the number \(feed.lastEvent).")
        }
        return after
    }

    /// Returns events as lines, and a last line if there are more than the limit.
    private func lines(after start: Int, _ types: Set<String>?, limit: Int) -> Answer {
        var (number, count, lines) = (start, 0, [UInt8]())
        while true {
            let isFull = count == limit || lines.count >= Routes.sizeLimit
            guard let event = feed.event(after: number, isBrief: isFull, types: types) else { break }
            guard !isFull else {
                lines += Array(#"{"type":"more","after":\#(number),"last":\#(feed.lastEvent)}"#.utf8) + [0x0a]
                break
            }
            (number, count) = (event.number, count + 1)
            lines += event.json + [0x0a]
        }
        return .response(HTTPResponse(.jsonLines, lines))
    }

    private var canDispatch: Bool { permissions.page?.executor != nil && feed.canDecodeActions }

    private func dispatch(_ body: [UInt8]) throws(HTTPFailure) -> Int {
        guard let executor = permissions.page?.executor else {
            throw HTTPFailure(403, "The app does not allow it. Make the Inspector with allowing: .dispatch(on:).")
        }
        return enqueue(try Routes.answering { () throws(FeedError) in try feed.decode(body) }, on: executor)
    }

    private func assistantAnswer(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
        guard let permission = permissions.assistants else {
            throw HTTPFailure(403, "The app does not allow it. Make the Inspector with assistants: .read.")
        }
        let executor = permission.executor
        let tools = Tool.all(canDispatch: executor != nil && feed.canDecodeActions, hasMap: feed.map != nil)
        return MCPEndpoint(tools: tools, feed: feed) { body throws(FeedError) in
            let send = try self.feed.decode(body, isCall: true)
            return executor.map { self.enqueue(send, on: $0) } ?? 0
        }.answer(request)
    }

    /// Dispatches an action, and returns the number of its request.
    private func enqueue(_ send: @escaping @Sendable (ActionSource) -> Void, on executor: StoreExecutor) -> Int {
        lastRequest += 1
        let name = "request \(lastRequest)"
        // The file and the function remain if the recorder redacts texts.
        let source = ActionSource(file: "Inspector", function: name, line: 0, info: "Inspector, \(name)")
        executor.enqueue { send(source) }
        return lastRequest
    }

    private func json(_ body: () throws(FeedError) -> [UInt8]) throws(HTTPFailure) -> Answer {
        .response(HTTPResponse(.json, try Routes.answering(body) + [0x0a]))
    }

    private static func answering<Value>(_ body: () throws(FeedError) -> Value) throws(HTTPFailure) -> Value {
        do throws(FeedError) {
            return try body()
        } catch {
            throw HTTPFailure(error.kind == .missing ? 404 : 422, error.reason)
        }
    }

    /// Returns the event of a request, which may name an action instead.
    private func event(_ name: String, of request: HTTPRequest) throws(HTTPFailure) -> Int {
        guard let action = request.query["action"] else {
            guard request.query[name] != nil else {
                throw HTTPFailure(400, "Add \(name)= with the number of an event, or action= with that of an action.")
            }
            return try number(name, of: request)
        }
        guard request.query[name] == nil else { throw HTTPFailure(400, "Use either \(name) or action.") }
        let store = request.query["store"]
        return try Routes.answering { () throws(FeedError) in try feed.event(ofAction: action, store: store) }
    }

    private func number(_ name: String, of request: HTTPRequest) throws(HTTPFailure) -> Int {
        guard let text = request.query[name] else { throw HTTPFailure(400, "The parameter \(name) is missing.") }
        return try Routes.number(text, named: name)
    }

    private static func number(_ text: String, named name: String) throws(HTTPFailure) -> Int {
        guard let number = Int(text), number >= 0 else {
            throw HTTPFailure(400, "The parameter \(name) is not the number of an event.")
        }
        return number
    }
}

@available(*, unavailable)
extension Routes: Sendable {}
#endif

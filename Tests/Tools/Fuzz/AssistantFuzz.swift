// SPDX-License-Identifier: MIT

import RecorderMiddleware
import RexCore

private enum NoteAction: Codable, Sendable {
    case add(String, at: Int)
    case added
    case clear
}

private struct NoteState: Codable, Sendable {
    struct Row: Codable, Sendable {
        var title = ""
    }

    var rows: [Row] = []
    var amounts: [String: Int] = [:]
}

/// A recorder with a few actions.
private let recorder = {
    let recorder = Recorder<NoteAction, NoteState>()
    let answering = AnyMiddleware<NoteAction, NoteAction, NoteState> { action, source, _ in
        if case .add = action { IO { $0.dispatch(.added, from: source.derived(by: "Answer")) } } else { .pure() }
    }
    let store = Store(
        initialState: NoteState(),
        reducer: .reduce { action, state in
            switch action {
            case .add(let title, let amount):
                state.rows.append(NoteState.Row(title: title))
                state.amounts[title] = amount
            case .added: break
            case .clear: state.rows = []
            }
        },
        middleware: answering <> recorder.middleware
    )
    for amount in 1...5 { store.dispatch(.add("tea \(amount)", at: amount)) }
    store.dispatch(.clear)
    return recorder
}()

private let map = FeatureMap(kind: "feature", text: "Notes", children: [FeatureMap(kind: "clock", text: "Clock")])

/// The entry point of libFuzzer.
///
/// Each body of `POST /mcp` must get one answer in JSON.
///
/// The first byte of the input chooses what the rest is: the body itself, or the arguments of a tool, so that the code
/// after the parsers is reached too.
///
/// `make check PARTS=fuzz` compiles it together with the sources of the endpoint, as one module.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCall(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = bytes.first else { return 0 }
    let feed = RecorderFeed(recorder, map: map)
    feed.poll()
    let tools = Tool.all(canDispatch: true, hasMap: true)
    let endpoint = MCPEndpoint(tools: tools, feed: feed) { body throws(FeedError) in
        _ = try feed.decode(body, isCall: true)
        return 1
    }
    let body = first < 128 ? Array(bytes.dropFirst()) : call(of: tools[Int(first) % tools.count], bytes.dropFirst())
    let response = endpoint.answer(
        HTTPRequest(method: "POST", target: "/mcp", path: "/mcp", query: [:], headers: [:], body: body)
    )
    precondition([200, 202, 400, 404].contains(response.status), "The status is \(response.status).")
    precondition(response.status == 202 || ValueEncoder.isJSON(response.body ?? []), "The answer is not JSON.")
    precondition(first < 128 || response.status == 200, "A call has the status \(response.status).")
    return 0
}

/// Builds a call of a tool from `bytes`.
///
/// Each argument takes the number of its name, a length, and as many bytes as the length says: one byte for an integer,
/// eight for a large one, and otherwise a text.
private func call(of tool: Tool, _ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let names = tool.parameters.map(\.name) + ["other"]
    var arguments: [String: ArraySlice<UInt8>] = [:]
    var rest = bytes
    while let name = rest.popFirst(), let length = rest.popFirst() {
        arguments[names[Int(name) % names.count]] = rest.prefix(Int(length))
        rest = rest.dropFirst(Int(length))
    }
    var json = JSONText()
    json.object { json in
        json.string("jsonrpc", "2.0")
        json.integer("id", 1)
        json.string("method", "tools/call")
        json.member("params") { json in
            json.object { json in
                json.string("name", tool.name)
                json.member("arguments") { json in
                    json.object { json in
                        for (name, bytes) in arguments {
                            switch bytes.count {
                            case 1, 8: json.integer(name, bytes.reduce(0) { $0 << 8 | Int($1) })
                            default: json.string(name, String(decoding: bytes, as: UTF8.self))
                            }
                        }
                    }
                }
            }
        }
    }
    return json.bytes
}

// SPDX-License-Identifier: MIT

import RecorderMiddleware
import RexCore

extension RecorderFeed {
    /// Whether actions can be decoded from JSON.
    var canDecodeActions: Bool { recorder.actionType is any Decodable.Type }

    /// Decodes an action and returns a function that dispatches it to its store.
    ///
    /// - Parameter isCall: Whether the request is a call of a tool, whose arguments are the action and the store.
    func decode(_ request: [UInt8], isCall: Bool = false) throws(FeedError) -> @Sendable (ActionSource) -> Void {
        guard let type = recorder.actionType as? any Decodable.Type else {
            throw FeedError(kind: .invalid, reason: "The actions are not Decodable.")
        }
        let (store, value) = try DispatchRequest.read(request, type, isCall: isCall)
        return try dispatch(to: store)(value)
    }

    private func dispatch(
        to store: DispatchRequest.Store?
    ) throws(FeedError) -> @Sendable (Any) -> @Sendable (ActionSource) -> Void {
        let living = recorder.stores.withLock { $0.elements }.filter { $0.dispatch != nil }
        let chosen = living.filter { element in
            switch store {
            case .name(let name): element.name == name || Int(name).map(element.ranges.contains) ?? false
            case .number(let number): element.ranges.contains(number)
            case nil: true
            }
        }
        if chosen.count == 1, let dispatch = chosen[0].dispatch { return dispatch }
        guard !living.isEmpty else { throw FeedError(kind: .missing, reason: "The recorder has no living store.") }
        let names = RecorderFeed.requestNames(of: living).joined(separator: ", ")
        throw FeedError(
            kind: .missing,
            reason: chosen.isEmpty
                ? "There is no such store. The living stores are: \(names)."
                : "There are several such stores. Name one of them in \"store\": \(names)."
        )
    }

    /// Returns the names of stores as JSON, and the numbers of those without a name of their own.
    private static func requestNames(of stores: [StoreList.Element]) -> [String] {
        stores.map { store in
            guard let name = store.name else { return "\(store.number)" }
            var json = JSONText()
            json.string(name)
            return stores.count { $0.name == name } == 1 ? json.text : "\(store.number) (\(json.text))"
        }
    }
}

/// A request to dispatch an action: the store, and the action as JSON.
private enum DispatchRequest {
    enum Store: Decodable {
        case name(String)
        case number(Int)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let number = try? value.decode(Int.self) {
                self = .number(number)
            } else {
                self = .name(try value.decode(String.self))
            }
        }
    }

    private struct Body<Action: Decodable>: Decodable {
        let store: Store?
        let action: Action
    }

    private struct Call<Action: Decodable>: Decodable {
        struct Parameters: Decodable {
            let arguments: Body<Action>
        }

        let params: Parameters
    }

    static func read<Action: Decodable>(
        _ json: [UInt8],
        _ type: Action.Type,
        isCall: Bool
    ) throws(FeedError) -> (store: Store?, action: Any) {
        do {
            guard isCall else {
                let body = try ValueEncoder.decode(Body<Action>.self, from: json)
                return (body.store, body.action)
            }
            // Some clients send JSON as a text.
            if let call = try? ValueEncoder.decode(Call<String>.self, from: json).params.arguments,
                let action = try? ValueEncoder.decode(type, from: call.action.utf8)
            {
                return (call.store, action)
            }
            let call = try ValueEncoder.decode(Call<Action>.self, from: json).params.arguments
            return (call.store, call.action)
        } catch let error as DecodingError {
            throw FeedError(kind: .invalid, reason: reason(of: error, in: json))
        } catch {
            // The error of the action's own decoder may have values.
            throw FeedError(kind: .invalid, reason: "The action cannot be decoded: \(Swift.type(of: error)).")
        }
    }

    /// Returns the path of an error, without values.
    private static func reason(of error: DecodingError, in json: [UInt8]) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(path(context, key)): the key is missing."
        case .typeMismatch(let type, let context): "\(path(context)): expected a value of type \(type)."
        case .valueNotFound(let type, let context): "\(path(context)): expected a value of type \(type), found null."
        case .dataCorrupted(let context):
            if !context.codingPath.isEmpty {
                "\(path(context)): the value is invalid."
            } else if ValueEncoder.isJSON(json) {
                // The decoder doesn't say where.
                "A number in the body does not fit its type. It is too large, or has a fraction."
            } else {
                "The body is not JSON."
            }
        @unknown default: "The action cannot be decoded."
        }
    }

    private static func path(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
        (context.codingPath + [key].compactMap { $0 })
            .map { $0.intValue.map { "[\($0)]" } ?? "." + $0.stringValue }
            .joined()
            .trimmingPrefix(".")
            .description
    }
}

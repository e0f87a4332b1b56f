// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import RexCore

extension RecorderFeed {
    var canDecodeActions: Bool { ActionType.self is any Decodable.Type }

    func decode(_ request: [UInt8]) throws(FeedError) -> @Sendable (ActionSource) -> Void {
        guard let type = ActionType.self as? any Decodable.Type else {
            throw FeedError(kind: .invalid, reason: "The actions are not Decodable.")
        }
        let (store, value) = try DispatchRequest.read(request, type)
        guard let action = value as? ActionType else {
            throw FeedError(kind: .invalid, reason: "The action has another type.")
        }
        let output = try output(of: store)
        return { source in output.dispatch(DispatchedAction(action, dispatcher: source)) }
    }

    private func output(of store: DispatchRequest.Store?) throws(FeedError) -> AnyActionHandler<ActionType> {
        let living = recorder.stores.withLock { $0.elements }.filter { $0.output != nil }
        let chosen = living.filter { element in
            switch store {
            case .name(let name): element.name == name
            case .number(let number): element.number == number
            case nil: true
            }
        }
        if chosen.count == 1, let output = chosen[0].output { return output }
        let known = living.map { $0.name.map { "\"\($0)\"" } ?? "\($0.number)" }.joined(separator: ", ")
        throw FeedError(
            kind: .missing,
            reason: chosen.isEmpty
                ? "There is no such store. The living stores are: \(known)."
                : "There are several such stores. Name one of them in \"store\": \(known)."
        )
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

    static func read<Action: Decodable>(
        _ json: [UInt8],
        _ type: Action.Type
    ) throws(FeedError) -> (store: Store?, action: Any) {
        do {
            let body = try ValueEncoder.decoder.decode(Body<Action>.self, from: Data(json))
            return (body.store, body.action)
        } catch let error as DecodingError {
            throw FeedError(kind: .invalid, reason: reason(of: error))
        } catch {
            // The error of the action's own decoder may have values.
            throw FeedError(kind: .invalid, reason: "The action cannot be decoded: \(Swift.type(of: error)).")
        }
    }

    /// Returns the path of an error, without values.
    private static func reason(of error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(path(context, key)): the key is missing."
        case .typeMismatch(let type, let context): "\(path(context)): expected a value of type \(type)."
        case .valueNotFound(let type, let context): "\(path(context)): expected a value of type \(type), found null."
        case .dataCorrupted(let context):
            context.codingPath.isEmpty ? "The body is not JSON." : "\(path(context)): the value is invalid."
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

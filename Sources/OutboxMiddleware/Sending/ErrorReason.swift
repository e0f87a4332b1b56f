// SPDX-License-Identifier: MIT

import EffectMiddleware
import PersistenceMiddleware

/// Describes an error without its values, such as a text that cannot be encoded.
///
/// An entry keeps the reason of its rejection in the file, and actions are logged. So the
/// description consists of the error's type and case, and for `Codable` errors also of the coding
/// path, without keys of dictionaries.
func reasonWithoutValues(_ error: any Error) -> String {
    switch error {
    case EncodingError.invalidValue(let value, let context):
        return "a \(type(of: value)) cannot be encoded\(text(of: context.codingPath))"
    case DecodingError.keyNotFound(let key, let context):
        return "a key is missing\(text(of: context.codingPath + [key]))"
    case DecodingError.typeMismatch(let type, let context):
        return "something is no \(type)\(text(of: context.codingPath))"
    case DecodingError.valueNotFound(let type, let context):
        return "a \(type) is missing\(text(of: context.codingPath))"
    case DecodingError.dataCorrupted(let context):
        return "the data are invalid\(text(of: context.codingPath))"
    case let error as EffectTimeout: return error.description
    case let error as StorageError: return error.description
    default: return typeAndCase(of: error)
    }
}

/// Describes an error that the app's `send` has thrown.
///
/// The app's own description of its error is used unchanged. Descriptions of Foundation contain
/// values, such as the URL of a request.
func reasonOfFailure(_ error: any Error) -> String {
    let isOfSystem = error is EncodingError || error is DecodingError || isOfFoundation(type(of: error))
    return error is any CustomStringConvertible && !isOfSystem ? "\(error)" : reasonWithoutValues(error)
}

private func isOfFoundation(_ type: any Error.Type) -> Bool {
    type is AnyObject.Type || String(reflecting: type).hasPrefix("Foundation")
}

private func typeAndCase(of error: any Error) -> String {
    let mirror = Mirror(reflecting: error)
    guard mirror.displayStyle == .enum else { return "\(type(of: error))" }
    if let label = mirror.children.first?.label { return "\(type(of: error)).\(label)" }
    // The description of a case without a payload is its name, unless the app has its own description.
    let isPlain = !(error is any CustomStringConvertible) && !(error is any CustomDebugStringConvertible)
    return isPlain ? "\(type(of: error)).\(error)" : "\(type(of: error))"
}

private func text(of path: [any CodingKey]) -> String {
    path.isEmpty ? "" : " at " + path.map(text).joined(separator: ".")
}

/// Returns the name of a key in the code.
///
/// A key of a dictionary is a value.
private func text(of key: any CodingKey) -> String {
    let mirror = Mirror(reflecting: key)
    return mirror.displayStyle == .enum && mirror.children.isEmpty ? key.stringValue : "*"
}

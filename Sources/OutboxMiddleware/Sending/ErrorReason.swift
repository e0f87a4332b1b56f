// SPDX-License-Identifier: MIT

import EffectMiddleware
import PersistenceMiddleware

/// Describes an error without its values, such as a text that cannot be encoded.
///
/// An entry keeps the reason of its rejection in the file, and actions are logged. So the
/// description consists of the error's type and case, and for `Codable` errors also of the coding
/// path, without keys of dictionaries.
func reasonWithoutValues(_ error: any Error) -> String {
    if let reason = reasonOfCodingError(error) { return reason }
    return switch error {
    case let error as EffectTimeout: error.description
    case let error as StorageError: error.description
    default: typeAndCase(of: error)
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

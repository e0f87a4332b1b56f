// SPDX-License-Identifier: MIT

/// Describes an `EncodingError` or a `DecodingError` without its values, with the path of its keys.
///
/// The keys of a type's code have their names. The key of a dictionary is a value, so it is `*`, and so
/// is the index of an element. Returns nil for other errors.
package func reasonOfCodingError(_ error: any Error) -> String? {
    switch error {
    case EncodingError.invalidValue(let value, let context):
        "a \(type(of: value)) cannot be encoded\(text(of: context.codingPath))"
    case DecodingError.keyNotFound(let key, let context):
        "a key is missing\(text(of: context.codingPath + [key]))"
    case DecodingError.typeMismatch(let type, let context):
        "something is no \(type)\(text(of: context.codingPath))"
    case DecodingError.valueNotFound(let type, let context):
        "a \(type) is missing\(text(of: context.codingPath))"
    case DecodingError.dataCorrupted(let context):
        "the data are invalid\(text(of: context.codingPath))"
    case let error as NotSavedHere: error.description
    default: nil
    }
}

/// The error of a value that must not be encoded, since it is saved in another way.
package struct NotSavedHere: Error, CustomStringConvertible {
    /// The reason, without values.
    package let description: String

    package init(_ description: String) { self.description = description }
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

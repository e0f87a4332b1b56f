// SPDX-License-Identifier: MIT

/// The error of a message that can't be parsed.
package struct MalformedMessage: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

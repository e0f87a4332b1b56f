// SPDX-License-Identifier: MIT

/// What is wrong with the bytes of a message.
package struct MalformedMessage: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

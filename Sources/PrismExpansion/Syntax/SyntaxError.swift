// SPDX-License-Identifier: MIT

/// The error of source that cannot be read from an offset on.
package struct SyntaxError: Error, Equatable, Sendable {
    package let message: String
    package let offset: Int
}

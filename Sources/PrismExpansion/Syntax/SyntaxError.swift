// SPDX-License-Identifier: MIT

/// Source code that can't be parsed from an offset on.
package struct SyntaxError: Error, Equatable, Sendable {
    package let message: String
    package let offset: Int
}

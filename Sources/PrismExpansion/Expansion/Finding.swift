// SPDX-License-Identifier: MIT

/// A diagnostic about a declaration, and the range of source bytes that it refers to.
package struct Finding: Equatable, Sendable {
    package let message: String
    package var severity = PluginMessage.Diagnostic.Severity.error
    package let range: Range<Int>
}

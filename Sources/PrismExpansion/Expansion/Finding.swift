// SPDX-License-Identifier: MIT

/// A diagnostic about a declaration, and the bytes of the source that it is about.
package struct Finding: Equatable, Sendable {
    package let message: String
    package var severity = PluginMessage.Diagnostic.Severity.error
    package let range: Range<Int>
}

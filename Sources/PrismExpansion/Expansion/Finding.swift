// SPDX-License-Identifier: MIT

/// What is to be said about a declaration, and about which bytes of it.
package struct Finding: Equatable, Sendable {
    package let message: String
    package var severity = PluginMessage.Diagnostic.Severity.error
    package let range: Range<Int>
}

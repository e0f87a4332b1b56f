// SPDX-License-Identifier: MIT

/// What the plugin answers; encoded as a JSON object with one key, its kind.
package enum PluginMessage: Encodable, Equatable, Sendable {
    case getCapabilityResult(capability: Capability)
    case expandMacroResult(expandedSource: String?, diagnostics: [Diagnostic])
    case loadPluginLibraryResult(loaded: Bool, diagnostics: [Diagnostic])

    package struct Capability: Encodable, Equatable, Sendable {
        /// The version of the protocol that this plugin was written for.
        package var protocolVersion = 7
    }

    /// What the compiler shows at a place in the source file.
    package struct Diagnostic: Encodable, Equatable, Sendable {
        package enum Severity: String, Encodable, Sendable { case error, warning }

        package let message: String
        package let severity: Severity
        package let position: Position
        package let highlights: [Range]
        /// The protocol has notes and corrections, and asks for them.
        package var notes: [String] = []
        package var fixIts: [String] = []
    }

    /// Offsets are bytes from the beginning of the file.
    package struct Position: Encodable, Equatable, Sendable {
        package let fileName: String
        package let offset: Int
    }

    package struct Range: Encodable, Equatable, Sendable {
        package let fileName: String
        package let startOffset: Int
        package let endOffset: Int
    }
}

// SPDX-License-Identifier: MIT

/// An answer of the plugin.
package enum PluginMessage: Equatable, Sendable {
    /// The version of the protocol that this plugin implements.
    case getCapabilityResult(protocolVersion: Int)
    case expandMacroResult(expandedSource: String?, diagnostics: [Diagnostic])

    /// A diagnostic that the compiler shows at a source location.
    package struct Diagnostic: Equatable, Sendable {
        package enum Severity: String, Sendable { case error, warning }

        package let message: String
        package let severity: Severity
        package let position: Position
        package let highlights: [Range]
    }

    /// Offsets are in bytes from the start of the file.
    package struct Position: Equatable, Sendable {
        package let fileName: String
        package let offset: Int
    }

    package struct Range: Equatable, Sendable {
        package let fileName: String
        package let startOffset: Int
        package let endOffset: Int
    }
}

extension PluginMessage {
    /// An object with one key, the kind of the message.
    package var json: JSON {
        switch self {
        case .getCapabilityResult(let version):
            return ["getCapabilityResult": ["capability": ["protocolVersion": JSON(version)]]]
        case .expandMacroResult(let source, let diagnostics):
            var result: [String: JSON] = ["diagnostics": .array(diagnostics.map(\.json))]
            result["expandedSource"] = source.map(JSON.string)
            return ["expandMacroResult": .object(result)]
        }
    }
}

extension PluginMessage.Diagnostic {
    fileprivate var json: JSON {
        [
            "message": .string(message),
            "severity": .string(severity.rawValue),
            "position": ["fileName": .string(position.fileName), "offset": .init(position.offset)],
            "highlights": .array(highlights.map(\.json)),
            // The protocol requires these keys.
            "notes": [],
            "fixIts": [],
        ]
    }
}

extension PluginMessage.Range {
    fileprivate var json: JSON {
        [
            "fileName": .string(fileName),
            "startOffset": .init(startOffset),
            "endOffset": .init(endOffset),
        ]
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import PrismExpansion

/// The compiler's message for a declaration, as JSON.
struct Request {
    /// The declaration with its attribute, at `offset` in the file.
    var declaration: String
    var attribute = "@Prism"
    var macro = "Prism"
    var role = "member"
    var context: [String] = []
    var lacksConformance = true
    var offset = 0

    var text: String {
        get throws {
            var body: [String: Any] = [
                "macro": ["moduleName": "PrismPlugin", "name": "Prism", "typeName": macro],
                "macroRole": role,
                "discriminator": "$s4File5PrismfMm_",
                "attributeSyntax": syntax("attribute", attribute),
                "declSyntax": syntax("declaration", declaration),
                "extendedTypeSyntax": syntax("type", "Outer.Name"),
                "lexicalContext": context.map { syntax("declaration", $0) },
                "staticBuildConfiguration": "{\"attributes\":[\"available\"]}",
            ]
            if lacksConformance {
                body["conformanceListSyntax"] = syntax("declaration", "struct Placeholder: CaseIndexed {}")
            }
            let data = try JSONSerialization.data(withJSONObject: ["expandAttachedMacro": body])
            return String(decoding: data, as: UTF8.self)
        }
    }

    private func syntax(_ kind: String, _ source: String) -> [String: Any] {
        [
            "kind": kind,
            "source": source,
            "location": [
                "fileID": "Module/File.swift", "fileName": "/File.swift", "line": 1, "column": 1, "offset": offset,
            ],
        ]
    }

    /// Returns the generated source and the diagnostics.
    func answer() throws -> (source: String, diagnostics: [PluginMessage.Diagnostic]) {
        let message = try CompilerMessage(JSON(text))
        guard case .expandMacroResult(let source, let diagnostics) = PluginProcess.answer(to: message) else {
            throw UnexpectedAnswer()
        }
        return (source ?? "", diagnostics)
    }

    struct UnexpectedAnswer: Error {}
}

// SPDX-License-Identifier: MIT

import PrismExpansion
import Testing

@Suite struct CompilerMessageTests {
    @Test(arguments: [
        ("[]", "a message has one key, its kind"),
        (#"{"getCapability":{},"other":{}}"#, "a message has one key, its kind"),
        (#"{"expandFreestandingMacro":{"macro":7}}"#, "expandFreestandingMacro: 'typeName' is looked for in no object"),
        (#"{"expandAttachedMacro":{"macro":{"typeName":null}}}"#, "expandAttachedMacro: 'typeName' is missing"),
        (#"{"expandAttachedMacro":{"macro":{"typeName":1}}}"#, "expandAttachedMacro: 'typeName' is of the wrong kind"),
        (
            expansion(attribute: #"{"source":"","location":{"fileName":"","offset":1.5}}"#),
            "expandAttachedMacro: 'offset' is of the wrong kind"
        ),
        (
            expansion(more: #","lexicalContext":[{"source":2}]"#),
            "expandAttachedMacro: 'source' is of the wrong kind"
        ),
        (
            expansion(more: #","extendedTypeSyntax":{"source":2}"#),
            "expandAttachedMacro: 'source' is of the wrong kind"
        ),
        (
            expansion(more: #","conformanceListSyntax":{"source":"","location":{"offset":0}}"#),
            "expandAttachedMacro: 'fileName' is missing"
        ),
        (expansion(more: #","extendedTypeSyntax":7"#), "expandAttachedMacro: 'source' is looked for in no object"),
        (expansion(more: #","lexicalContext":{}"#), "expandAttachedMacro: 'lexicalContext' is of the wrong kind"),
    ])
    func wrongMessageIsDescribed(text: String, description: String) {
        #expect(throws: MalformedMessage(description)) { try CompilerMessage(JSON(text)) }
    }

    @Test func whatIsNullIsAbsent() throws {
        let text = expansion(more: #","extendedTypeSyntax":null,"conformanceListSyntax":null,"lexicalContext":null"#)
        guard case .expandAttachedMacro(let expansion) = try CompilerMessage(JSON(text)) else {
            Issue.record("It is another message.")
            return
        }
        #expect(expansion.attributeSyntax.location.offset == 3)
        #expect(expansion.extendedTypeSyntax == nil)
        #expect(expansion.conformanceListSyntax == nil)
        #expect(expansion.lexicalContext == nil)
    }
}

private let syntax = #"{"source":"","location":{"fileName":"f","offset":3}}"#

private func expansion(attribute: String = syntax, more: String = "") -> String {
    """
    {"expandAttachedMacro":{"macro":{"typeName":"Prism"},"macroRole":"member","attributeSyntax":\(attribute),\
    "declSyntax":\(syntax)\(more)}}
    """
}

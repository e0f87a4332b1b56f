// SPDX-License-Identifier: MIT

import PrismExpansion
import Testing

@Suite struct CompilerMessageTests {
    @Test(arguments: [
        ("[]", "a message must be an object with one key"),
        (#"{"getCapability":{},"other":{}}"#, "a message must be an object with one key"),
        (
            #"{"expandAttachedMacro":{"macro":7}}"#,
            "expandAttachedMacro: a value that should contain 'typeName' is not an object"
        ),
        (#"{"expandAttachedMacro":{"macro":{"typeName":null}}}"#, "expandAttachedMacro: 'typeName' is missing"),
        (#"{"expandAttachedMacro":{"macro":{"typeName":1}}}"#, "expandAttachedMacro: 'typeName' has the wrong type"),
        (
            expansion(attribute: #"{"source":"","location":{"fileName":"","offset":1.5}}"#),
            "expandAttachedMacro: 'offset' has the wrong type"
        ),
        (
            expansion(more: #","lexicalContext":[{"source":2}]"#),
            "expandAttachedMacro: 'source' has the wrong type"
        ),
        (
            expansion(more: #","extendedTypeSyntax":{"source":2}"#),
            "expandAttachedMacro: 'source' has the wrong type"
        ),
        (
            expansion(more: #","conformanceListSyntax":{"source":"","location":{"offset":0}}"#),
            "expandAttachedMacro: 'fileName' is missing"
        ),
        (
            expansion(more: #","extendedTypeSyntax":7"#),
            "expandAttachedMacro: a value that should contain 'source' is not an object"
        ),
        (expansion(more: #","lexicalContext":{}"#), "expandAttachedMacro: 'lexicalContext' has the wrong type"),
    ])
    func malformedMessageIsDescribed(text: String, description: String) {
        #expect(throws: MalformedMessage(description)) { try CompilerMessage(JSON(text)) }
    }

    @Test func nullMemberIsMissing() throws {
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

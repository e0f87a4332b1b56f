// SPDX-License-Identifier: MIT

import CRexSystem

/// Communicates with the compiler: sends one answer for each message until the input ends.
package enum PluginProcess {
    /// Serves standard input until it ends.
    ///
    /// An unreadable message ends the process with status 1.
    package static func run() {
        do {
            try serve(MessageChannel(input: STDIN_FILENO, output: STDOUT_FILENO))
        } catch {
            let text = "The plugin of @Prism stops: \(error)\n"
            unsafe write(STDERR_FILENO, text, text.utf8.count)
            exit(1)
        }
    }

    /// Answers every message of the channel.
    ///
    /// Returns at the end of the input.
    package static func serve(_ channel: MessageChannel) throws {
        while let message = try channel.receive() {
            try channel.send(answer(to: CompilerMessage(JSON(message))).json.text)
        }
    }

    /// Returns the answer to one message.
    ///
    /// It doesn't depend on earlier messages.
    package static func answer(to message: CompilerMessage) -> PluginMessage {
        switch message {
        case .getCapability: .getCapabilityResult(protocolVersion: 7)
        case .expandAttachedMacro(let expansion) where expansion.typeName == "Prism":
            PrismMacro(expansion).answer
        case .expandAttachedMacro(let expansion):
            refusal("the plugin of @Prism has no macro @\(expansion.typeName)")
        case .other(let kind): refusal("the plugin of @Prism does not know the message '\(kind)'")
        }
    }

    /// Returns an error without a source location.
    private static func refusal(_ text: String) -> PluginMessage {
        let noPosition = PluginMessage.Position(fileName: "", offset: 0)
        let diagnostic = PluginMessage.Diagnostic(message: text, severity: .error, position: noPosition, highlights: [])
        return .expandMacroResult(expandedSource: nil, diagnostics: [diagnostic])
    }
}

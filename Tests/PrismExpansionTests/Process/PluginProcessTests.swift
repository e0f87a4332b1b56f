// SPDX-License-Identifier: MIT

import Foundation
import PrismExpansion
import RexTestSupport
import Testing

/// Runs the plugin as the compiler does: as a process with pipes for input and output.
@Suite struct PluginProcessTests {
    /// Returns the output of the process for these messages, how it ended, and its standard error.
    private func run(_ bytes: [UInt8]) throws -> (output: String, ending: ChildProcess.Ending, errors: String) {
        let plugin = try ChildProcess(product: "PrismPlugin-tool")
        plugin.write(String(decoding: bytes, as: UTF8.self))
        plugin.closeInput()
        let output = plugin.remainingOutput()
        let errors = plugin.remainingErrors()
        return (output, plugin.waitForExit(), errors)
    }

    private func text(_ frame: [UInt8]) -> String { String(decoding: frame, as: UTF8.self) }

    @Test func endOfInputEndsTheProcess() throws {
        let result = try run([])
        #expect(result.ending == .exited(0))
        #expect(result.output == "")
        #expect(result.errors == "")
    }

    @Test func capabilityIsTheVersionOfTheProtocol() throws {
        let result = try run(frame(#"{"getCapability":{"capability":{"protocolVersion":7}}}"#) + frame(""))
        #expect(result.output == text(frame(#"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#)))
        #expect(result.ending == .exited(0))
    }

    @Test func everyMessageIsAnswered() throws {
        let messages = [
            #"{"expandFreestandingMacro":{"macro":{"typeName":"Other"}}}"#,
            #"{"somethingNew":{"x":[1,null]}}"#,
        ]
        for (message, kind) in zip(messages, ["expandFreestandingMacro", "somethingNew"]) {
            let result = try run(frame(message))
            #expect(result.output.contains("does not know the message '\(kind)'"))
            #expect(result.ending == .exited(0))
        }
        let all = try run(messages.flatMap(frame))
        #expect(all.output.components(separatedBy: "\"severity\":\"error\"").count == messages.count + 1)
    }

    @Test(arguments: [
        ([3, 0, 0], "the input ended in the middle of a message"),
        (Array(frame("{}").dropLast()), "the input ended in the middle of a message"),
        ([0, 0, 0, 0, 0, 0, 0, 1], "a message has a length of 72057594037927936 bytes, which is above the limit"),
        (frame("{"), "not valid JSON"),
        (frame("{}"), "a message must be an object with one key"),
        (frame(#"{"expandAttachedMacro":{}}"#), "expandAttachedMacro"),
    ])
    func malformedMessageEndsTheProcessWithAReason(bytes: [UInt8], reason: String) throws {
        let result = try run(bytes)
        #expect(result.ending == .exited(1))
        #expect(result.errors.hasPrefix("The plugin of @Prism stops: "))
        #expect(result.errors.contains(reason), "\(result.errors)")
    }

    @Test func unknownMacroIsRejected() throws {
        var request = Request(declaration: "@Other enum E { case a }")
        request.macro = "Other"
        let answer = try request.answer()
        #expect(answer.diagnostics.map(\.message) == ["the plugin of @Prism has no macro @Other"])
        #expect(answer.source == "")
    }

    @Test func macroIsExpanded() throws {
        // The test writes text to the process, so the bytes of the length must be valid text.
        var request = Request(declaration: "@Prism enum E { case a }")
        while try frame(request.text).prefix(8).contains(where: { $0 > 127 }) { request.declaration += " " }
        let result = try run(frame(request.text))
        #expect(result.output.contains("expandedSource"))
        #expect(result.output.contains("var isA: Swift.Bool"))
        #expect(result.ending == .exited(0))
    }
}

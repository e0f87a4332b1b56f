// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The program as users run it: lines, and a restart.
///
/// The tests run one after the other, since a process inherits the pipes of one that starts beside it.
@Suite(.serialized) struct ProgramTests {
    @Test func orderThatWaitsIsSentAfterARestart() throws {
        let folder = NSTemporaryDirectory() + "shop-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try Program("--offline", "--folder", folder)
        first.type("open 1", "add", "checkout", "address Main Street 1", "next", "next", "order")
        #expect(first.line("waits for the network") == "1  4.90 € to Main Street 1: waits for the network")
        #expect(first.quit() == 0)

        let second = try Program("--offline", "--folder", folder)
        #expect(second.line("── window") == "── window [1] · orders · offline · basket 0.00 €")
        #expect(second.line("Main Street") == "1  4.90 € to Main Street 1: waits for the network")
        second.type("online")
        #expect(second.line("accepted") == "1  4.90 € to Main Street 1: accepted as 1001")
        #expect(second.quit() == 0)
    }

    @Test func lineWithoutMeaningIsReported() throws {
        let folder = NSTemporaryDirectory() + "shop-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = try Program("--offline", "--folder", folder, "--record", folder + ".txt")
        defer { try? FileManager.default.removeItem(atPath: folder + ".txt") }
        program.type("dance", "cancel 1", "new", "window 1")
        #expect(program.line("dance") == "'dance' means nothing here; type help")
        #expect(program.line("no order") == "there is no order 1")
        #expect(program.line("[2]") == "── window 1 [2] · catalog · offline · basket 0.00 €")
        #expect(program.line("[1]") == "── window [1] 2 · catalog · offline · basket 0.00 €")
        #expect(program.quit() == 0)
        #expect(try String(contentsOfFile: folder + ".txt", encoding: .utf8).contains("opened"))
    }

    @Test func mistakeIsReportedWithTheUsage() throws {
        let program = try Program("--what")
        #expect(program.end() == 2)
        #expect(program.errors().hasPrefix("ShopExample: unknown option '--what'\n\nusage: ShopExample"))
    }
}

private final class Program {
    private let process = Process()
    private let (input, output, complaints) = (Pipe(), Pipe(), Pipe())
    private var buffer = Data()

    init(_ arguments: String...) throws {
        process.executableURL = Bundle.main.bundleURL.appending(path: "ShopExample")
        process.arguments = arguments
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, complaints)
        try process.run()
    }

    func type(_ lines: String...) {
        for line in lines { input.fileHandleForWriting.write(Data("\(line)\n".utf8)) }
    }

    /// Returns the next line of the output with this text, or nil at its end.
    func line(_ text: String) -> String? {
        while true {
            while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: buffer[..<end], as: UTF8.self)
                buffer = Data(buffer[(end + 1)...])
                if line.contains(text) { return line }
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            buffer += more
        }
    }

    func errors() -> String { String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }

    func quit() -> Int32 {
        type("quit")
        return end()
    }

    /// Waits for the end of the program, and returns its exit status.
    func end() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The program as users run it: lines, and a restart.
///
/// The tests run one after the other, since a process inherits the pipes of one that starts beside it.
@Suite(.serialized) final class ProgramTests {
    private let folder = NSTemporaryDirectory() + "shop-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    @Test func orderThatWaitsIsSentAfterARestart() throws {
        let first = try Program("--offline", "--folder", folder)
        first.type("open 1", "add", "checkout", " address  Main Street 1 ", "next", "express", "next")
        first.type("order", "orders")
        #expect(first.line("3/3") == "Checkout 3/3, 9.90 € to Main Street 1, express")
        #expect(first.line("waits") == "1  9.90 € to Main Street 1: waits to be sent")
        #expect(first.quit() == 0)

        let second = try Program("--offline", "--folder", folder)
        #expect(second.line("── window") == "── window [1] · orders · offline · basket 0.00 €")
        #expect(second.line("Main Street") == "1  9.90 € to Main Street 1: waits to be sent")
        second.type("online")
        #expect(second.line("accepted") == "1  9.90 € to Main Street 1: accepted as 1001")
        #expect(second.quit() == 0)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func signalSavesLikeQuit(number: Int32) throws {
        let first = try Program("--offline", "--folder", folder)
        first.type("open 3")
        #expect(first.line("1 of") == "1 of Teapot, 29.00 €")
        first.signal(number)
        #expect(first.end() == 0)
        let second = try Program("--offline", "--folder", folder)
        #expect(second.line("1 of") == "1 of Teapot, 29.00 €")
        #expect(second.quit() == 0)
    }

    @Test func lineThatDoesNothingIsReported() throws {
        let program = try Program("--offline", "--folder", folder, "--record", folder + ".txt")
        defer { try? FileManager.default.removeItem(atPath: folder + ".txt") }
        let list = "here you can type open N, orders, checkout with a full basket"
        let page = "here you can type count 1 to 99, add, back, orders, checkout with a full basket"
        let sheet = "the sheet is open: you can type address TEXT, next with an address, back"
        let delivery = "the sheet is open: you can type express, next, back"
        let orders = "here you can type cancel N, catalog, checkout with a full basket"
        let lines: [(line: String, reason: String?)] = [
            ("dance", list), ("checkout", list), ("offline", list), ("close", "it is the last window; type quit"),
            ("open 1", nil), ("open 2", page), ("count 0", page), ("orders", nil), ("add", orders),
            ("cancel 1", "no order 1 waits for its first attempt"), ("catalog", nil), ("add", nil), ("checkout", nil),
            ("next", sheet),
            ("orders", sheet), ("address Main Street 1", nil), ("next", nil), ("order", delivery),
        ]
        for line in lines { program.type(line.line) }
        for case (let line, let reason?) in lines {
            #expect(program.line("does nothing") == "'\(line)' does nothing: \(reason)")
        }
        #expect(program.quit() == 0)
        #expect(try String(contentsOfFile: folder + ".txt", encoding: .utf8).contains("checkoutTapped"))
    }

    @Test func newWindowGetsTheCommands() throws {
        let program = try Program("--offline", "--folder", folder)
        program.type("new", "window 1", "new", "close")
        for windows in ["[1]", "1 [2]", "[1] 2", "1 2 [3]", "1 [2]"] {
            #expect(program.line("── window") == "── window \(windows) · catalog · offline · basket 0.00 €")
        }
        #expect(program.quit() == 0)
    }

    @Test func failedSaveIsShownAndFailsTheProgram() throws {
        let program = try Program("--offline", "--folder", folder)
        program.type("open 1", "add")
        _ = program.line("basket 4.90 €")
        try FileManager.default.removeItem(atPath: folder)
        try Data().write(to: URL(filePath: folder))
        program.type("orders")
        let problem = program.line("! ") ?? ""
        #expect(problem.contains("Not a directory"))
        #expect(program.quit() == 1)
    }

    @Test(arguments: [["--record", "/nonexistent/x.html"], ["--folder", "/dev/null/x"]])
    func unusableFileEndsTheProgramAtOnce(arguments: [String]) throws {
        let program = try Program(["--folder", folder] + arguments)
        #expect(program.end() == 1)
        #expect(program.errors().hasPrefix("ShopExample: "))
    }

    @Test(arguments: [
        (["--what"], "unknown option '--what'"), (["--folder", ""], "--folder needs a path"),
        (["--record", "x"], "--record needs a file that ends with one of"),
    ])
    func mistakeIsReportedWithTheUsage(arguments: [String], text: String) throws {
        let program = try Program(arguments)
        #expect(program.end() == 2)
        let errors = program.errors()
        #expect(errors.hasPrefix("ShopExample: \(text)") && errors.contains("usage: ShopExample"))
    }
}

private final class Program {
    private let process = Process()
    private let (input, output, complaints) = (Pipe(), Pipe(), Pipe())
    private var buffer = Data()

    convenience init(_ arguments: String...) throws { try self.init(arguments) }

    init(_ arguments: [String]) throws {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let folder = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
        process.executableURL = folder.appending(path: "ShopExample")
        process.arguments = arguments
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, complaints)
        try process.run()
        // The end of the process ends each wait for a text that doesn't come.
        DispatchQueue.global().asyncAfter(deadline: .now() + 30) { [weak process] in
            if let process, process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }
    }

    deinit { signal(SIGKILL) }

    func signal(_ number: Int32) { if process.isRunning { kill(process.processIdentifier, number) } }

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

// SPDX-License-Identifier: MIT

import Foundation
import LoggerMiddleware
import Testing

@Suite struct FilePrinterTests {
    @Test func aFileIsMadeWithTheFirstEntryAndAddedTo() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("app.log")
        let printer = LogPrinter.file(path)
        #expect(!FileManager.default.fileExists(atPath: path))
        printer.print("one\ntwo")
        printer.print("three")
        #expect(try contents(of: path) == "one\ntwo\nthree\n")
        LogPrinter.file(path).print("four")
        printer.print("five")
        #expect(try contents(of: path) == "one\ntwo\nthree\nfour\nfive\n")
    }

    @Test func entriesOfSeveralThreadsAndPrintersStayWhole() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("app.log")
        NumberedEntries.print(to: [.file(path), .file(path), .file(path)])
        #expect(NumberedEntries.faults(in: try contents(of: path)) == [])
    }

    @Test(arguments: ["/dev/full", "/", "/no/such/folder/app.log"])
    func aFileThatCannotBeWrittenIsReportedOnce(path: String) async throws {
        #if os(Linux)
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [path] in
            let printer = LogPrinter.file(path)
            for number in 0..<3 { printer.print("entry \(number)") }
            exit(0)
        }
        let report = text(result?.standardErrorContent)
        let lines = report.split(separator: "\n").filter { $0.hasPrefix("The log file \(path) cannot be written: ") }
        #expect(lines.count == 1)
        #expect(!report.contains("entry"))
        #endif
    }

    @Test func aFileThatCanBeWrittenAgainGetsTheNextEntries() async throws {
        let folder = try TemporaryFolder()
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let printer = LogPrinter.file(path + "/later/app.log")
            printer.print("lost")
            try FileManager.default.createDirectory(atPath: path + "/later", withIntermediateDirectories: false)
            printer.print("kept")
        }
        #expect(try contents(of: folder.file("later/app.log")) == "kept\n")
    }

    /// A disk that fills up in the middle of an entry leaves half a line.
    @Test func aLineThatWasCutEndsBeforeTheNextEntry() async throws {
        let folder = try TemporaryFolder()
        await #expect(processExitsWith: .success) { [path = folder.file("app.log") as String] in
            signal(SIGXFSZ, SIG_IGN)
            let printer = LogPrinter.file(path)
            setFileSizeLimit(10)
            printer.print("this entry is too long")
            printer.print("lost")
            setFileSizeLimit(1_000)
            printer.print("next")
            printer.print("last")
        }
        #expect(try contents(of: folder.file("app.log")) == "this entry\nnext\nlast\n")
    }

    @Test func theFileIsClosedWithTheLastCopyOfThePrinter() async throws {
        let folder = try TemporaryFolder()
        await #expect(processExitsWith: .success) { [path = folder.file("app.log") as String] in
            let free = lowestFreeDescriptor()
            var printer: LogPrinter? = .file(path)
            printer?.print("entry")
            precondition(lowestFreeDescriptor() != free)
            printer = nil
            precondition(lowestFreeDescriptor() == free)
        }
    }
}

private func setFileSizeLimit(_ bytes: Int) {
    #if os(Linux)
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
    let resource = RLIMIT_FSIZE
    #endif
    var limit = rlimit()
    getrlimit(resource, &limit)
    limit.rlim_cur = rlim_t(bytes)
    precondition(setrlimit(resource, &limit) == 0)
}

private func lowestFreeDescriptor() -> CInt {
    let descriptor = dup(0)
    close(descriptor)
    return descriptor
}

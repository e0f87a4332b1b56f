// SPDX-License-Identifier: MIT

import Foundation
import LoggerMiddleware
import RexTestSupport
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

    /// ThreadSanitizer sees here whether what threads share is read and written under a lock.
    @Test func aFileThatCannotBeWrittenIsReportedOnceAlsoToSeveralThreads() async throws {
        #if os(Linux)
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let printer = LogPrinter.file("/dev/full")
            onThreads(4) { thread in
                for number in 0..<100 { printer.print("entry \(thread) \(number)") }
            }
            exit(0)
        }
        let lines = text(result?.standardErrorContent).split(separator: "\n").filter { $0.hasPrefix("The log file ") }
        #expect(lines.count == 1)
        #endif
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

    /// Opening a pipe for writing waits for a reader, unless its flags say not to; the alarm ends a process that waits.
    @Test func aPipeWithoutAReaderIsReportedOnceAndGetsEntriesOnceItIsRead() async throws {
        let folder = try TemporaryFolder()
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            [path = folder.file("pipe") as String] in
            unsafe precondition(mkfifo(path, 0o600) == 0)
            alarm(10)
            let printer = LogPrinter.file(path)
            printer.print("lost")
            printer.print("lost too")
            let reader = unsafe open(path, O_RDONLY | O_NONBLOCK)
            printer.print("read")
            var bytes = [UInt8](repeating: 0, count: 100)
            let count = unsafe read(reader, &bytes, bytes.count)
            precondition(String(decoding: bytes.prefix(count), as: UTF8.self) == "read\n")
        }
        let lines = text(result?.standardErrorContent).split(separator: "\n").filter { $0.hasPrefix("The log file ") }
        #expect(lines.count == 1)
    }

    /// More than a pipe takes at once.
    @Test func aLongEntryWaitsForTheReaderOfAPipe() async throws {
        let folder = try TemporaryFolder()
        await #expect(processExitsWith: .success) { [path = folder.file("pipe") as String] in
            unsafe precondition(mkfifo(path, 0o600) == 0)
            alarm(10)
            let entry = String(repeating: "entry ", count: 50_000)
            let reader = unsafe open(path, O_RDONLY | O_NONBLOCK)
            precondition(fcntl(reader, F_SETFL, 0) == 0)
            let printer = LogPrinter.file(path)
            DispatchQueue.global().async { printer.print(entry) }
            var text = Data()
            while text.count <= entry.utf8.count {
                var bytes = [UInt8](repeating: 0, count: 10_000)
                let count = unsafe read(reader, &bytes, bytes.count)
                text += bytes.prefix(count)
            }
            precondition(text == Data((entry + "\n").utf8))
        }
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

    /// A pipe ends for its reader when nobody has it open for writing any more.
    @Test func theFileIsClosedWithTheLastCopyOfThePrinter() async throws {
        let folder = try TemporaryFolder()
        await #expect(processExitsWith: .success) { [path = folder.file("pipe") as String] in
            unsafe precondition(mkfifo(path, 0o600) == 0)
            let reader = unsafe open(path, O_RDONLY | O_NONBLOCK)
            var printer: LogPrinter? = .file(path)
            var copy = printer
            printer?.print("entry")
            printer = nil
            var bytes = [UInt8](repeating: 0, count: 100)
            unsafe precondition(read(reader, &bytes, bytes.count) == 6)
            unsafe precondition(read(reader, &bytes, bytes.count) == -1 && errno == EAGAIN)
            withExtendedLifetime(copy) {}
            copy = nil
            unsafe precondition(read(reader, &bytes, bytes.count) == 0)
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
    unsafe getrlimit(resource, &limit)
    limit.rlim_cur = rlim_t(bytes)
    unsafe precondition(setrlimit(resource, &limit) == 0)
}

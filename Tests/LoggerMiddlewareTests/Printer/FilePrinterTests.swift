// SPDX-License-Identifier: MIT

import Foundation
import LoggerMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct FilePrinterTests {
    @Test func fileIsCreatedAtTheFirstEntryAndAppendedTo() throws {
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

    /// ThreadSanitizer checks here that shared data is accessed under a lock.
    @Test func unwritableFileIsReportedOnceForSeveralThreads() async throws {
        #if os(Linux)
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let printer = LogPrinter.file("/dev/full")
            onThreads(4) { thread in
                for number in 0..<100 { printer.print("entry \(thread) \(number)") }
            }
            exit(0)
        }
        let lines = text(result?.standardErrorContent).split(separator: "\n").filter {
            $0.hasPrefix("Cannot write the log file ")
        }
        #expect(lines.count == 1)
        #endif
    }

    @Test(arguments: ["/dev/full", "/", "/no/such/folder/app.log", "/no/such\nfolder\u{1b}[2J/app.log"])
    func unwritableFileIsReportedOnce(path: String) async throws {
        #if os(Linux)
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [path] in
            let printer = LogPrinter.file(path)
            for number in 0..<3 { printer.print("entry \(number)") }
            exit(0)
        }
        let report = text(result?.standardErrorContent)
        let lines = report.split(separator: "\n").filter {
            $0.hasPrefix("Cannot write the log file \(path.visible): ") && $0.hasSuffix("This is reported once.")
        }
        #expect(lines.count == 1)
        #expect(!report.contains("entry"))
        #endif
    }

    /// Without the right flags, opening a pipe for writing waits for a reader.
    ///
    /// The alarm ends a process that waits.
    @Test func pipeWithoutAReaderIsReportedOnceAndGetsEntriesOnceItHasOne() async throws {
        let folder = try TemporaryFolder()
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            [path = folder.file("pipe") as String] in
            unsafe precondition(mkfifo(path, 0o600) == 0)
            alarm(60)
            let printer = LogPrinter.file(path)
            printer.print("lost")
            printer.print("lost too")
            let reader = unsafe open(path, O_RDONLY | O_NONBLOCK)
            printer.print("read")
            var bytes = [UInt8](repeating: 0, count: 100)
            let count = unsafe read(reader, &bytes, bytes.count)
            precondition(String(decoding: bytes.prefix(count), as: UTF8.self) == "read\n")
        }
        let lines = text(result?.standardErrorContent).split(separator: "\n").filter {
            $0.hasPrefix("Cannot write the log file ")
        }
        #expect(lines.count == 1)
    }

    /// More than a pipe accepts at once.
    @Test func longEntryWaitsForTheReaderOfAPipe() async throws {
        let folder = try TemporaryFolder()
        await #expect(processExitsWith: .success) { [path = folder.file("pipe") as String] in
            unsafe precondition(mkfifo(path, 0o600) == 0)
            alarm(60)
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

    @Test func fileThatBecomesWritableGetsTheNextEntries() async throws {
        let folder = try TemporaryFolder()
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let printer = LogPrinter.file(path + "/later/app.log")
            printer.print("lost")
            try FileManager.default.createDirectory(atPath: path + "/later", withIntermediateDirectories: false)
            printer.print("kept")
        }
        #expect(try contents(of: folder.file("later/app.log")) == "kept\n")
    }

    /// If a disk fills up in the middle of an entry, half a line remains.
    @Test func partlyWrittenLineEndsBeforeTheNextEntry() async throws {
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

    /// A reader sees the end of a pipe once no process has it open for writing.
    @Test func fileIsClosedWithTheLastCopyOfThePrinter() async throws {
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

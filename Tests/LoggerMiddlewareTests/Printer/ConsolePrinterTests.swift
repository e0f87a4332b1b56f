// SPDX-License-Identifier: MIT

import Foundation
import LoggerMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct ConsolePrinterTests {
    @Test func entriesAppearAtOnceInAPipe() async {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardOutputContent, \.standardErrorContent]
        ) {
            LogPrinter.stdout.print("one\ntwo")
            LogPrinter.stderr.print("error")
            LogPrinter.stdout.print("three")
            // Exits without flushing the buffers of the C library.
            _exit(0)
        }
        #expect(text(result?.standardOutputContent) == "one\ntwo\nthree\n")
        #expect(text(result?.standardErrorContent) == "error\n")
    }

    @Test func entriesOfSeveralThreadsStayWholeIfOutputAndErrorAreOnePipe() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            dup2(1, 2)
            NumberedEntries.print(to: [.stdout, .stderr])
            _exit(0)
        }
        #expect(NumberedEntries.faults(in: text(result?.standardOutputContent)) == [])
    }

    @Test func entriesOfSeveralStoresStayWhole() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            onThreads(NumberedEntries.threads) { thread in
                let store = Store<Int, Int>(
                    initialState: 0,
                    reducer: .reduce { action, state in state = action },
                    middleware: LoggerMiddleware(
                        actionTransform: .custom { number, _ in NumberedEntries.entry(thread: thread, number: number) },
                        stateDiffTransform: .none,
                        time: .none
                    )
                )
                for number in 0..<NumberedEntries.entriesOfAThread { store.dispatch(number) }
            }
            _exit(0)
        }
        #expect(NumberedEntries.faults(in: text(result?.standardOutputContent)) == [])
    }

    @Test func closedPipeDropsTheEntries() async {
        await #expect(processExitsWith: .success) {
            signal(SIGPIPE, SIG_IGN)
            let pipe = Pipe()
            dup2(pipe.fileHandleForWriting.fileDescriptor, 1)
            try pipe.fileHandleForReading.close()
            LogPrinter.stdout.print("nobody reads this")
        }
    }

    @Test func customAndAllPrintInOrder() {
        let log = Recorder<String>()
        let printer = LogPrinter.all(.custom { log.record("1 \($0)") }, .custom { log.record("2 \($0)") })
        printer.print("a\nb")
        printer.print("c")
        #expect(log.events == ["1 a\nb", "2 a\nb", "1 c", "2 c"])
        LogPrinter.all().print("nothing")
    }
}

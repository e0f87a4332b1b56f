// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@Suite struct IOTests {
    private struct Answering: ActionDerivation {
        var step: ActionSource.Step { .here(kind: "answer", text: "") }
    }

    private let source = ActionSource(file: "A/B.swift", function: "f()", line: 3, info: nil)

    private var twoNumbers: IO<Int> {
        IO { [source] output in
            output.dispatch(1, from: source)
            output.dispatch(2, from: source)
        }
    }

    @Test func leftRunsBeforeRight() {
        let io = twoNumbers <> IO<Int> { $0.dispatch(3) } <> IO<Int>.pure() <> twoNumbers
        #expect(sent(by: io).map(\.action) == [1, 2, 3, 1, 2])
    }

    @Test func pureSendsNothing() {
        #expect(sent(by: IO<Int>.pure()).isEmpty)
        #expect(sent(by: IO<Int>.pure() <> IO.identity).isEmpty)
        #expect(sent(by: IO<Int>.pure().map { $0 + 1 }).isEmpty)
        #expect(sent(by: IO<Int>.pure().flatMap { _ in self.twoNumbers }).isEmpty)
    }

    @Test func onlyEmptyIOIsPure() {
        let pure = IO<Int>.pure()
        #expect(pure.isPure)
        #expect((pure <> IO.identity).isPure)
        #expect(pure.map { $0 + 1 }.isPure)
        #expect(!IO<Int> { _ in }.isPure)
        #expect(!(pure <> twoNumbers).isPure)
    }

    @Test func mapChangesTheActionAndKeepsItsSource() {
        #expect(
            sent(by: twoNumbers.map { "\($0)" }) == [
                DispatchedAction("1", dispatcher: source), DispatchedAction("2", dispatcher: source),
            ]
        )
    }

    @Test func flatMapRunsAnIOForEachActionAtOnce() {
        let io = twoNumbers.flatMap { number in
            IO<String> { output in
                output.dispatch("\(number.action)a", from: number.dispatcher)
                output.dispatch("\(number.action)b", from: number.dispatcher)
            }
        }
        #expect(sent(by: io).map(\.action) == ["1a", "1b", "2a", "2b"])
    }

    @Test func filteredIOSendsOnlyActionsAdmittedWhenTheyAreSent() {
        let answer = IO.send(3, from: source, derivedBy: Answering())
        let forms: [(io: IO<Int>, actions: [Int])] = [
            (.pure(), []), (answer, [3]), (twoNumbers, [1, 2]), (answer <> twoNumbers, [3, 1, 2]),
            (answer.filter { true }, [3]), (twoNumbers.filter { true }, [1, 2]),
        ]
        for (io, actions) in forms {
            let left = Lock(0)
            let filtered = io.filter {
                left.withLock { left in
                    left -= 1
                    return left >= 0
                }
            }
            for count in 0...actions.count {
                left.withLock { $0 = count }
                #expect(sent(by: filtered).map(\.action) == Array(actions.prefix(count)))
            }
            #expect(sent(by: filtered.filter { false }).isEmpty)
        }
    }

    @Test func ioMayBeRunAgain() {
        let io = twoNumbers <> twoNumbers
        #expect(sent(by: io).count == 4)
        #expect(sent(by: io).count == 4)
    }

    @Test func joiningThousandsOfIOsNeedsNoStack() {
        let io = mconcat((0..<10_000).map { number in IO<Int> { $0.dispatch(number) } })
        #expect(sent(by: io).map(\.action) == Array(0..<10_000))
    }

    /// Long lists are shared by the `IO`s that are joined from them.
    @Test func whatIsJoinedToOneIOIsNoPartOfAnother() {
        let number = { (number: Int) in IO<Int> { $0.dispatch(number) } }
        var long = IO<Int>.pure()
        for each in 0..<40 { long = long <> number(each) }
        let (left, right) = (long <> number(-1), long <> number(-2))
        let twice = left <> left
        let added = left <> number(-3)
        let first = Array(0..<40)
        #expect(sent(by: long).map(\.action) == first)
        #expect(sent(by: left).map(\.action) == first + [-1])
        #expect(sent(by: right).map(\.action) == first + [-2])
        #expect(sent(by: twice).map(\.action) == first + [-1] + first + [-1])
        #expect(sent(by: added).map(\.action) == first + [-1, -3])
    }

    /// The appended work is not part of this run, but of the next one.
    @Test func workMayBeJoinedToTheIOThatIsRunning() {
        var io = IO<Int>.pure()
        for number in 0..<40 {
            io.append(
                IO { output in
                    output.dispatch(number)
                    io.append(IO { $0.dispatch(-number) })
                }
            )
        }
        let first = Array(0..<40)
        #expect(sent(by: io).map(\.action) == first)
        #expect(sent(by: io).map(\.action) == first + first.map { -$0 })
    }
}

// SPDX-License-Identifier: MIT

@testable import RexCore
import Testing

@Suite struct IOWhiteBoxTests {
    private struct Answer: ActionDerivation {
        var step: ActionSource.Step { .here(kind: "answer", text: "") }
    }

    @Test func answerJoinedWithAnEmptyIOStaysAnAnswer() {
        let answer = IO.send(1, from: .here(), derivedBy: Answer())
        var added = answer
        added.append(.pure())
        for io in [added, IO.append(answer, .pure()), IO.append(.pure(), answer)] {
            guard case .answer = io.steps else {
                Issue.record("It has become a list.")
                continue
            }
        }
    }

    @Test func operatorAppendsToALongListInPlace() {
        var io = IO<Int>.pure()
        var lists: Set<ObjectIdentifier> = []
        for number in 0..<1_000 {
            io = io <> IO { $0.dispatch(number) }
            if case .long(let list, _) = io.steps { lists.insert(ObjectIdentifier(list)) }
        }
        #expect(lists.count == 1)
    }
}

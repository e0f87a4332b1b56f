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
}

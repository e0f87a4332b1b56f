// SPDX-License-Identifier: MIT

import RexCore
import Testing

private enum Outer: Equatable {
    case inner(Inner)
    case other
}

private enum Inner: Equatable {
    case number(Int)
    case text(String)
}

@Suite struct CasePathTests {
    private let inner = CasePath<Outer, Inner>(
        extract: { if case .inner(let inner) = $0 { inner } else { nil } },
        embed: Outer.inner,
        caseIndex: 0
    )
    private let number = CasePath<Inner, Int>(
        extract: { if case .number(let number) = $0 { number } else { nil } },
        embed: Inner.number
    )

    @Test func extractReturnsThePayloadOfItsOwnCaseOnly() {
        #expect(inner.extract(.inner(.text("a"))) == .text("a"))
        #expect(inner.extract(.other) == nil)
        #expect(inner.embed(.number(1)) == .inner(.number(1)))
    }

    @Test func appendedPathGoesThroughBothAndKeepsTheOuterIndex() {
        let path = inner.appending(path: number)
        #expect(path.extract(.inner(.number(3))) == 3)
        #expect(path.extract(.inner(.text("a"))) == nil)
        #expect(path.extract(.other) == nil)
        #expect(path.embed(4) == .inner(.number(4)))
        #expect(path.caseIndex == 0)
        #expect(number.caseIndex == nil)
    }
}

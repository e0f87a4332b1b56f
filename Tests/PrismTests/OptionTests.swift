// SPDX-License-Identifier: MIT

import Prism
import RexCore
import Testing

@Suite struct OptionTests {
    @Test func propertiesWithoutSettersAreReadOnly() {
        #expect(ReadOnly.one(1).one == 1)
        #expect(ReadOnly.two.isTwo)
        #expect((\ReadOnly.one as AnyKeyPath) is WritableKeyPath<ReadOnly, Int?> == false)
    }

    @Test func nameOfAnExcludedIsPropertyIsFree() {
        #expect(WithoutIs.one(3).one == 3)
        #expect(WithoutIs.two.isOne == 1)
    }

    @Test func nameOfExcludedCasePathsIsFree() {
        #expect(WithoutPaths.prisms == 1)
        #expect(WithoutPaths.two.isTwo)
        #expect((\WithoutPaths.one as AnyKeyPath) is WritableKeyPath<WithoutPaths, Int?> == false)
        #expect(WithoutPaths.two.caseIndex == 1)
    }

    @Test func ownIndexAndCountAreKept() {
        #expect(ByHand.two.caseIndex == 5)
        #expect(ByHand.caseCount == 7)
        #expect(ByHand.prisms.two.caseIndex == 1)
        #expect(Declared.two.caseIndex == 1)
        #expect(Declared.caseCount == 2)
    }
}

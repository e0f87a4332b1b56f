// SPDX-License-Identifier: MIT

import RexCore
import Testing

@Suite struct CasePathTests {
    @Test func pathExtractsAndEmbeds() {
        #expect(Shape.prisms.one.extract(.one(1)) == 1)
        #expect(Shape.prisms.one.extract(.none) == nil)
        #expect(Shape.prisms.one.embed(2).one == 2)
        #expect(Shape.prisms.none.embed(()).isNone)
        #expect(Shape.prisms.none.extract(.none) != nil)
        #expect(Shape.prisms.labelled.embed(3).labelled == 3)
        #expect(Shape.prisms.several.embed((4, "a")).several?.text == "a")
        #expect(Shape.prisms.optional.extract(.optional(nil)) == .some(.none))
        #expect(Shape.prisms.own.embed([.none]).own?.count == 1)
        #expect(Shape.prisms.`two words`.embed(5).`two words` == 5)
    }

    @Test func pathsCompose() {
        let path = Shape.prisms.nested.appending(path: Shape.prisms.one)
        #expect(path.extract(.nested(.one(1))) == 1)
        #expect(path.extract(.nested(.none)) == nil)
        #expect(path.embed(2).nested?.one == 2)
        #expect(path.caseIndex == Shape.nested(.none).caseIndex)
    }

    @Test func indexIsThePositionInTheDeclaration() {
        #expect([PublicAction.go(1), .stop].map(\.caseIndex) == [0, 1])
        #expect(PublicAction.caseCount == 2)
        #expect(Shape.none.caseIndex == 0)
        #expect(Shape.défaut(ключ: 1).caseIndex == 15)
        #expect(Shape.caseCount == 21)
        #expect(Shape.prisms.défaut.caseIndex == 15)
        #expect(Outer.indices == [1, 2])
    }

    @Test func indicesHaveNoGapsForExcludedCases() {
        let all: [Conditional] = [.first, .second(1), .third, .notWindows(""), .last]
        #expect(all.map(\.caseIndex) == [0, 1, 2, 3, 4])
        #expect(Conditional.caseCount == 5)
        let paths = Conditional.prisms
        #expect(
            [
                paths.first.caseIndex, paths.second.caseIndex, paths.third.caseIndex, paths.notWindows.caseIndex,
                paths.last.caseIndex,
            ] == [0, 1, 2, 3, 4]
        )
    }

    @Test func genericEnumHasPaths() {
        let put = Box<Int>.Change<String, Double>.prisms.put
        #expect(put.extract(.put(1, "a"))?.1 == "a")
        #expect(Box<Int>.Change<String, Double>.prisms.same.embed([.cleared]) == .same([.cleared]))
        #expect(Wrapper<Int>.prisms.some.embed(1).some == 1)
        #expect(Box<Int>.Plain.prisms.content.extract(.content(2)) == 2)
    }

    @Test func enumsConformToCaseIndexed() {
        func count<Value: CaseIndexed>(_: Value.Type) -> Int { Value.caseCount }
        #expect(count(PublicAction.self) == 2)
        #expect(count(Shape.self) == 21)
        #expect(count(Box<Int>.Change<Int, Int>.self) == 5)
        #expect(count(Outer.InPublicExtension.self) == 1)
        #expect(count(OnMainActor.self) == 2)
    }
}

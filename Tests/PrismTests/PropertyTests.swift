// SPDX-License-Identifier: MIT

import RexCore
import Testing

@Suite struct PropertyTests {
    @Test func caseWithoutPayloadIsVoid() {
        #expect(Shape.none.none != nil)
        #expect(Shape.default.default != nil)
        #expect(Shape.none.default == nil)
        #expect(Shape.one(1).none == nil)
    }

    @Test func onePayloadIsTheValueItself() {
        #expect(Shape.one(1).one == .some(1))
        #expect(Shape.labelled(side: 2).labelled == .some(2))
        #expect(Shape.unnamed().unnamed == .some(3))
        #expect(Shape.forced(4).forced == .some(.some(4)))
        #expect(Shape.nested(.one(5)).nested?.one == 5)
        #expect(Shape.own([.one(6)]).own?.first?.one == 6)
        #expect(Shape.défaut(ключ: 7).défaut == 7)
        #expect(Shape.`two words`(in: 8).`two words` == 8)
        #expect(Shape.void(()).void != nil)
        #expect(Shape.one(1).labelled == nil)
        #expect(Shape.one(1).never == nil)
    }

    @Test func severalPayloadsAreATupleWithTheirLabels() throws {
        let several = try #require(Shape.several(1, text: "a").several)
        #expect(several.0 == 1)
        #expect(several.text == "a")
        let tuple = try #require(Shape.tuple((x: 1, y: 2)).tuple)
        #expect(tuple.x == 1)
        #expect(tuple.y == 2)
        let action = try #require(Shape.action({ $0 + 1 }).action)
        #expect(action.0(1) == 2)
        let braces = try #require(Shape.braces().braces)
        #expect(braces.0 == "}{")
        #expect(braces.1 == "}\"}")
        #expect(braces.2 == 1)
        #expect(Shape.regex().regex?.1 == 2)
    }

    @Test func optionalPayloadIsANestedOptional() {
        #expect(Shape.optional(nil).optional == .some(.none))
        #expect(Shape.optional(1).optional == .some(.some(1)))
        #expect(Shape.none.optional == .none)
    }

    @Test func settingReplacesThePayload() {
        var shape = Shape.one(1)
        shape.one? += 1
        #expect(shape.one == 2)
        shape = .several(1, text: "a")
        shape.several = (2, "b")
        shape.several?.text.append("c")
        #expect(shape.several?.0 == 2)
        #expect(shape.several?.text == "bc")
        shape = .optional(1)
        shape.optional = .some(nil)
        #expect(shape.optional == .some(.none))
        shape = .nested(.labelled(side: 1))
        shape.nested?.labelled? = 5
        #expect(shape.nested?.labelled == 5)
        shape = .`two words`(in: 1)
        shape.`two words` = 2
        #expect(shape.`two words` == 2)
    }

    @Test func settingInAnotherCaseDoesNothing() {
        var shape = Shape.one(1)
        shape.labelled = 2
        shape.several = (3, "a")
        shape.none = ()
        #expect(shape.one == 1)
    }

    @Test func settingNilDoesNothing() {
        var shape = Shape.one(1)
        shape.one = nil
        shape.none = nil
        #expect(shape.one == 1)
        shape = .optional(1)
        shape.optional = .none
        #expect(shape.optional == .some(1))
    }

    @Test func propertyIsAWritableKeyPath() {
        var shape = Shape.one(1)
        let path: WritableKeyPath<Shape, Int?> = \.one
        shape[keyPath: path] = 2
        #expect(shape[keyPath: path] == 2)
        let void: WritableKeyPath<Shape, Void?> = \.none
        #expect(shape[keyPath: void] == nil)
    }

    @Test func isPropertyIsTrueForItsCaseOnly() {
        #expect(Shape.none.isNone)
        #expect(!Shape.default.isNone)
        #expect(Shape.default.isDefault)
        #expect(Shape.défaut(ключ: 1).isDéfaut)
        #expect(Shape.`two words`(in: 1).`isTwo words`)
        #expect(!Shape.one(1).isNested)
    }

    @Test func propertiesExistInTheClauseOfTheirCase() {
        #expect(Conditional.second(1).second == 1)
        #expect(Conditional.notWindows("a").notWindows == "a")
        #expect(Conditional.last.isLast)
    }

    @Test func multilineConditionsWork() {
        #expect(Wrapped.second(1).second == 1)
        #expect(Wrapped.prisms.second.embed(2) == .second(2))
        #expect(Wrapped.last.caseIndex == 2)
        #expect(Wrapped.caseCount == 3)
    }

    @Test func genericPayloadsKeepTheirTypes() {
        typealias Change = Box<Int>.Change<String, Double>
        var change = Change.put(1, "a")
        change.put?.1 = "b"
        #expect(change == .put(1, "b"))
        change = .value(1)
        change.value? *= 2
        #expect(change.value == 2)
        #expect(Change.many([.cleared]).many?.first?.isCleared == true)
        #expect(Box<String>.Plain.content("a").content == "a")
        #expect(Box<String>.Plain.Inner.a(1).a == 1)
        #expect(List<Int>.Edit.insert(2).insert == 2)
        #expect(Wrapper.some(1).some == 1)
    }

    @Test func propertiesAreAsVisibleAsTheEnum() {
        #expect(PublicAction.go(1).go == 1)
        #expect(PackageAction.go(1).isGo)
        #expect(Outer.privateNumber == 5)
        #expect(Outer.deepNumber == 6)
        #expect(Outer.fileNumbers == [1, 2, 2])
        #expect(Outer.InPublicExtension.go(1).go == 1)
        #expect(Outer.number(.go(2)) == 2)
        #expect(Outer.Implicit.go(3).go == 3)
        #expect(OnMainActor.go(4).go == 4)
    }
}

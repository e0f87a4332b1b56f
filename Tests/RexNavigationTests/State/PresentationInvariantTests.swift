// SPDX-License-Identifier: MIT

import RexNavigation
import RexTestSupport
import Testing

/// The invariants of the containers, in random programs that a model of the documentation runs as well.
@Suite struct PresentationInvariantTests {
    @Test func aContainerGivesEachIDOnce() {
        for seed in 0..<UInt64(programCount) {
            var program = ContainerProgram(seed: seed)
            var (sheets, screens): (Set<PresentationID>, Set<PresentationID>) = ([], [])
            for _ in 0..<30 {
                let before = (sheet: program.sheet.id, screens: Set(program.stack.ids))
                program.step()
                if let id = program.sheet.id, id != before.sheet { #expect(sheets.insert(id).inserted, "seed \(seed)") }
                for id in program.stack.ids where !before.screens.contains(id) {
                    #expect(screens.insert(id).inserted, "seed \(seed)")
                }
            }
        }
    }

    @Test func dismissedRemovesThatPresentationAndThoseAboveItOrNothing() {
        var stack = PresentationStack<String>()
        for name in ["a", "b", "c", "d"] { stack.push(name) }
        var removed = [stack.dismiss(5)]
        #expect(stack.ids == [1, 2, 3, 4])
        removed.append(stack.dismiss(3))
        #expect(stack.ids == [1, 2])
        removed += [stack.dismiss(3), stack.dismiss(4)]
        #expect(stack.ids == [1, 2])
        #expect(removed == [false, true, false, false])

        var sheet = Presented<String>()
        sheet.present("a")
        removed = [sheet.dismiss(2)]
        #expect(sheet.value == "a")
        removed += [sheet.dismiss(1), sheet.dismiss(1)]
        #expect(sheet.presentation == nil)
        #expect(removed == [false, true, false])
    }

    @Test func aPushFromAScreenThatIsNotOnTopDoesNothingNorDoesPresentingWhileSomethingIsPresented() {
        var stack = PresentationStack<String>()
        let pushed = [
            stack.push("a", from: 1), stack.push("a", from: nil), stack.push("b", from: nil), stack.push("b", from: 1),
            stack.push("c", from: 1),
        ]
        #expect(pushed == [nil, 1, nil, 2, nil])
        #expect(stack.map(\.value) == ["a", "b"])

        var sheet = Presented<String>()
        let presented = [sheet.present("a"), sheet.present("b")]
        #expect(presented == [1, nil])
        #expect(sheet.value == "a")
        let replacing = sheet.replace(with: "b")
        #expect(replacing == 2)
        #expect(sheet.value == "b")
    }

    @Test func containersBehaveLikeTheirModel() {
        for seed in 0..<UInt64(programCount) {
            var program = ContainerProgram(seed: seed)
            for step in 0..<30 {
                program.step()
                guard program.isLikeItsModel else {
                    Issue.record("seed \(seed), step \(step): \(program)")
                    return
                }
            }
        }
    }
}

// SPDX-License-Identifier: MIT

import RexNavigation
import RexTestSupport
import Testing

@Suite struct PresentationStackTests {
    struct Detail: Sendable, Equatable {
        var note: Int
        var isEdited = false
    }

    @Test func screensThatBothPathsShareKeepTheirIDAndState() {
        var stack = PresentationStack<Detail>()
        stack.push(Detail(note: 7, isEdited: true))
        stack.push(Detail(note: 8))
        stack.show([Detail(note: 7), Detail(note: 9), Detail(note: 8)]) { $0.note == $1.note }
        #expect(stack.ids == [1, 3, 4])
        #expect(stack.map(\.value.note) == [7, 9, 8])
        #expect(stack[id: 1]?.isEdited == true)
        stack.show([Detail(note: 7)]) { $0.note == $1.note }
        #expect(stack.ids == [1])
        stack.show([Detail(note: 7)]) { _, _ in false }
        #expect(stack.ids == [5])
        #expect(stack.map(\.value.isEdited) == [false])
    }

    @Test func equalScreensMayBeInOneStack() {
        var stack = PresentationStack<Detail>()
        stack.push(Detail(note: 7))
        stack.push(Detail(note: 7))
        stack.update(2) { $0.isEdited = true }
        #expect(stack.map(\.value.isEdited) == [false, true])
        #expect(stack[id: 3] == nil)
    }

    @Test func anUpdateThatThrowsKeepsThePresentation() {
        struct Failure: Error {}
        var sheet = Presented<Int>()
        sheet.present(1)
        #expect(throws: Failure.self) {
            try sheet.update { value in
                value = 2
                throw Failure()
            }
        }
        #expect(sheet.presentation?.id == 1)
        #expect(sheet.value == 2)
    }

    @Test func statesAreChangedInPlace() {
        var sheet = Presented<[Int]>()
        sheet.present(Array(repeating: 0, count: 8))
        var stack = PresentationStack<[Int]>()
        stack.push(Array(repeating: 0, count: 8))
        func address(_ numbers: inout [Int]) -> UInt {
            numbers[0] += 1
            return unsafe numbers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        }
        let ofSheet = [sheet.update { address(&$0) }, sheet.update { address(&$0) }]
        #expect(ofSheet[0] == ofSheet[1])
        let ofStack = [stack.update(1) { address(&$0) }, stack.update(1) { address(&$0) }]
        #expect(ofStack[0] == ofStack[1])
    }

    @Test func aReadOutsideOfTheContainerStopsTheProcess() async {
        let stack = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = PresentationStack<Int>()[0]
        }
        expectMessage(of: stack, contains: "A PresentationStack was read at 0 and has 0 screens.")
        let sheet = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Presented<Int>()[0]
        }
        expectMessage(of: sheet, contains: "A Presented was read at 0 and has 0 presentations.")
    }
}

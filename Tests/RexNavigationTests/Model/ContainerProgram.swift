// SPDX-License-Identifier: MIT

import RexNavigation
import RexTestSupport

/// A random program on a sheet and a stack, and the same on a model.
///
/// The model is a list of pairs, searched from the bottom.
struct ContainerProgram {
    var sheet = Presented<Int>()
    var stack = PresentationStack<Int>()
    private var sheetModel = Model()
    private var stackModel = Model()
    private var random: SeededGenerator

    private struct Model {
        var shown: [(id: PresentationID, value: Int)] = []
        var lastID: Int64 = 0

        mutating func add(_ value: Int) -> PresentationID {
            lastID += 1
            shown.append((PresentationID(integerLiteral: lastID), value))
            return PresentationID(integerLiteral: lastID)
        }

        mutating func remove(_ id: PresentationID) -> Bool {
            guard let index = shown.firstIndex(where: { $0.id == id }) else { return false }
            shown = Array(shown.prefix(index))
            return true
        }
    }

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// Whether each result so far was equal to the result of the model.
    private(set) var hadExpectedResults = true

    var isLikeItsModel: Bool {
        hadExpectedResults && isLike(stackModel, stack.ids, stack.map(\.value)) && stack.map(\.id) == stack.ids
            && isLike(sheetModel, sheet.map(\.id), sheet.map(\.value))
            && sheet.value == sheetModel.shown.last?.value && sheet.id == sheetModel.shown.last?.id
            && stackModel.shown.allSatisfy { stack[id: $0.id] == $0.value && stack.contains($0.id) }
    }

    private func isLike(_ model: Model, _ ids: [PresentationID], _ values: [Int]) -> Bool {
        model.shown.map(\.id) == ids && model.shown.map(\.value) == values
    }

    mutating func step() {
        let value = Int.random(in: 0..<4, using: &random)
        // Also ids that are gone, and that weren't given yet.
        let known = PresentationID(integerLiteral: .random(in: 0...(stackModel.lastID + 1), using: &random))
        let sheetID = PresentationID(integerLiteral: .random(in: 0...(sheetModel.lastID + 1), using: &random))
        switch Int.random(in: 0..<15, using: &random) {
        case 0: expect(stack.push(value), stackModel.add(value))
        case 1, 2:
            let origin = Bool.random(using: &random) ? stack.ids.last : known
            let mayPush = stackModel.shown.last?.id == origin
            expect(stack.push(value, from: origin), mayPush ? stackModel.add(value) : nil)
        case 3:
            stack.pop()
            stackModel.shown = stackModel.shown.dropLast()
        case 4:
            stack.pop(to: known)
            if let index = stackModel.shown.firstIndex(where: { $0.id == known }) {
                stackModel.shown = Array(stackModel.shown.prefix(index + 1))
            }
        case 5 where value == 0:
            stack.popToRoot()
            stackModel.shown = []
        case 5, 6: expect(stack.dismiss(known), stackModel.remove(known))
        case 7:
            stackModel.shown = stackModel.shown.dropLast()
            expect(stack.replaceTop(with: value), stackModel.add(value))
        case 8:
            let isThere = stackModel.shown.firstIndex { $0.id == known }
            if let isThere { stackModel.shown[isThere].value += 1 }
            let result: Int? = stack.update(known) { value in
                value += 1
                return value
            }
            expect(result, isThere.map { stackModel.shown[$0].value })
        case 9: show((0..<Int.random(in: 0..<5, using: &random)).map { _ in .random(in: 0..<3, using: &random) })
        case 10: expect(sheet.present(value), sheetModel.shown.isEmpty ? sheetModel.add(value) : nil)
        case 11:
            sheetModel.shown = []
            expect(sheet.replace(with: value), sheetModel.add(value))
        case 12:
            sheet.dismiss()
            sheetModel.shown = []
        case 13: expect(sheet.dismiss(sheetID), sheetModel.remove(sheetID))
        default:
            sheet.update { $0 += 1 }
            sheet.update(sheetID) { $0 += 2 }
            for index in sheetModel.shown.indices {
                sheetModel.shown[index].value += sheetModel.shown[index].id == sheetID ? 3 : 1
            }
        }
    }

    private mutating func show(_ path: [Int]) {
        let shared = zip(stackModel.shown, path).prefix { $0.value % 3 == $1 % 3 }.count
        stackModel.shown = Array(stackModel.shown.prefix(shared))
        for value in path.dropFirst(shared) { _ = stackModel.add(value) }
        stack.show(path) { $0 % 3 == $1 % 3 }
    }

    private mutating func expect<Value: Equatable>(_ result: Value, _ expected: Value) {
        if result != expected { hadExpectedResults = false }
    }
}

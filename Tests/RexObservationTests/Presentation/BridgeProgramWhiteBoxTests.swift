// SPDX-License-Identifier: MIT

import RexNavigation
import RexTestSupport
import Testing

@testable import RexObservation

/// Random programs on a store whose presentations a hostile view shows.
@MainActor @Suite struct BridgeProgramWhiteBoxTests {
    private static let seeds = 0..<UInt64(max(programCount / 10, 30))

    @Test func sheetsFollowTheStateAndTheUserClosesOnlyWhatWasShown() {
        for seed in Self.seeds {
            let notes = NotesStore()
            let source = notes.model.presented(\.sheet, action: NotesAction.sheet).source
            var program = BridgeProgram(BridgeStage(.sheet, source), of: notes, seed: seed)
            program.run { $0.sheet.map(\.id) }
        }
    }

    @Test func stacksFollowTheStateAndTheUserClosesOnlyWhatWasShown() {
        for seed in Self.seeds {
            let notes = NotesStore()
            let source = notes.model.stack(\.path, action: NotesAction.path).source
            var program = BridgeProgram(BridgeStage(.stack, source), of: notes, seed: seed)
            program.run { $0.path.ids }
        }
    }
}

/// A program with a view that shows what it is asked for late, and acknowledges it late, twice or never.
@MainActor private struct BridgeProgram<Action, State: Sendable> {
    typealias Item = PresentationItem<Action, State>

    private let stage: BridgeStage<Action, State>
    private let notes: NotesStore
    private let seed: UInt64
    private var random: SeededGenerator
    private var shown: [Item] = []
    /// What bindings of earlier updates of the view had.
    private var earlier: [[Item]] = [[]]
    private var closed: Set<PresentationID> = []

    init(_ stage: BridgeStage<Action, State>, of notes: NotesStore, seed: UInt64) {
        (self.stage, self.notes, self.seed) = (stage, notes, seed)
        random = SeededGenerator(seed: seed)
    }

    mutating func run(_ ids: (Notes) -> [PresentationID]) {
        for _ in 0..<40 { step() }
        for _ in 0..<12 {
            shown = stage.items
            if Bool.random(using: &random) { acknowledge() }
            stage.time.turn()
            stage.time.limit()
        }
        #expect(shown.map(\.presentation) == ids(notes.state), "seed \(seed)")
        #expect(shown.allSatisfy { ids(notes.state).contains($0.presentation) }, "seed \(seed)")
        let dismissed = notes.actions.filter { $0.hasSuffix("dismissed") }
        let possible = closed.map { "\($0) dismissed" }
        #expect(dismissed.allSatisfy { action in possible.contains { action.hasSuffix($0) } }, "seed \(seed)")
        #expect(Set(dismissed).count == dismissed.count, "seed \(seed)")
    }

    private mutating func step() {
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: changeState(Int.random(in: 0..<5, using: &random))
        case 2, 3:
            shown = stage.items
            earlier.append(shown)
        case 4: acknowledge()
        case 5: stage.time.turn()
        case 6: stage.time.limit()
        case 7: close(from: shown)
        default: if let old = earlier.randomElement(using: &random) { close(from: old) }
        }
    }

    private func changeState(_ kind: Int) {
        notes.change { notes in
            switch kind {
            case 0, 1: notes.sheet.present(Editor())
            case 2: notes.sheet.replace(with: Editor())
            default: notes.sheet.dismiss()
            }
            switch kind {
            case 0, 1: notes.path.push(Detail(note: 0))
            case 2: notes.path.replaceTop(with: Detail(note: 1))
            case 3: notes.path.pop()
            default: if let id = notes.path.ids.first { notes.path.dismiss(id) }
            }
        }
    }

    private func acknowledge() {
        if let item = shown.last { stage.bridge.appeared(item) } else { stage.bridge.ended(showing: []) }
    }

    private mutating func close(from before: [Item]) {
        guard !before.isEmpty else { return }
        let left = Array(before.prefix(Int.random(in: 0..<before.count, using: &random)))
        closed.formUnion(before.dropFirst(left.count).map(\.presentation))
        stage.bridge.write(left, insteadOf: before)
        if shown == before { shown = left }
    }
}

// SPDX-License-Identifier: MIT

import RexCore
import RexNavigation
import RexTestSupport
import Testing

@testable import RexObservation

/// Random programs on a store whose values hostile views get.
@MainActor @Suite struct SignalProgramWhiteBoxTests {
    private static let seeds = 0..<UInt64(max(programCount / 10, 100))

    @Test(arguments: [false, true])
    func eachValueIsDeliveredOnceInOrderWhileItsScreenExistsAndNeverAfterItsEnd(isLate: Bool) {
        for seed in Self.seeds {
            let program = ViewsProgram(isLate: isLate, seed: seed)
            for _ in 0..<40 { program.step() }
            program.settle()
            guard program.problem == nil else {
                Issue.record("seed \(seed): \(program.problem ?? "")")
                return
            }
        }
    }
}

/// A sheet that is replaced and closed, and its hostile views.
///
/// They appear twice, late, before the last one is gone, and for a sheet that is gone. They end
/// themselves and their sheet in the middle of a delivery.
@MainActor private final class ViewsProgram {
    private let executor = ManualExecutor()
    private let isLate: Bool
    private let pad: PadStore
    private var random: SeededGenerator
    private var views: [NumberView] = []
    /// Models that a view has kept, also for sheets that are gone.
    private var models: [PresentationID: ObservableStore<PageAction, Page>] = [:]
    private var delivered: [PresentationID: [Int]] = [:]
    private var ended: Set<PresentationID> = []
    private var isSettling = false
    private(set) var problem: String?

    init(isLate: Bool, seed: UInt64) {
        self.isLate = isLate
        random = SeededGenerator(seed: seed)
        pad = PadStore(executor: isLate ? executor.executor : .mainQueue)
    }

    func step() {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: pad.change { $0.sheet.replace(with: Page()) }
        case 1: if Int.random(in: 0..<3, using: &random) == 0 { pad.change { $0.sheet.dismiss() } }
        case 2, 3, 4:
            let count = Int.random(in: 1..<4, using: &random)
            pad.change { pad in pad.sheet.update { $0.post(count) } }
        case 5, 6: appear()
        case 7: views.randomElement(using: &random)?.disappear()
        case 8: if !views.isEmpty { views.remove(at: Int.random(in: 0..<views.count, using: &random)) }
        default: if Bool.random(using: &random) { models = [:] } else { executor.run() }
        }
    }

    /// Lets a view of the present sheet get all its values.
    func settle() {
        isSettling = true
        executor.run()
        guard let id = pad.state.sheet.id else { return }
        let view = NumberView()
        connect(view, to: id)
        executor.run()
        let page = pad.state.sheet.value
        guard page?.numbers.pending.isEmpty == true else {
            problem = "\(page?.numbers.pending.count ?? 0) values still wait"
            return
        }
        if delivered[id, default: []].count != page?.posts { problem = "\(delivered) of \(page?.posts ?? 0)" }
    }

    private func appear() {
        let known = models.keys.sorted()
        guard let id = Bool.random(using: &random) ? pad.state.sheet.id : known.randomElement(using: &random) else {
            return
        }
        let isNew = views.isEmpty || Bool.random(using: &random)
        let view = isNew ? NumberView() : views[Int.random(in: 0..<views.count, using: &random)]
        if isNew { views.append(view) }
        connect(view, to: id)
    }

    private func connect(_ view: NumberView, to id: PresentationID) {
        let current = pad.model.presented(\.sheet, action: PadAction.sheet)
        guard let model = models[id] ?? (current.id == id ? current.model : nil) else { return }
        models[id] = model
        view.whenDelivered = { [weak self, weak view] number in
            self?.note(number, of: id)
            self?.interrupt(view)
        }
        view.appear(model, \.numbers, seen: PageAction.seen)
    }

    private func note(_ number: Int, of id: PresentationID) {
        if pad.state.sheet.id != id { problem = "\(number) of \(id) is delivered after its end" }
        delivered[id, default: []].append(number)
        let numbers = delivered[id, default: []]
        if numbers != Array(1...numbers.count) { problem = "\(id) delivers \(numbers)" }
    }

    private func interrupt(_ view: NumberView?) {
        guard !isSettling else { return }
        switch Int.random(in: 0..<20, using: &random) {
        case 0: view?.disappear()
        case 1: pad.change { $0.sheet.dismiss() }
        case 2: pad.change { pad in pad.sheet.update { $0.post() } }
        case 3: appear()
        case 4: views = []
        default: break
        }
    }
}

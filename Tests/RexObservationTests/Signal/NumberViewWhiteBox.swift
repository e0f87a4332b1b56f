// SPDX-License-Identifier: MIT

import RexNavigation

@testable import RexObservation

/// A view that notes what it gets.
@MainActor final class NumberView {
    private(set) var numbers: [Int] = []
    private let adapter: SignalAdapter<Int>
    private let time = ManualPresentationClock()
    /// Called after each number.
    var whenDelivered: (@MainActor (Int) -> Void)?

    init() {
        adapter = SignalAdapter(clock: time.clock)
        adapter.isWanted = { [weak self] in self != nil }
        adapter.perform = { [weak self] number in
            self?.numbers.append(number)
            self?.whenDelivered?(number)
        }
    }

    func appear<Action, State>(
        _ model: ObservableStore<Action, State>,
        _ path: KeyPath<State, Signals<Int>>,
        seen: @escaping @MainActor (SignalID) -> Action,
        line: UInt = #line
    ) {
        adapter.start(SignalSource(model, path, seen: seen, file: #fileID, function: #function, line: line))
    }

    func appear(on pad: PadStore) { appear(pad.model, \.page.numbers, seen: PadAction.seen) }

    func disappear() { adapter.stop() }

    /// Lets a second pass.
    func limit() { time.limit() }
}

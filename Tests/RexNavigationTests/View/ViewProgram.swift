// SPDX-License-Identifier: MIT

import ObservationTesting
import RexNavigation
import RexObservation
import RexTestSupport
import RexTesting

/// A random program on a container that a hostile view shows.
///
/// What the user closes reaches the container now, or later, as in a store of another thread.
struct ViewProgram {
    var view: TestView
    private let kind: PresentationCoordinator.Kind
    private var sheet = Presented<Int>()
    private var stack = PresentationStack<Int>()
    private var random: SeededGenerator
    /// The dismissals that haven't been processed.
    private var pending: [PresentationID] = []

    init(
        _ kind: PresentationCoordinator.Kind,
        acknowledging: TestView.Acknowledging = .atRandom,
        writing: TestView.Writing,
        seed: UInt64
    ) {
        self.kind = kind
        view = TestView(kind, acknowledging: acknowledging, writing: writing, seed: seed ^ 0xABCD)
        random = SeededGenerator(seed: seed)
    }

    var ids: [PresentationID] { kind == .single ? sheet.map(\.id) : stack.ids }

    mutating func run(steps: Int) {
        for _ in 0..<steps {
            if Int.random(in: 0..<4, using: &random) == 0 {
                // Several changes may come before the view learns of one.
                for _ in 0..<Int.random(in: 1..<4, using: &random) { changeState() }
                view.update(ids)
            } else {
                view.step(withUser: true)
            }
            pending += view.takeDismissed()
            if Bool.random(using: &random) { processDismissals() }
        }
    }

    /// Leaves the state as it is, until the view shows it and nothing moves.
    ///
    /// - Returns: Whether that was reached.
    mutating func settle(within steps: Int) -> Bool {
        for _ in 0..<steps {
            pending += view.takeDismissed()
            processDismissals()
            if view.shown == ids, view.isQuiet { return true }
            view.step(withUser: false)
        }
        return false
    }

    private mutating func processDismissals() {
        guard !pending.isEmpty else { return }
        for id in pending {
            sheet.dismiss(id)
            stack.dismiss(id)
        }
        pending = []
        view.update(ids)
    }

    private mutating func changeState() {
        switch (kind, Int.random(in: 0..<6, using: &random)) {
        case (.single, 0...1): sheet.present(0)
        case (.single, 2...3): sheet.replace(with: 0)
        case (.single, _): sheet.dismiss()
        case (.stack, 0...1): stack.push(0)
        case (.stack, 2): stack.pop()
        case (.stack, 3): stack.replaceTop(with: 0)
        case (.stack, 4): stack.show([0, 1, 2].prefix(.random(in: 0...3, using: &random))) { $0 == $1 }
        case (.stack, _): if let id = stack.ids.randomElement(using: &random) { stack.dismiss(id) }
        }
    }
}

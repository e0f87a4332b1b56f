// SPDX-License-Identifier: MIT

import RexCore

/// A task of a store that has not returned.
final class ActiveRun: Sendable {
    private struct Life {
        var task: Task<Void, Never>?
        var hasBegun = false
        var isSkipped = false
        var isMarked = false
    }

    let number: Int
    /// The number of the store.
    let store: Int
    private let task: StoreTask?
    private let firstSource: ActionSource?
    private let life = Lock(Life())

    init(number: Int, store: Int, _ task: StoreTask?, source: ActionSource?) {
        self.number = number
        self.store = store
        self.task = task
        firstSource = source
    }

    /// The source of the run's current work.
    var source: ActionSource? { task?.source ?? firstSource }

    func began(_ task: Task<Void, Never>) {
        life.withLock { $0.task = task }
    }

    var isCancelled: Bool { life.withLock { $0.task }?.isCancelled == true }

    var isSkipped: Bool { life.withLock { $0.isSkipped } }

    func skip() { life.withLock { $0.isSkipped = true } }

    /// Whether a task holds the mark of the run.
    var isMarked: Bool { life.withLock { $0.isMarked } }

    func setMarked(_ isMarked: Bool) { life.withLock { $0.isMarked = isMarked } }

    /// Notes that a step of the run is taken.
    ///
    /// Returns whether it is the first one.
    func noteStep() -> Bool {
        life.withLock { life in
            defer { life.hasBegun = true }
            return !life.hasBegun
        }
    }

    /// The rule that started the run: the last step of its source's trail.
    var rule: String {
        guard let source else { return "a task without a source" }
        guard let step = source.trail.last else {
            return "a task for \(source.function) at \(source.place)"
        }
        return step.text
    }

    /// The rule, the key and the number, since a rule may have several runs.
    var name: String { "\(rule)\(source?.trail.last?.key.map { " for \($0)" } ?? "") [run \(number)]" }
}

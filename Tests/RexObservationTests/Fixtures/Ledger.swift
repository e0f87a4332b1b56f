// SPDX-License-Identifier: MIT

import RexCore
import RexObservation

/// Counts events.
final class Tally: Sendable {
    private let number = Lock(0)

    var count: Int { number.withLock { $0 } }

    func add(_ count: Int = 1) { number.withLock { $0 += count } }

    /// Returns the amount that `work` adds.
    @MainActor func added(by work: () -> Void) -> Int {
        let before = count
        work()
        return count - before
    }
}

/// A number that counts how often it is compared.
///
/// Two equal figures may have different bytes.
struct Figure: Equatable, Sendable {
    var number = 0
    var salt = 0
    let comparisons = Tally()

    static func == (old: Figure, new: Figure) -> Bool {
        old.comparisons.add()
        return old.number == new.number
    }
}

/// A state that counts how often its parts are compared and computed.
struct Ledger: Sendable {
    struct Page: Sendable {
        var figure = Figure()
        var other = Figure()
    }

    struct Line: Identifiable, Sendable {
        let id: Int
        var figure = Figure()
        var other = Figure()
    }

    var first = Figure()
    var second = Figure()
    var number = 0
    var page = Page()
    var lines = (0..<4).map { Line(id: $0) }
    let computations = Tally()

    var double: Int {
        computations.add()
        return 2 * number
    }

    var computedLines: [Line] {
        computations.add()
        return lines
    }
}

typealias LedgerStore = Store<@Sendable (inout Ledger) -> Void, Ledger>

func makeLedger(executor: StoreExecutor = .mainQueue) -> LedgerStore {
    LedgerStore(initialState: Ledger(), reducer: .reduce { change, ledger in change(&ledger) }, executor: executor)
}

/// Counts the living instances.
final class Token: Sendable {
    private let alive: Tally

    init(_ alive: Tally) {
        self.alive = alive
        alive.add()
    }

    deinit { alive.add(-1) }
}

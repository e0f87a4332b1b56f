// SPDX-License-Identifier: MIT

import RexCore

/// The observers of the actions of a middleware.
@usableFromInline final class EffectInputObservers<Input>: Sendable {
    private struct Entry {
        let number: Int
        let engine: any AnyObject & Sendable
        let observer: EffectInputs<Input>.Observer
    }

    /// The function to call after an action was reduced by the store of this engine.
    struct Resumption: Sendable {
        let engine: any AnyObject & Sendable
        let call: @Sendable (ActionSource) -> Void
    }

    private let entries = Lock<[Entry]>([])
    /// The numbers of started and ended observers.
    ///
    /// Separate from `entries`, since each action reads them.
    private let counts = Lock((begun: 0, ended: 0))

    init() {}

    /// Whether there are observers.
    ///
    /// Usually false.
    @usableFromInline var hasObservers: Bool { counts.withLock { $0.begun > $0.ended } }

    func observe(
        for engine: any AnyObject & Sendable,
        _ observer: @escaping EffectInputs<Input>.Observer
    ) -> @Sendable () -> Void {
        let number = counts.withLock { counts in
            counts.begun += 1
            return counts.begun
        }
        entries.withLock { $0.append(Entry(number: number, engine: engine, observer: observer)) }
        return { [weak self] in self?.remove(number) }
    }

    private func remove(_ number: Int) {
        let removed = entries.withLock { entries in
            entries.firstIndex { $0.number == number }.map { entries.remove(at: $0) }
        }
        if removed != nil { counts.withLock { $0.ended += 1 } }
        extendLifetime(removed)
    }

    /// Returns the functions to call after the action was reduced.
    func resumptions(of action: Input) -> [Resumption] {
        entries.withLock { $0 }.compactMap { entry in
            entry.observer(action).map { Resumption(engine: entry.engine, call: $0) }
        }
    }
}

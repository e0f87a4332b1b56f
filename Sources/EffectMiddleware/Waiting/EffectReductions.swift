// SPDX-License-Identifier: MIT

import RexCore

/// Those who wait for a state in the runs of one engine: called after each reduction.
final class EffectReductions: Sendable {
    typealias Observer = @Sendable (ActionSource?) -> Void

    private struct Contents {
        var last = 0
        var observers: [(number: Int, call: Observer)] = []
        var isObserving = false
    }

    private let contents = Lock(Contents())

    /// Calls the observer after each reduction that begins after this returns; what is returned ends that.
    ///
    /// The store is observed from the first call on, so that an app without one pays nothing.
    func observe(in engine: EffectEngine, _ observer: @escaping Observer) -> @Sendable () -> Void {
        let (number, isFirst) = contents.withLock { contents in
            contents.last += 1
            contents.observers.append((contents.last, observer))
            defer { contents.isObserving = true }
            return (contents.last, !contents.isObserving)
        }
        if isFirst { engine.onReduction { [weak self] source in self?.call(source) } }
        return { [weak self] in
            let removed = self?.contents.withLock { contents in
                contents.observers.firstIndex { $0.number == number }.map { contents.observers.remove(at: $0) }
            }
            extendLifetime(removed)
        }
    }

    private func call(_ source: ActionSource?) {
        for observer in contents.withLock({ $0.observers }) { observer.call(source) }
    }
}

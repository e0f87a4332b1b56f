// SPDX-License-Identifier: MIT

public import RexCore

/// The runs of one engine that wait for a state.
///
/// They are called after each reduction.
@usableFromInline final class EffectReductionObservers: Sendable {
    @usableFromInline typealias Observer = @Sendable (ActionSource?) -> Void

    private struct Contents {
        var last = 0
        var observers: [(number: Int, call: Observer)] = []
        var isObserving = false
    }

    /// The store.
    ///
    /// Its type of action isn't needed here.
    private let output: AnyActionHandler<Never>
    private let contents = Lock(Contents())

    init(of output: AnyActionHandler<Never>) {
        self.output = output
    }

    /// Calls the observer after each reduction that begins after this call.
    ///
    /// Returns a function that ends the observation.
    ///
    /// The store is observed from the first call on, so an app that never waits for a state pays
    /// nothing.
    @usableFromInline func observe(_ observer: @escaping Observer) -> @Sendable () -> Void {
        let (number, isFirst) = contents.withLock { contents in
            contents.last += 1
            contents.observers.append((contents.last, observer))
            defer { contents.isObserving = true }
            return (contents.last, !contents.isObserving)
        }
        if isFirst { output.onReduction { [self] source in notify(from: source) } }
        return { [contents] in
            let removed = contents.withLock { contents in
                contents.observers.firstIndex { $0.number == number }.map { contents.observers.remove(at: $0) }
            }
            extendLifetime(removed)
        }
    }

    private func notify(from source: ActionSource?) {
        for observer in contents.withLock({ $0.observers }) { observer.call(source) }
    }
}

// SPDX-License-Identifier: MIT

/// Passes states to an observer one at a time, whichever threads they come from.
///
/// For sources that may notify on several threads at once. The first thread calls the observer.
/// Until it is done, it also passes on the states that arrive from other threads or from the
/// observer itself.
@usableFromInline final class Inbox<StateType>: Sendable {
    private struct Content: ~Copyable {
        let observer: (StateType) -> Void
        var waiting = Queue<StateType>()
        var isBusy = false
        var hasEnded = false

        init(_ observer: @escaping (StateType) -> Void) {
            self.observer = observer
        }
    }

    private let content: Lock<Content>

    @usableFromInline init(_ observer: @escaping (StateType) -> Void) {
        content = Lock(Content(observer))
    }

    /// Receives the mapped states of `source` until the subscription ends.
    @usableFromInline func observe<Source: StateProvider>(
        _ source: Source,
        _ transform: @escaping @Sendable (Source.StateType) -> StateType
    ) -> StoreSubscription {
        let subscription = source.observe { self.receive(transform($0)) }
        return StoreSubscription {
            subscription.cancel()
            self.end()
        }
    }

    private func receive(_ state: StateType) {
        let observer = content.withLock { content -> ((StateType) -> Void)? in
            guard !content.hasEnded else { return nil }
            content.waiting.append(state)
            guard !content.isBusy else { return nil }
            content.isBusy = true
            return content.observer
        }
        guard let observer else { return }
        while let next = content.withLock({ content in
            if content.waiting.isEmpty { content.isBusy = false }
            return content.waiting.popFirst()
        }) {
            observer(next)
        }
    }

    /// Passes on no more states, also none that waits.
    ///
    /// If another thread is calling the observer, it finishes that call.
    private func end() {
        _ = content.withLock { content -> Queue<StateType> in
            var dropped = Queue<StateType>()
            swap(&dropped, &content.waiting)
            content.hasEnded = true
            return dropped
        }
    }
}

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

        init(_ observer: @escaping (StateType) -> Void) {
            self.observer = observer
        }
    }

    private let content: Lock<Content>

    @usableFromInline init(_ observer: @escaping (StateType) -> Void) {
        content = Lock(Content(observer))
    }

    @usableFromInline func receive(_ state: StateType) {
        let observer = content.withLock { content -> ((StateType) -> Void)? in
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
}

// SPDX-License-Identifier: MIT

/// Passes states to an observer one after the other, whichever threads they come from.
///
/// For a source that may notify from two threads at once: the thread that finds the observer free
/// calls it, also for what comes meanwhile from others, or from the observer itself.
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

// SPDX-License-Identifier: MIT

/// Observers of parts of the state.
///
/// Each is notified outside the lock when its part has changed.
final class ObserverFloor<State> {
    private final class Observer {
        let part: (State) -> Int
        let notify: (Int) -> Void
        var last: Int

        init(part: @escaping (State) -> Int, notify: @escaping (Int) -> Void, last: Int) {
            self.part = part
            self.notify = notify
            self.last = last
        }
    }

    private struct Contents {
        var state: State
        var observers: [Observer] = []
    }

    private let contents: Guarded<Contents>
    private let reduce: (Int, inout State) -> Void

    init(_ state: State, reduce: @escaping (Int, inout State) -> Void) {
        contents = Guarded(Contents(state: state))
        self.reduce = reduce
    }

    func observe(_ part: @escaping (State) -> Int, _ notify: @escaping (Int) -> Void) {
        contents.withLock { contents in
            let first = part(contents.state)
            contents.observers.append(Observer(part: part, notify: notify, last: first))
            notify(first)
        }
    }

    @inline(never) func dispatch(_ action: Int) {
        let (state, observers) = contents.withLock { contents in
            reduce(action, &contents.state)
            return (contents.state, contents.observers)
        }
        for observer in observers {
            let value = observer.part(state)
            guard value != observer.last else { continue }
            observer.last = value
            observer.notify(value)
        }
    }
}

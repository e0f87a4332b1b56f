// SPDX-License-Identifier: MIT

/// Observers of parts of the state, each told when its part has changed.
final class ObserverFloor<State> {
    private struct Observer {
        let part: (State) -> Int
        let tell: (Int) -> Void
        var last: Int
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

    func observe(_ part: @escaping (State) -> Int, _ tell: @escaping (Int) -> Void) {
        contents.withLock { contents in
            let first = part(contents.state)
            contents.observers.append(Observer(part: part, tell: tell, last: first))
            tell(first)
        }
    }

    @inline(never) func dispatch(_ action: Int) {
        contents.withLock { contents in
            reduce(action, &contents.state)
            for index in contents.observers.indices {
                let value = contents.observers[index].part(contents.state)
                guard value != contents.observers[index].last else { continue }
                contents.observers[index].last = value
                contents.observers[index].tell(value)
            }
        }
    }
}

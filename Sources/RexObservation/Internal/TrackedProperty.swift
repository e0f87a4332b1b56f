// SPDX-License-Identifier: MIT

import RexCore

/// The value at a key path of a state, with its readers.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
final class TrackedProperty<State, Value>: Tracked {
    private let last: Cell<Value>
    private let path: KeyPath<State, Value>
    private let isSame = Sameness.of(Value.self)

    init(_ path: KeyPath<State, Value>, of state: State) {
        self.path = path
        last = Cell(state[keyPath: path])
        unsafe super.init(
            offset: MemoryLayout<State>.offset(of: path),
            last: UnsafeRawPointer(last.pointer),
            size: MemoryLayout<Value>.size
        )
    }

    var value: Value { last.value }

    /// Updates the value without notifying readers, for a part that was not tracked.
    func refresh(from state: State) {
        last.value = state[keyPath: path]
    }

    override func update(from state: UnsafeRawPointer, into notices: inout [Notice]) -> Bool {
        let new: Value
        if let offset {
            new = unsafe (state + offset).assumingMemoryBound(to: Value.self).pointee
        } else {
            new = unsafe state.assumingMemoryBound(to: State.self).pointee[keyPath: path]
        }
        let isChanged = !isSame(last.value, new)
        last.value = new
        if isChanged { notices.append(takeReaders()) }
        return !isChanged
    }
}

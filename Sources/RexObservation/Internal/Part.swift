// SPDX-License-Identifier: MIT

/// A part of a state that is read, or something that a selector makes of it.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
final class Part<State, Value>: Watched {
    private let place: Place<Value>
    private let read: (State) -> Value
    private let isSame: (Value, Value) -> Bool

    /// - `offset`: where the value is in memory, if it is nothing but stored there.
    init(of state: State, offset: Int?, read: @escaping (State) -> Value, isSame: @escaping (Value, Value) -> Bool) {
        place = Place(read(state))
        self.read = read
        self.isSame = isSame
        unsafe super.init(offset: offset, last: UnsafeRawPointer(place.pointer), size: MemoryLayout<Value>.size)
    }

    var value: Value { place.value }

    /// Takes the value of a state without notifying anyone, for a part that was not watched.
    func refresh(from state: State) {
        place.value = read(state)
    }

    override func update(from state: UnsafeRawPointer, into notices: inout [Notice]) -> Bool {
        let new: Value
        if let offset {
            new = unsafe (state + offset).assumingMemoryBound(to: Value.self).pointee
        } else {
            new = unsafe read(state.assumingMemoryBound(to: State.self).pointee)
        }
        let isChanged = !isSame(place.value, new)
        place.value = new
        if isChanged { notices.append(takeReaders()) }
        return !isChanged
    }
}

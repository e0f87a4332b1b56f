// SPDX-License-Identifier: MIT

import RexCore

/// The value of a selector while a reader waits for a change.
///
/// The selector caches the value, so nothing is lost when this is released. A selector that is made
/// for each read leaves nothing behind.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
final class TrackedSelection<State, Value: Sendable>: Tracked {
    private var selector: StateSelector<State, Value>
    private var last: StateSelector<State, Value>.Result
    private let nothing = Cell(())

    init(_ selector: StateSelector<State, Value>, of state: State) {
        self.selector = selector
        last = selector.result(of: state)
        unsafe super.init(offset: nil, last: UnsafeRawPointer(nothing.pointer), size: 0)
    }

    var value: Value { last.value }

    override var isNeeded: Bool { isAwaited }
    override var selectorID: ObjectIdentifier? { ObjectIdentifier(selector) }

    override func update(from state: UnsafeRawPointer, into notices: inout [Notice]) -> Bool {
        guard isNeeded else { return false }
        #if DEBUG
        if isKnownUniquelyReferenced(&selector) { selector.reportThatItIsNotStored() }
        #endif
        let new = unsafe selector.result(of: state.assumingMemoryBound(to: State.self).pointee)
        let isChanged = new !== last && !Sameness.areSame(last.value, new.value)
        last = new
        if isChanged { notices.append(takeReaders()) }
        return !isChanged
    }
}

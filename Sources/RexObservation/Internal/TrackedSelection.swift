// SPDX-License-Identifier: MIT

import RexCore

/// The value of a selector until its parts change, and while a reader waits for a change.
///
/// The selector is retained only for a reader that waits, so a selector that is made for each read
/// leaves nothing behind.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
final class TrackedSelection<State, Value: Sendable>: Tracked {
    typealias Selector = StateSelector<State, Value>

    private weak var selector: Selector?
    /// The selector, while a reader waits.
    private var awaitedSelector: Selector?
    private var last: Selector.Result
    private let nothing = Cell(())
    private let key: ObjectIdentifier
    #if DEBUG
    /// Whether no update has come since the selector was read first.
    private var isNew = true
    #endif

    init(_ selector: Selector, of state: State) {
        self.selector = selector
        key = ObjectIdentifier(selector)
        last = selector.result(of: state)
        unsafe super.init(offset: nil, last: UnsafeRawPointer(nothing.pointer), size: 0)
    }

    override var selectorID: ObjectIdentifier? { key }

    override func releaseUnneeded() -> Bool {
        if !isAwaited { awaitedSelector = nil }
        return selector != nil
    }

    /// Returns the value for the current state, and registers the reader for it.
    ///
    /// While another reader waits, the value is that of the last update.
    func read(_ selector: Selector, of state: () -> State) -> Value {
        if !isAwaited { last = selector.result(of: state(), known: last) }
        accessAsKnown()
        awaitedSelector = isAwaited ? selector : nil
        return last.value
    }

    /// Returns whether this is the value of a selector.
    ///
    /// Another selector may have the address of one that was released.
    func isValue(of selector: Selector) -> Bool { self.selector === selector }

    override func update(from state: UnsafeRawPointer, into notices: inout [Notice]) -> Bool {
        let state = unsafe state.assumingMemoryBound(to: State.self)
        guard isAwaited else { return unsafe releaseUnneeded() && last.isCurrent(state.pointee) }
        #if DEBUG
        if isNew, isKnownUniquelyReferenced(&awaitedSelector) { awaitedSelector?.reportThatItIsNotStored() }
        isNew = false
        #endif
        guard let selector = awaitedSelector else { return false }
        let new = unsafe selector.result(of: state.pointee, known: last)
        let isChanged = new !== last && !Sameness.areSame(last.value, new.value)
        last = new
        if isChanged {
            notices.append(takeReaders())
            awaitedSelector = nil
        }
        // The readers of this change find the new value here.
        return true
    }
}

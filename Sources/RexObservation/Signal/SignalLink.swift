// SPDX-License-Identifier: MIT

import RexCore
import RexNavigation

/// The values of one `Signals` in a state that were delivered, and the adapter that gets them.
///
/// A node tracks it until the state has the acknowledgement. So a view that comes back before that
/// finds it again, even if its model was released.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
final class SignalLink<State, Value>: Tracked {
    let consumer = SignalConsumer<Value>()
    private let path: KeyPath<State, Signals<Value>>
    private unowned let root: ModelRoot
    private let nothing = Cell(())

    init(_ path: KeyPath<State, Signals<Value>>, root: ModelRoot) {
        self.path = path
        self.root = root
        unsafe super.init(offset: nil, last: UnsafeRawPointer(nothing.pointer), size: 0)
    }

    override var isHeld: Bool { root.isShowing }

    override func update(from state: UnsafeRawPointer, into notices: inout [Notice]) -> Bool {
        // A past state doesn't tell whether the store has the acknowledgement.
        if root.isShowing { return true }
        let signals = unsafe state.assumingMemoryBound(to: State.self).pointee[keyPath: path]
        return consumer.coordinator.isNeeded(for: signals)
    }
}

/// The part of a link that doesn't depend on the type of the state.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
final class SignalConsumer<Value> {
    var coordinator = SignalCoordinator()
    /// The adapter that was started last, unless it was stopped.
    ///
    /// When one view replaces another, the new one may start before the old one stops.
    weak var latest: SignalAdapter<Value>?
    #if DEBUG
    var hasReported = false
    #endif
}

@available(*, unavailable)
extension SignalConsumer: Sendable {}

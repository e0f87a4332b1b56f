// SPDX-License-Identifier: MIT

/// The slot for the next action that a store processes.
///
/// It is empty while the store is idle. Action and source are written and read as separate values:
/// taken apart as a pair, each source is copied once more, which makes an action 1.3 times as long.
///
/// The memory is safe because only one thread at a time uses the workspace. It calls `put` on an
/// empty slot and `take` on a full one.
@safe @usableFromInline struct ActionSlot<ActionType> {
    @usableFromInline let pair: UnsafeMutablePointer<DispatchedAction<ActionType>> = .allocate(capacity: 1)
    /// Pointers to the two parts of the pair.
    @usableFromInline let action: UnsafeMutablePointer<ActionType>
    @usableFromInline let source: UnsafeMutablePointer<ActionSource>

    @inlinable init() {
        unsafe action = ActionSlot.pointer(to: \.action, in: pair)
        unsafe source = ActionSlot.pointer(to: \.source, in: pair)
    }

    @inlinable static func pointer<Part>(
        to part: KeyPath<DispatchedAction<ActionType>, Part>,
        in pair: UnsafeMutablePointer<DispatchedAction<ActionType>>
    ) -> UnsafeMutablePointer<Part> {
        guard let offset = MemoryLayout<DispatchedAction<ActionType>>.offset(of: part) else {
            preconditionFailure("DispatchedAction must store its action and source: MemoryLayout has no offset.")
        }
        return unsafe (UnsafeMutableRawPointer(pair) + offset).assumingMemoryBound(to: Part.self)
    }

    /// Moves a pair into the slot.
    ///
    /// Taking the pair apart would copy the source.
    @inlinable func put(_ pair: consuming DispatchedAction<ActionType>) {
        unsafe self.pair.initialize(to: pair)
    }

    @inlinable func put(_ action: consuming ActionType, from source: consuming ActionSource) {
        unsafe self.action.initialize(to: action)
        unsafe self.source.initialize(to: source)
    }

    @inlinable func takeAction() -> ActionType { unsafe action.move() }

    @inlinable func takeSource() -> ActionSource { unsafe source.move() }

    /// The number of the action in the source.
    @inlinable var number: Int {
        get { unsafe source.pointee.actionNumber }
        nonmutating set { unsafe source.pointee.actionNumber = newValue }
    }

    /// Whether the action has a sender that may have revoked it while it was queued.
    @inlinable var hasSender: Bool { unsafe source.pointee.hasSender }

    func deallocate() {
        unsafe pair.deallocate()
    }
}

@available(*, unavailable)
extension ActionSlot: Sendable {}

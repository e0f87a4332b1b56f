// SPDX-License-Identifier: MIT

/// The mailbox of the action that a store processes next; empty while nobody processes.
///
/// An action is passed on apart from its source: where code is not specialised, how the two are
/// laid out as a pair would be looked up at each step.
///
/// It is as safe as its processor, which lets one thread at a time use it: `put` if it is empty,
/// `take` if it is not.
@safe @usableFromInline struct ActionSlot<ActionType> {
    @usableFromInline let pair: UnsafeMutablePointer<DispatchedAction<ActionType>> = .allocate(capacity: 1)
    /// The places of the two parts in the pair.
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

    /// Moves a pair in as it is, since taking it apart would copy the source.
    @inlinable func put(_ pair: consuming DispatchedAction<ActionType>) {
        unsafe self.pair.initialize(to: pair)
    }

    @inlinable func put(_ action: consuming ActionType, from source: consuming ActionSource) {
        unsafe self.action.initialize(to: action)
        unsafe self.source.initialize(to: source)
    }

    @inlinable func takeAction() -> ActionType { unsafe action.move() }

    @inlinable func takeSource() -> ActionSource { unsafe source.move() }

    /// The mark of the source.
    @inlinable var tag: UInt64 {
        get { unsafe source.pointee.tag }
        nonmutating set { unsafe source.pointee.tag = newValue }
    }

    /// True if the action could have been revoked while it waited.
    @inlinable var isRevocable: Bool { tag >= ActionSource.oneRevocation }

    /// Drops the action if it was revoked; if not, it can no longer be.
    ///
    /// - Parameters:
    ///   - links: gets what could revoke it; nobody else keeps that.
    ///   - output: where it is noted if somebody wants to know.
    ///   - cause: the number of the action that caused it, or 0.
    /// - Returns: whether it is still there, and the task that sent it, if one did.
    @usableFromInline func dropIfRevoked(
        keeping links: UnsafeMutablePointer<(any SourceLink)?>,
        noting output: AnyActionHandler<ActionType>,
        cause: UInt64
    ) -> (isThere: Bool, task: StoreTask?) {
        let (isThere, task) = unsafe source.pointee.endRevocations(keeping: &links.pointee)
        if !isThere {
            if unsafe source.pointee.observesNotices {
                output.note(unsafe .revoked(action.pointee, from: source.pointee, cause: cause))
            }
            unsafe action.deinitialize(count: 1)
            unsafe source.deinitialize(count: 1)
        }
        return (isThere, task)
    }

    func deallocate() {
        unsafe pair.deallocate()
    }
}

@available(*, unavailable)
extension ActionSlot: Sendable {}

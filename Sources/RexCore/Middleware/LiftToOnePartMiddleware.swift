// SPDX-License-Identifier: MIT

/// Middlewares without their own lift to parts, lifted to a single part that may be absent.
///
/// It is the fast form of ``LiftToPartsMiddleware``: an action that needs no work allocates nothing.
@usableFromInline
struct LiftToOnePartMiddleware<GlobalAction, GlobalState, Action, Part: Sendable>: MiddlewareProtocol {
    @usableFromInline let local: ComposedMiddleware<Action, Action, Part>
    @usableFromInline let path: CasePath<GlobalAction, Action>
    @usableFromInline let find: @Sendable (GlobalState) -> Part?
    /// The reader of the last action, if nothing else refers to it.
    @usableFromInline let idle = Lock<PartReader<GlobalState, Part>?>(nil)

    @inlinable init(
        _ local: ComposedMiddleware<Action, Action, Part>,
        case path: CasePath<GlobalAction, Action>,
        find: @escaping @Sendable (GlobalState) -> Part?
    ) {
        self.local = local
        self.path = path
        self.find = find
    }

    /// Calls `handle` of the local middlewares, if the action matches and the part exists.
    @inlinable func handle(
        action: GlobalAction,
        from dispatcher: ActionSource,
        state getState: @escaping GetState<GlobalState>
    ) -> IO<GlobalAction> {
        guard let localAction = path.extract(action), let part = find(getState()) else { return .pure() }
        var reader = idle.withLock { $0.take() } ?? PartReader(find)
        reader.enter(getState, part)
        // The closure needs no allocation, since it captures only the reader.
        let io = local.handle(action: localAction, from: dispatcher) { [reader] in reader.read() }
        if isKnownUniquelyReferenced(&reader) {
            reader.leave()
            idle.withLock { $0 = reader }
        }
        return io.map(path.embed)
    }

    /// Returns whether the action matches, the part exists, and the action concerns the local
    /// middlewares.
    @inlinable func isConcerned(
        by action: GlobalAction,
        from dispatcher: ActionSource,
        state getState: @escaping GetState<GlobalState>
    ) -> Bool {
        guard let localAction = path.extract(action), let part = find(getState()) else { return false }
        let reader = PartReader(find)
        reader.enter(getState, part)
        return local.isConcerned(by: localAction, from: dispatcher) { reader.read() }
    }
}

@available(*, unavailable)
extension LiftToOnePartMiddleware: Sendable {}

/// Reads the part that a middleware handles an action for.
///
/// It serves one action at a time, and the next one if nothing else refers to it: an `IO` may keep it,
/// and a task may read it on any thread. While the part is absent, it returns the part as it was read
/// last. It doesn't tell a value from the one that replaces it.
@usableFromInline final class PartReader<Whole, Part: Sendable>: Sendable {
    @usableFromInline typealias Position = (getState: GetState<Whole>, part: Part)

    @usableFromInline let find: @Sendable (Whole) -> Part?
    @usableFromInline let position = Lock<Position?>(nil)

    @inlinable init(_ find: @escaping @Sendable (Whole) -> Part?) { self.find = find }

    /// Begins with a part.
    @inlinable func enter(_ getState: @escaping GetState<Whole>, _ part: Part) {
        position.withLock { $0 = (getState, part) }
    }

    /// Reads the part.
    @inlinable func read() -> Part {
        guard let last = position.withLock({ $0 }) else { preconditionFailure("A part was read too late.") }
        guard let now = find(last.getState()) else { return last.part }
        let old = position.withLock { position in
            let old = position
            position?.part = now
            return old
        }
        // Released without a lock.
        extendLifetime(old)
        return now
    }

    /// Releases the part.
    @inlinable func leave() {
        let last = position.withLock { $0.take() }
        // Released without a lock.
        extendLifetime(last)
    }
}

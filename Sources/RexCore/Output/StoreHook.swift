// SPDX-License-Identifier: MIT

/// The observers of a store's events.
@usableFromInline struct StoreHook {
    // An array of closures would call each one through a function that converts its parameter.
    @usableFromInline struct Observer: Sendable {
        @usableFromInline let kinds: StoreEvent.Kinds
        @usableFromInline let call: @Sendable (StoreEvent) -> Void
    }

    /// The kinds with observers.
    private(set) var kinds: StoreEvent.Kinds = []
    private var observers: [Observer] = []
    /// The rules and tasks of the store's creation, for observers that are added later; nil after the
    /// creation.
    private var kept: [(kinds: StoreEvent.Kinds, event: StoreEvent)]? = []

    #if DEBUG
    /// Observes runs that no feature has seen.
    var unhandledRuns: (@Sendable (@escaping @Sendable () -> String?) -> Void)?
    #endif

    @usableFromInline init() {}

    /// Adds an observer.
    ///
    /// - Returns: The earlier events for it, or nil if the store was already created.
    mutating func add(_ observer: @escaping @Sendable (StoreEvent) -> Void, of kinds: StoreEvent.Kinds) -> [StoreEvent]?
    {
        guard let kept else { return nil }
        self.kinds.formUnion(kinds)
        observers.append(Observer(kinds: kinds, call: observer))
        return kept.filter { kinds.contains($0.kinds) }.map(\.event)
    }

    /// Whether an event of one of these kinds is needed: for an observer, or for one that may still be
    /// added.
    func wants(_ kinds: StoreEvent.Kinds) -> Bool {
        !self.kinds.isDisjoint(with: kinds) || kept != nil && !kinds.isDisjoint(with: [.rule, .started])
    }

    /// Returns the observers of an event, and keeps it if observers may still be added.
    @usableFromInline mutating func observers(
        of kinds: StoreEvent.Kinds,
        keeping event: @autoclosure () -> StoreEvent
    ) -> [Observer] {
        guard wants(kinds) else { return [] }
        if !kinds.isDisjoint(with: [.rule, .started]) { kept?.append((kinds, event())) }
        return observers(of: kinds)
    }

    /// Returns the observers of an event that isn't kept.
    func observers(of kinds: StoreEvent.Kinds) -> [Observer] {
        guard !self.kinds.isDisjoint(with: kinds) else { return [] }
        return observers.filter { !$0.kinds.isDisjoint(with: kinds) }
    }

    /// Ends the creation of the store.
    ///
    /// - Returns: The observers of phases, and the kept events, which the caller releases after
    ///   unlocking.
    @usableFromInline mutating func begin() -> (phases: [Observer], kept: [StoreEvent]) {
        let events = kept?.map(\.event) ?? []
        kept = nil
        return (observers(of: .phase), events)
    }

    /// Removes the observers, at the end of the store.
    ///
    /// The caller releases them after unlocking.
    mutating func end() -> [Observer] {
        defer { (kinds, observers, kept) = ([], [], nil) }
        #if DEBUG
        unhandledRuns = nil
        #endif
        return observers
    }
}

@available(*, unavailable)
extension StoreHook: Sendable {}

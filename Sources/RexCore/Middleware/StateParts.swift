// SPDX-License-Identifier: MIT

/// The id of a single part: the value of an optional, or the payload of a case.
public struct OnlyPart: Hashable, Sendable {
    /// Creates the id, which is always the same.
    @inlinable public init() {}
}

/// The parts of a state that a middleware is lifted to, each with an id.
///
/// Parts are the elements of a collection, the values of a dictionary, the value of an optional, or
/// the payload of an enum case. They are added and removed with the state. Authors of a
/// ``PartwiseMiddleware`` use this type; apps don't need it.
public struct StateParts<ID: Hashable & Sendable, Whole, Part>: Sendable {
    private let find: @Sendable (ID, Whole) -> Part?
    private let makeReader: @Sendable (ID, Whole) -> (@Sendable (Whole) -> Part)?
    private let visit: @Sendable (Whole, (ID, Part) -> Void) -> Void
    private let compareIDs: @Sendable (Whole, [ID]) -> Bool
    private let countAll: @Sendable (Whole) -> Int
    /// Whether a part is found without visiting other parts.
    public let isRandomAccess: Bool

    @usableFromInline init(
        find: @escaping @Sendable (ID, Whole) -> Part?,
        visit: @escaping @Sendable (Whole, (ID, Part) -> Void) -> Void,
        hasIDs: @escaping @Sendable (Whole, [ID]) -> Bool,
        count: @escaping @Sendable (Whole) -> Int,
        isRandomAccess: Bool
    ) where Part: Sendable {
        self.init(
            find: find,
            makeReader: { id, whole in
                guard let present = find(id, whole) else { return nil }
                let last = Lock(present)
                return { whole in
                    guard let now = find(id, whole) else { return last.withLock { $0 } }
                    let old = last.withLock { last in
                        defer { last = now }
                        return last
                    }
                    // Released without a lock.
                    extendLifetime(old)
                    return now
                }
            },
            visit: visit,
            compareIDs: hasIDs,
            countAll: count,
            isRandomAccess: isRandomAccess
        )
    }

    private init(
        find: @escaping @Sendable (ID, Whole) -> Part?,
        makeReader: @escaping @Sendable (ID, Whole) -> (@Sendable (Whole) -> Part)?,
        visit: @escaping @Sendable (Whole, (ID, Part) -> Void) -> Void,
        compareIDs: @escaping @Sendable (Whole, [ID]) -> Bool,
        countAll: @escaping @Sendable (Whole) -> Int,
        isRandomAccess: Bool
    ) {
        self.find = find
        self.makeReader = makeReader
        self.visit = visit
        self.compareIDs = compareIDs
        self.countAll = countAll
        self.isRandomAccess = isRandomAccess
    }

    /// Returns the part with this id, or nil if it is absent.
    public func part(_ id: ID, in whole: Whole) -> Part? { find(id, whole) }

    /// Returns a function that reads the part with this id, or nil if it is absent.
    ///
    /// Once the part is removed, the function returns its latest result.
    public func reader(of id: ID, in whole: Whole) -> (@Sendable (Whole) -> Part)? { makeReader(id, whole) }

    /// Calls `body` with each part, in order.
    public func forEach(in whole: Whole, _ body: (ID, Part) -> Void) { visit(whole, body) }

    /// Returns the ids of the parts, in order.
    public func ids(in whole: Whole) -> [ID] {
        var ids: [ID] = []
        ids.reserveCapacity(countAll(whole))
        visit(whole) { id, _ in ids.append(id) }
        return ids
    }

    /// Returns whether the parts have exactly these ids, in this order.
    public func hasIDs(_ ids: [ID], in whole: Whole) -> Bool { compareIDs(whole, ids) }

    /// Returns the number of parts.
    public func count(in whole: Whole) -> Int { countAll(whole) }

    /// Returns the mapped parts.
    func map<Inner>(_ narrow: @escaping @Sendable (Part) -> Inner) -> StateParts<ID, Whole, Inner> {
        StateParts<ID, Whole, Inner>(
            find: { [find] id, whole in find(id, whole).map(narrow) },
            makeReader: { [makeReader] id, whole in
                guard let reader = makeReader(id, whole) else { return nil }
                return { narrow(reader($0)) }
            },
            visit: { [visit] whole, body in visit(whole) { body($0, narrow($1)) } },
            compareIDs: compareIDs,
            countAll: countAll,
            isRandomAccess: isRandomAccess
        )
    }
}

extension StateParts where Part: Sendable {
    /// Creates the parts for the elements of a collection, whose ids are unique.
    @_alwaysEmitIntoClient public init<Elements: Collection & SendableMetatype>(
        elements: @escaping @Sendable (Whole) -> Elements
    ) where Elements.Element == Part, Part: Identifiable, ID == Part.ID {
        self.init(
            find: findingElements(in: elements),
            visit: { whole, body in for element in elements(whole) { body(element.id, element) } },
            // Inline, so that the loop is specialised for the collection: it runs for each action
            // of the store.
            hasIDs: { whole, ids in
                var count = 0
                for element in elements(whole) {
                    guard count < ids.count, ids[count] == element.id else { return false }
                    count += 1
                }
                return count == ids.count
            },
            count: { elements($0).count },
            isRandomAccess: Elements.self is any RandomAccessCollection.Type
        )
    }

    /// Creates the parts for the values of a dictionary.
    @_alwaysEmitIntoClient public init(values: @escaping @Sendable (Whole) -> [ID: Part]) {
        self.init(
            find: { id, whole in values(whole)[id] },
            visit: { whole, body in for (id, value) in values(whole) { body(id, value) } },
            hasIDs: { whole, ids in values(whole).keys.elementsEqual(ids) },
            count: { values($0).count },
            isRandomAccess: true
        )
    }

    /// Creates a single part, which may be nil.
    @_alwaysEmitIntoClient public init(value: @escaping @Sendable (Whole) -> Part?) where ID == OnlyPart {
        self.init(
            find: { _, whole in value(whole) },
            visit: { whole, body in if let part = value(whole) { body(OnlyPart(), part) } },
            hasIDs: { whole, ids in ids.count == (value(whole) == nil ? 0 : 1) },
            count: { value($0) == nil ? 0 : 1 },
            isRandomAccess: true
        )
    }
}

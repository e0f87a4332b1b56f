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
    private let makeReader: @Sendable (ID, PartID?, Whole) -> (@Sendable (Whole) -> Part)?
    private let visit: @Sendable (Whole, (ID, Part) -> Void) -> Void
    private let compareIDs: @Sendable (Whole, [ID]) -> Bool
    private let countAll: @Sendable (Whole) -> Int
    private let readIdentity: (@Sendable (ID, Whole) -> PartID?)?
    /// Returns the array of ids that the state keeps, or nil if it keeps none.
    private let readIDs: (@Sendable (Whole) -> [ID])?
    private let partsWatch: PartsWatch<Whole>?
    /// Whether a part is found without visiting other parts.
    public let isRandomAccess: Bool

    @usableFromInline init(
        find: @escaping @Sendable (ID, Whole) -> Part?,
        visit: @escaping @Sendable (Whole, (ID, Part) -> Void) -> Void,
        hasIDs: @escaping @Sendable (Whole, [ID]) -> Bool,
        count: @escaping @Sendable (Whole) -> Int,
        isRandomAccess: Bool,
        identity readIdentity: (@Sendable (Part, Whole) -> PartID?)? = nil,
        readIDs: (@Sendable (Whole) -> [ID])? = nil,
        watch: PartsWatch<Whole>? = nil
    ) where Part: Sendable {
        var readIdentityOfID: (@Sendable (ID, Whole) -> PartID?)?
        if let readIdentity {
            readIdentityOfID = { id, whole in find(id, whole).flatMap { readIdentity($0, whole) } }
        }
        self.init(
            find: find,
            makeReader: { id, identity, whole in
                guard let present = find(id, whole) else { return nil }
                let last = Lock(present)
                return { whole in
                    guard let now = find(id, whole), identity == nil || readIdentity?(now, whole) == identity else {
                        return last.withLock { $0 }
                    }
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
            isRandomAccess: isRandomAccess,
            readIdentity: readIdentityOfID,
            readIDs: readIDs,
            partsWatch: watch
        )
    }

    private init(
        find: @escaping @Sendable (ID, Whole) -> Part?,
        makeReader: @escaping @Sendable (ID, PartID?, Whole) -> (@Sendable (Whole) -> Part)?,
        visit: @escaping @Sendable (Whole, (ID, Part) -> Void) -> Void,
        compareIDs: @escaping @Sendable (Whole, [ID]) -> Bool,
        countAll: @escaping @Sendable (Whole) -> Int,
        isRandomAccess: Bool,
        readIdentity: (@Sendable (ID, Whole) -> PartID?)?,
        readIDs: (@Sendable (Whole) -> [ID])?,
        partsWatch: PartsWatch<Whole>?
    ) {
        self.find = find
        self.makeReader = makeReader
        self.visit = visit
        self.compareIDs = compareIDs
        self.countAll = countAll
        self.isRandomAccess = isRandomAccess
        self.readIdentity = readIdentity
        self.readIDs = readIDs
        self.partsWatch = partsWatch
    }

    /// Returns the part with this id, or nil if it is absent.
    public func part(_ id: ID, in whole: Whole) -> Part? { find(id, whole) }

    /// Returns a function that reads the part with this id, or nil if it is absent.
    ///
    /// Once the part is removed, the function returns its latest result.
    public func reader(of id: ID, in whole: Whole) -> (@Sendable (Whole) -> Part)? { makeReader(id, nil, whole) }

    /// Returns a function that reads the part while its value has this identity, or nil if the part
    /// is absent.
    ///
    /// Once the part is removed, or has a value with another identity, the function returns its
    /// latest result.
    ///
    /// - Parameters:
    ///   - id: The id of the part.
    ///   - identity: The ``identity(of:in:)`` of the value; nil if the identity doesn't matter.
    ///   - whole: The state that contains the parts.
    public func reader(
        of id: ID,
        with identity: PartID?,
        in whole: Whole
    ) -> (@Sendable (Whole) -> Part)? {
        makeReader(id, identity, whole)
    }

    /// Whether the parts are a single part whose value has an identity.
    public var hasIdentity: Bool { readIdentity != nil }

    /// Returns the identity of the value of a part; nil if the part is absent or its value has no
    /// identity.
    ///
    /// A middleware that keeps data for a part ends it when the identity changes. The result is
    /// always nil for elements of a collection and values of a dictionary.
    public func identity(of id: ID, in whole: Whole) -> PartID? { readIdentity?(id, whole) }

    /// Calls `body` with each part, in order.
    public func forEach(in whole: Whole, _ body: (ID, Part) -> Void) { visit(whole, body) }

    /// Returns the ids of the parts, in order.
    public func ids(in whole: Whole) -> [ID] {
        if let readIDs { return readIDs(whole) }
        var ids: [ID] = []
        ids.reserveCapacity(countAll(whole))
        visit(whole) { id, _ in ids.append(id) }
        return ids
    }

    /// Returns whether the parts have exactly these ids, in this order.
    public func hasIDs(_ ids: [ID], in whole: Whole) -> Bool { compareIDs(whole, ids) }

    /// Returns a function that returns whether any part may have changed since its last call, or
    /// nil if that can't be told without visiting the parts.
    ///
    /// The function keeps the parts of its last call. So the next change copies their collection.
    package func watch() -> ((Whole) -> Bool)? { partsWatch?.start() }

    /// Returns the number of parts.
    public func count(in whole: Whole) -> Int { countAll(whole) }

    /// Returns the parts of a container that contains little else, so that it is kept for ``watch()``.
    @usableFromInline package func ofContainer() -> StateParts where Whole: SendableMetatype {
        StateParts(
            find: find,
            makeReader: makeReader,
            visit: visit,
            compareIDs: compareIDs,
            countAll: countAll,
            isRandomAccess: isRandomAccess,
            readIdentity: readIdentity,
            readIDs: readIDs,
            partsWatch: PartsWatch { $0 }
        )
    }

    /// Returns the mapped parts.
    @usableFromInline package func map<Inner>(
        _ narrow: @escaping @Sendable (Part) -> Inner
    ) -> StateParts<ID, Whole, Inner> {
        StateParts<ID, Whole, Inner>(
            find: { [find] id, whole in find(id, whole).map(narrow) },
            makeReader: { [makeReader] id, identity, whole in
                guard let reader = makeReader(id, identity, whole) else { return nil }
                return { narrow(reader($0)) }
            },
            visit: { [visit] whole, body in visit(whole) { body($0, narrow($1)) } },
            compareIDs: compareIDs,
            countAll: countAll,
            isRandomAccess: isRandomAccess,
            readIdentity: readIdentity,
            readIDs: readIDs,
            partsWatch: partsWatch
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
            isRandomAccess: Elements.self is any RandomAccessCollection.Type,
            watch: PartsWatch(elements)
        )
    }

    /// Creates the parts of a state that keeps their ids in an array.
    ///
    /// The ids are compared in O(1) as long as the state keeps the same array.
    ///
    /// - Parameters:
    ///   - ids: Returns the ids in their order. They are unique.
    ///   - part: Returns the part with an id, or nil if it is absent.
    @_alwaysEmitIntoClient public init(
        ids: @escaping @Sendable (Whole) -> [ID],
        part: @escaping @Sendable (ID, Whole) -> Part?
    ) {
        self.init(
            find: part,
            visit: { whole, body in
                for id in ids(whole) { if let part = part(id, whole) { body(id, part) } }
            },
            hasIDs: { whole, known in ids(whole) == known },
            count: { ids($0).count },
            isRandomAccess: true,
            readIDs: ids
        )
    }

    /// Creates the parts for the values of a dictionary.
    @_alwaysEmitIntoClient public init(values: @escaping @Sendable (Whole) -> [ID: Part]) {
        self.init(
            find: { id, whole in values(whole)[id] },
            visit: { whole, body in for (id, value) in values(whole) { body(id, value) } },
            hasIDs: { whole, ids in values(whole).keys.elementsEqual(ids) },
            count: { values($0).count },
            isRandomAccess: true,
            watch: PartsWatch(values)
        )
    }

    /// Creates a single part, which may be nil.
    ///
    /// - Parameters:
    ///   - value: Returns the part.
    ///   - identity: Tells a value from the one that replaces it.
    @_alwaysEmitIntoClient public init(
        value: @escaping @Sendable (Whole) -> Part?,
        identity: PartIdentity<Part> = .automatic
    ) where ID == OnlyPart {
        self.init(value: value, identity: identity, orIn: nil)
    }

    /// Creates a single part, whose identity may be in the whole.
    ///
    /// - Parameter wholeIdentity: Returns the identity of the part in the whole. It counts if `identity`
    ///   is automatic and the part has none.
    @_alwaysEmitIntoClient init(
        value: @escaping @Sendable (Whole) -> Part?,
        identity: PartIdentity<Part>,
        orIn wholeIdentity: (@Sendable (Whole) -> PartID?)?
    ) where ID == OnlyPart {
        var readIdentity: (@Sendable (Part, Whole) -> PartID?)?
        if let read = identity.read {
            readIdentity = { part, _ in read(part) }
        } else if identity.isAutomatic, let wholeIdentity {
            readIdentity = { _, whole in wholeIdentity(whole) }
        }
        self.init(
            find: { _, whole in value(whole) },
            visit: { whole, body in if let part = value(whole) { body(OnlyPart(), part) } },
            hasIDs: { whole, ids in ids.count == (value(whole) == nil ? 0 : 1) },
            count: { value($0) == nil ? 0 : 1 },
            isRandomAccess: true,
            identity: readIdentity
        )
    }
}

/// Returns a function that finds elements by their ids and remembers their indices.
@_alwaysEmitIntoClient func findingElements<Global, Elements: Collection & SendableMetatype>(
    in elements: @escaping @Sendable (Global) -> Elements
) -> @Sendable (Elements.Element.ID, Global) -> Elements.Element?
where Elements.Element: Identifiable & SendableMetatype, Elements.Element.ID: SendableMetatype {
    let tables = ElementTables<Global>()
    return { id, global in
        let elements = elements(global)
        return tables.table(in: global).index(of: id, in: elements).map { elements[$0] }
    }
}

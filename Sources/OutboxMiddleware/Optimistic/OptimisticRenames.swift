// SPDX-License-Identifier: MIT

import PersistenceMiddleware

/// The renames of an ``Optimistic`` state, oldest first.
///
/// The reducer knows the type of the names, the state does not. So each type has a list of its own,
/// and a decoded list is read once its type is known.
@usableFromInline struct OptimisticRenames: Sendable {
    static let limit = 1_000

    private enum List: Sendable {
        case known(any RenameList)
        /// The JSON of the pairs.
        case encoded([String])
    }

    private var lists: [List] = []
    /// The number of changes in this process.
    private(set) var changes = 0

    init() {}

    /// Returns the pairs of names of a type.
    @usableFromInline func pairs<ID: Hashable & Sendable>(of type: ID.Type) -> [(old: ID, new: ID)] {
        find(type)?.renames.pairs ?? []
    }

    /// Returns the pairs of names of a type, and keeps them if they had to be decoded.
    @usableFromInline mutating func load<ID: Hashable & Sendable>(_ type: ID.Type) -> [(old: ID, new: ID)] {
        guard let (index, renames) = find(type) else { return [] }
        lists[index] = .known(renames)
        return renames.pairs
    }

    /// Adds a rename, unless repeating it would change nothing.
    @usableFromInline mutating func append<ID: Hashable & Sendable>(_ old: ID, _ new: ID) {
        let found = find(ID.self)
        var pairs = found?.renames.pairs ?? []
        let last = pairs.last { $0 == (old, new) || $0.new == old }
        guard old != new, last.map({ $0 != (old, new) }) ?? true else { return }
        pairs.append((old, new))
        if pairs.count > Self.limit { pairs.removeFirst() }
        changes += 1
        let list = List.known(Renames(pairs: pairs))
        if let found { lists[found.index] = list } else { lists.append(list) }
    }

    private func find<ID>(_ type: ID.Type) -> (index: Int, renames: Renames<ID>)? {
        for (index, list) in lists.enumerated() {
            switch list {
            case .known(let list): if let renames = list as? Renames<ID> { return (index, renames) }
            case .encoded(let texts): if let renames = Renames<ID>(texts) { return (index, renames) }
            }
        }
        return nil
    }
}

extension OptimisticRenames {
    /// The JSON of the pairs of each list whose names can be encoded.
    func encoded() throws -> [[String]] {
        try lists.compactMap { list in
            switch list {
            case .known(let list): try list.encoded()
            case .encoded(let texts): texts
            }
        }
    }

    init(encoded: [[String]]) {
        lists = encoded.map(List.encoded)
    }
}

private protocol RenameList: Sendable {
    /// The JSON of the pairs; nil if the names cannot be encoded.
    func encoded() throws -> [String]?
}

private struct Renames<ID: Hashable & Sendable>: RenameList {
    let pairs: [(old: ID, new: ID)]

    init(pairs: [(old: ID, new: ID)]) {
        self.pairs = pairs
    }

    /// Decodes pairs; nil if their names are of another type.
    init?(_ texts: [String]) {
        guard let type = [ID].self as? any Decodable.Type else { return nil }
        var pairs: [(old: ID, new: ID)] = []
        for text in texts {
            let names = try? JSONStateCoder().decode(type, from: Array(text.utf8)) as? [ID]
            guard let names, names.count == 2 else { return nil }
            pairs.append((names[0], names[1]))
        }
        self.pairs = pairs
    }

    func encoded() throws -> [String]? {
        guard ID.self is any Decodable.Type else { return nil }
        var texts: [String] = []
        for (old, new) in pairs {
            guard let names = [old, new] as? any Encodable else { return nil }
            texts.append(String(decoding: try JSONStateCoder().encode(names), as: UTF8.self))
        }
        return texts
    }
}

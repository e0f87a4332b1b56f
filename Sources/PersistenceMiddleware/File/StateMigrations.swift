// SPDX-License-Identifier: MIT

/// The migrations of a ``StateFile`` from older versions to its own.
///
/// ```swift
/// let drafts = StateFile<Drafts>(at: path, version: 3) { migrate in
///     migrate.from(1, to: 2) { (old: DraftsV1) in DraftsV2(texts: old.texts.sorted()) }
///     migrate.from(2) { (old: DraftsV2) in Drafts(texts: old.texts.map(Draft.init)) }
/// }
/// ```
public struct StateMigrations<Value: Codable & Sendable>: Sendable {
    private struct Step: Sendable {
        let target: Int?
        let old: ObjectIdentifier
        let new: ObjectIdentifier
        let decode: @Sendable (any StateCoder, [UInt8]) throws -> any Sendable
        let apply: @Sendable (any Sendable) -> any Sendable
    }

    private let path: String
    private let newest: Int
    private var steps: [Int: Step] = [:]

    init(to newest: Int, at path: String) {
        (self.newest, self.path) = (newest, path)
    }

    /// Adds a migration from an older version to the newest one.
    ///
    /// - Parameters:
    ///   - version: The older version.
    ///   - migrate: Makes the new value. It cannot fail, so it chooses defaults for missing parts.
    /// - Precondition: The version is at least 1 and older than the newest, and has no other migration.
    public mutating func from<Old: Decodable & Sendable>(
        _ version: Int,
        _ migrate: @escaping @Sendable (Old) -> Value
    ) {
        add(from: version, to: nil, migrate)
    }

    /// Adds a migration from an older version to a later one, which has a migration of its own.
    ///
    /// - Precondition: The later version is newer than the older one and not newer than the newest. The
    ///   migration from it takes the type that this one makes.
    public mutating func from<Old: Decodable & Sendable, New: Sendable>(
        _ version: Int,
        to later: Int,
        _ migrate: @escaping @Sendable (Old) -> New
    ) {
        add(from: version, to: later, migrate)
    }

    private mutating func add<Old: Decodable & Sendable, New: Sendable>(
        from version: Int,
        to later: Int?,
        _ migrate: @escaping @Sendable (Old) -> New
    ) {
        let target = later ?? newest
        precondition(
            version >= 1 && version < target && target <= newest,
            "\(name): a migration from version \(version) to \(target) does not lead up. Versions are 1 to \(newest)."
        )
        let step = Step(
            target: target == newest ? nil : later,
            old: ObjectIdentifier(Old.self),
            new: ObjectIdentifier(New.self),
            decode: { coder, bytes in try coder.decode(Old.self, from: bytes) },
            apply: { old in
                guard let old = old as? Old else {
                    preconditionFailure("A migration from version \(version) got a value of another type.")
                }
                return migrate(old)
            }
        )
        let isFirst = steps.updateValue(step, forKey: version) == nil
        precondition(isFirst, "\(name): there are two migrations from version \(version). Remove one of them.")
    }

    /// Traps if a version has no migration.
    func check() {
        for version in 1..<newest {
            guard let step = steps[version] else {
                preconditionFailure(
                    """
                    \(name): there is no migration from version \(version), so what it has saved would be lost.
                    Add migrate.from(\(version)) { (old: …) in … }.
                    """
                )
            }
            let next = step.target.map { steps[$0]?.old ?? step.new } ?? ObjectIdentifier(Value.self)
            precondition(
                step.new == next,
                """
                \(name): the migration from version \(version) makes another type than version \
                \(step.target ?? newest) has. Let it make that one.
                """
            )
        }
    }

    /// Decodes and migrates the bytes of an older version.
    func value(of bytes: [UInt8], version: Int, coder: any StateCoder) throws -> Value {
        guard var step = steps[version] else { return try coder.decode(Value.self, from: bytes) }
        var value = step.apply(try step.decode(coder, bytes))
        while let target = step.target, let next = steps[target] {
            value = next.apply(value)
            step = next
        }
        guard let newest = value as? Value else {
            preconditionFailure("\(name): the migration from version \(version) has made a value of another type.")
        }
        return newest
    }

    private var name: String { "StateFile at \(path), version \(newest)" }
}

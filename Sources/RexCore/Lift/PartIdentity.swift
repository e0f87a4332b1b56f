// SPDX-License-Identifier: MIT

/// Tells a value of an optional, or of an enum case, from the value that replaces it.
///
/// A feature that is lifted to an optional has effects for its value. They end when the state is
/// nil after a reduction, and when the value has another identity than before it.
///
/// ```swift
/// editor.lift(.case(AppAction.prisms.editor, optional: \.editor, identity: .by(\.note)))
/// ```
public struct PartIdentity<Part>: Sendable {
    /// Returns the identity of a value; nil if values have none.
    @usableFromInline let read: (@Sendable (Part) -> PartID)?

    /// Whether it is ``automatic``, and not chosen by the caller.
    @usableFromInline private(set) var isAutomatic = false

    private init(_ read: (@Sendable (Part) -> PartID)?) { self.read = read }

    /// The `id` of the value if its type is `Identifiable`, otherwise ``none``.
    ///
    /// The type is checked at run time, so code that is generic in the type behaves the same. The
    /// `id` is read on the thread that processes actions: the conformance must not be isolated to
    /// another actor.
    public static var automatic: PartIdentity {
        var identity = PartIdentity.none
        if let type = Part.self as? any (Identifiable & SendableMetatype).Type {
            // The same type: opened as `Identifiable` once, so that no action needs a cast.
            identity = byID(of: type) as? PartIdentity ?? .none
        }
        identity.isAutomatic = true
        return identity
    }

    /// No identity: a value that replaces another one in one action keeps the effects.
    ///
    /// Use it for an `Identifiable` value whose id changes, such as a draft that gets its id when it
    /// is saved.
    public static var none: PartIdentity { PartIdentity(nil) }

    /// A key of the value, such as `.by(\.note)`.
    ///
    /// - Parameter key: Returns the key. It is called where the store processes actions: when an
    ///   effect starts, after each reduction while an effect runs, and when an effect reads its
    ///   state.
    public static func by<Key: Hashable & Sendable>(_ key: @escaping @Sendable (Part) -> Key) -> PartIdentity {
        PartIdentity { PartID(key($0)) }
    }

    private static func byID<Value: Identifiable & SendableMetatype>(of type: Value.Type) -> Any {
        PartIdentity<Value> { PartID($0.id) }
    }
}

/// The identity of a value at one moment; see ``PartIdentity``.
///
/// A key that isn't equal to itself, such as NaN, is the same identity as another one with its hash.
public struct PartID: Hashable, Sendable {
    private let key: any Hashable & Sendable

    fileprivate init<Key: Hashable>(_ key: Key) { self.key = SentKey(key: key) }

    /// Returns the identity of several values as one.
    @usableFromInline static func joined(_ all: [PartID?]) -> PartID { PartID(all) }

    /// Returns whether two identities are the same.
    public static func == (lhs: PartID, rhs: PartID) -> Bool {
        func isSame<Key: Hashable>(_ key: Key) -> Bool { rhs.key as? Key == key }
        return isSame(lhs.key)
    }

    /// Hashes the key.
    public func hash(into hasher: inout Hasher) { key.hash(into: &hasher) }

    // Unchecked Sendable because the type of an id need not be Sendable. A Sendable value returns
    // the id on any thread, and it is only compared.
    private struct SentKey<Key: Hashable>: Hashable, @unchecked Sendable {
        let key: Key

        static func == (lhs: Self, rhs: Self) -> Bool {
            areSame(lhs.key, rhs.key)
        }
    }
}

// SPDX-License-Identifier: MIT

/// The actions of ``Requests``, sent by an app or by the feature.
public enum RequestsAction<Key: Hashable & Sendable, Output: Sendable>: Sendable {
    /// Replaces the needed keys, as ``Requests/need(_:)``.
    case need([Key])
    /// Marks the answers of keys as out of date, as ``Requests/invalidate(_:)``.
    case invalidate([Key])
    /// Marks the answers with a tag as out of date, as ``Requests/invalidate(tag:)``.
    case invalidateTag(RequestTag)
    /// Requests a failed key again, as ``Requests/retry(_:)``.
    case retry(Key)
    /// An answer has arrived.
    ///
    /// Has no effect if its key has no running request.
    case answered(Key, Output)
    /// The last attempt has failed.
    ///
    /// Has no effect if its key has no running request.
    case failed(Key, RequestFailure)
    /// An attempt of a key begins whose number, from 1, differs from that in the state.
    case attempted(Key, Int)
    /// A time span has ended for the keys up to a number; see ``Requests/age(_:upTo:)``.
    case aged(RequestsAge, upTo: Int)
    /// Requests a needed key that isn't running, as ``Requests/poll(_:)``.
    case poll(Key)

    /// The key and its answer, if this is `answered`.
    public var answered: (key: Key, output: Output)? {
        if case .answered(let key, let output) = self { (key, output) } else { nil }
    }

    /// The key and the failure, if this is `failed`.
    public var failed: (key: Key, failure: RequestFailure)? {
        if case .failed(let key, let failure) = self { (key, failure) } else { nil }
    }
}

/// A time span of keys in a cache.
public enum RequestsAge: String, Hashable, Codable, Sendable {
    /// The answer was fresh.
    ///
    /// It becomes stale.
    case fresh
    /// The key was needed and not requested.
    ///
    /// It is requested.
    case resting
    /// The key was not needed.
    ///
    /// It is dropped.
    case unneeded
}

extension RequestsAction: Equatable where Output: Equatable {}
extension RequestsAction: Hashable where Output: Hashable {}
extension RequestsAction: Encodable where Key: Encodable, Output: Encodable {}
extension RequestsAction: Decodable where Key: Decodable, Output: Decodable {}

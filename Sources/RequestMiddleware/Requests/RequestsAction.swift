// SPDX-License-Identifier: MIT

/// The actions of ``Requests``: those that change what is needed, and those that runs and timers
/// send.
public enum RequestsAction<Key: Hashable & Sendable, Output: Sendable>: Sendable {
    /// Says which keys are needed now, as ``Requests/need(_:)``.
    case need([Key])
    /// Says that what is known of keys is out of date, as ``Requests/invalidate(_:)``.
    case invalidate([Key])
    /// Says that what has a tag is out of date, as ``Requests/invalidate(tag:)``.
    case invalidateTag(RequestTag)
    /// Asks for a key that has failed once more, as ``Requests/retry(_:)``.
    case retry(Key)
    /// An answer has come. It changes nothing if its key is not under way.
    case answered(Key, Output)
    /// The last attempt has failed. It changes nothing if its key is not under way.
    case failed(Key, RequestFailure)
    /// An attempt for a key begins whose number, from 1, the state does not have yet.
    case attempted(Key, Int)
    /// A time is over for the keys up to a number; see ``Requests/age(_:upTo:)``.
    case aged(RequestsAge, upTo: Int)

    /// The key and its answer, if this is one.
    public var answered: (key: Key, output: Output)? {
        if case .answered(let key, let output) = self { (key, output) } else { nil }
    }

    /// The key and the failure, if this is one.
    public var failed: (key: Key, failure: RequestFailure)? {
        if case .failed(let key, let failure) = self { (key, failure) } else { nil }
    }
}

/// What a key has been for so long when its time is over.
public enum RequestsAge: String, Hashable, Codable, Sendable {
    /// Its answer was fresh; it is stale from now on.
    case fresh
    /// It was needed and not asked for; it is now.
    case resting
    /// It was not needed; it is dropped.
    case unneeded
}

extension RequestsAction: Equatable where Output: Equatable {}
extension RequestsAction: Hashable where Output: Hashable {}
extension RequestsAction: Encodable where Key: Encodable, Output: Encodable {}
extension RequestsAction: Decodable where Key: Decodable, Output: Decodable {}

// SPDX-License-Identifier: MIT

/// A cache by key, as state: it requests needed keys, and keeps their answers for a time.
///
/// ```swift
/// struct Blog: Sendable {
///     var shown: [Post.ID] = []
///     var posts = Requests<Post.ID, Post>()
/// }
///
/// let blog = Feature<BlogAction, Blog, API>.combine {
///     Feature { action, blog in
///         switch action {
///         case .scrolled(let ids):
///             blog.shown = ids
///             blog.posts.need(ids)
///         case .saved(let id): blog.posts.invalidate([id])
///         case .posts: break
///         }
///     }
///     Feature.requests(keptFor: .seconds(60)) { (id: Post.ID, api: API) in try await api.post(id) }
///         .lift(case: BlogAction.prisms.posts, state: \.posts)
/// }
/// ```
///
/// The reducer that changes the visible keys also sets the needed keys. A needed key without a
/// fresh answer is requested. A run of a key that is not needed any more is cancelled. Each key has
/// at most one run, and its last answer is shown while it is requested again.
///
/// An answer is only fresh if its key and its tags were not invalidated since its run began.
/// Otherwise it is shown as stale, and requested once more.
///
/// Two caches are equal if they show and need the same. An encoded cache contains its answers.
/// After decoding they are stale and not needed.
///
/// - Complexity: Each answer, failure or expiry is amortised O(1), for any number of parallel runs.
public struct Requests<Key: Hashable & Sendable, Output: Sendable>: Sendable {
    /// One element, in an array so that a copy of the state copies a single reference.
    @usableFromInline var storage = [RequestsContents<Key, Output>()]

    @inline(__always) @inlinable var contents: RequestsContents<Key, Output> { storage[0] }

    /// The last change.
    ///
    /// It is a new object after each change.
    @inline(__always) @inlinable var lastChange: RequestsChange<Key>? { storage[0].changes.last }

    /// The address of ``lastChange``.
    @inline(__always) @inlinable var lastAddress: ObjectIdentifier? {
        storage[0].changes.last.map { ObjectIdentifier($0) }
    }

    /// Changes the contents in place, or a copy of them if another state has them too.
    @inline(__always) @inlinable mutating func update<Result>(
        _ change: (inout RequestsContents<Key, Output>) -> Result
    ) -> Result {
        storage[0].record(nil)
        return change(&storage[0])
    }

    /// Makes an empty cache.
    public init() {}

    /// The request of a key.
    ///
    /// An unknown key has a request that was not started.
    public subscript(key: Key) -> Request<Key, Output> { contents.entries[key]?.request ?? Request() }

    /// The known keys, in no order.
    public var keys: some Collection<Key> { contents.entries.keys }

    /// The needed keys, in the order of the last call of ``need(_:)``.
    public var needed: [Key] { contents.needed }

    /// Returns whether the answer of a key will be requested again when it is needed.
    public func isStale(_ key: Key) -> Bool { contents.entries[key]?.isStale ?? false }

    // MARK: Demand

    /// Replaces the needed keys.
    ///
    /// Keys without a fresh answer are requested. A failed key is requested if it was not needed
    /// before. Runs of keys that are not needed any more are cancelled.
    ///
    /// - Parameter keys: All needed keys. Duplicates count once.
    /// - Complexity: O(*n*) in the keys before and now. If they are the same and fresh, one
    ///   comparison.
    @inlinable public mutating func need(_ keys: some Collection<Key>) {
        if contents.isToChange(for: keys) { update { $0.need(keys) } }
    }

    /// Requests a failed key again.
    ///
    /// Does nothing if the key has not failed or is not needed.
    public mutating func retry(_ key: Key) { update { $0.retry(key) } }

    /// Requests a needed key again, as polling does.
    ///
    /// Does nothing if the key is running or not needed.
    public mutating func poll(_ key: Key) { update { $0.poll(key) } }

    // MARK: Invalidation

    /// Marks the answers of these keys as out of date.
    ///
    /// Needed keys are requested, the others when they are needed. The answer of a running request
    /// is shown, and requested once more.
    ///
    /// - Parameter keys: The keys. Duplicates count once.
    public mutating func invalidate(_ keys: some Sequence<Key>) { update { $0.invalidate(keys) } }

    /// Marks the answers with this tag as out of date; see ``invalidate(_:)``.
    ///
    /// Needed keys are requested in the order of ``needed``.
    ///
    /// - Complexity: O(*n*) in the keys with the tag and in the needed keys.
    public mutating func invalidate(tag: RequestTag) { update { $0.invalidate(tag: tag) } }

    // MARK: Optimistic changes

    /// Shows a change of a key's answer at once; see ``TypedRequest/edit(_:)``.
    ///
    /// Without an answer, the change is shown when the answer arrives.
    @discardableResult public mutating func edit(
        _ key: Key,
        _ change: @escaping @Sendable (inout Output) -> Void
    ) -> RequestEdit {
        update { $0.edit(key, change) }
    }

    /// Confirms a change of a key, which becomes part of its answer; see
    /// ``TypedRequest/confirm(_:)``.
    public mutating func confirm(_ key: Key, _ edit: RequestEdit? = nil) { update { $0.confirm(key, edit) } }

    /// Rolls a change of a key back; see ``TypedRequest/rollback(_:)``.
    public mutating func rollback(_ key: Key, _ edit: RequestEdit? = nil) { update { $0.rollback(key, edit) } }

    // MARK: Answers

    /// Sets the answer of a key, as the feature does.
    ///
    /// Does nothing if the key has no running request.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - output: The answer.
    ///   - tags: The tags of the answer.
    public mutating func answer(_ key: Key, _ output: Output, tags: Set<RequestTag> = []) {
        update { $0.answer(key, output, tags: tags) }
    }

    /// Sets the failure of a key, as the feature does.
    ///
    /// Does nothing if the key has no running request.
    public mutating func fail(_ key: Key, _ failure: RequestFailure) { update { $0.fail(key, failure) } }

    /// Sets the number of a further attempt of a key, as the feature does.
    ///
    /// Does nothing if the key has no running request.
    public mutating func noteAttempt(_ key: Key, _ attempt: Int) { update { $0.noteAttempt(key, attempt) } }

    /// Processes the end of a time span, as the feature does.
    ///
    /// - Parameters:
    ///   - age: The time span that has ended.
    ///   - number: The number of the last key that is due, from the action.
    public mutating func age(_ age: RequestsAge, upTo number: Int) { update { $0.age(age, upTo: number) } }
}

extension Requests: Equatable where Output: Equatable {
    /// Returns whether both show, run and need the same.
    public static func == (lhs: Requests, rhs: Requests) -> Bool {
        lhs.needed == rhs.needed && lhs.contents.entries == rhs.contents.entries
    }
}

extension Requests: CustomReflectable {
    /// The visible and needed values, without the identities of runs.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "requests": contents.entries.mapValues(\.request), "needed": needed,
                "stale": Set(contents.entries.filter(\.value.isStale).keys),
            ],
            displayStyle: .struct
        )
    }
}

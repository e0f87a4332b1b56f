// SPDX-License-Identifier: MIT

/// A cache by key, as state: what is needed is asked for, and kept for as long as is said.
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
/// The reducer that changes what is shown says what is needed. A key that is needed and has no
/// answer, or a stale one, is asked for; a run that nobody needs any more is cancelled. For each key
/// there is one run at most, and what it has shown is kept while it is asked for again.
///
/// An answer is fresh only if its key and its tags were not invalidated since its run began;
/// otherwise it is shown as a stale one, and asked for once more.
///
/// Two caches are equal if they show and need the same. One that is encoded has its answers, all of
/// which are stale when it is decoded, and needs nothing then.
///
/// - Complexity: Each answer, failure or expiry costs O(1), amortised, however many keys are asked
///   for at once.
public struct Requests<Key: Hashable & Sendable, Output: Sendable>: Sendable {
    /// One element, so that a copy of a state copies one reference: an array copies on write.
    @usableFromInline var contents = [RequestsContents<Key, Output>()]

    /// Makes an empty cache.
    public init() {}

    /// The request of a key: one that was not started if nothing is known of it.
    public subscript(key: Key) -> Request<Key, Output> { contents[0].entries[key]?.request ?? Request() }

    /// The keys that something is known of, in no order.
    public var keys: some Collection<Key> { contents[0].entries.keys }

    /// The keys that are needed, in the order of the last call of ``need(_:)``.
    public var needed: [Key] { contents[0].needed }

    /// Returns true if the answer for a key is to be asked for again as soon as it is needed.
    public func isStale(_ key: Key) -> Bool { contents[0].entries[key]?.isStale ?? false }

    // MARK: Demand

    /// Says which keys are needed now, in place of those of the last call.
    ///
    /// Those that have no answer, or a stale one, are asked for; one that has failed is when it was
    /// not needed before. What is under way for keys that are not needed any more is cancelled.
    ///
    /// - Parameter keys: All keys that are needed; one that is there twice counts once.
    /// - Complexity: O(*n*) for the keys before and now; if they are the same and fresh, a comparison
    ///   of them.
    @inlinable public mutating func need(_ keys: some Collection<Key>) {
        if contents[0].isToChange(for: keys) { contents[0].need(keys) }
    }

    /// Asks for a key that has failed once more.
    ///
    /// Nothing happens if it has not, or is not needed.
    public mutating func retry(_ key: Key) { contents[0].retry(key) }

    // MARK: Invalidation

    /// Says that what is known of these keys is out of date.
    ///
    /// Those that are needed are asked for; the others once they are needed. For one that is under
    /// way its answer is shown, and asked for once more.
    ///
    /// - Parameter keys: Keys; one that is there twice counts once.
    public mutating func invalidate(_ keys: some Sequence<Key>) { contents[0].invalidate(keys) }

    /// Says that what has this tag is out of date; see ``invalidate(_:)``.
    ///
    /// Those that are needed are asked for in the order of ``needed``.
    ///
    /// - Complexity: O(*n*) for the keys that have the tag, and for those that are needed.
    public mutating func invalidate(tag: RequestTag) { contents[0].invalidate(tag: tag) }

    // MARK: Changes that are shown at once

    /// Shows a change of what is known of a key at once; see ``TypedRequest/edit(_:)``.
    ///
    /// A key of which nothing is known shows it once there is an answer.
    @discardableResult public mutating func edit(
        _ key: Key,
        _ change: @escaping @Sendable (inout Output) -> Void
    ) -> RequestEdit {
        contents[0].edit(key, change)
    }

    /// Ends a change of a key, which is part of what is known from now on; see
    /// ``TypedRequest/confirm(_:)``.
    public mutating func confirm(_ key: Key, _ edit: RequestEdit? = nil) { contents[0].confirm(key, edit) }

    /// Ends a change of a key, which is shown no more; see ``TypedRequest/rollback(_:)``.
    public mutating func rollback(_ key: Key, _ edit: RequestEdit? = nil) { contents[0].rollback(key, edit) }

    // MARK: Answers

    /// Takes the answer for a key, as the feature does.
    ///
    /// Nothing happens if it is not under way.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - output: The answer.
    ///   - tags: The tags of the answer.
    public mutating func answer(_ key: Key, _ output: Output, tags: Set<RequestTag> = []) {
        contents[0].answer(key, output, tags: tags)
    }

    /// Takes the failure for a key, as the feature does.
    ///
    /// Nothing happens if it is not under way.
    public mutating func fail(_ key: Key, _ failure: RequestFailure) { contents[0].fail(key, failure) }

    /// Takes the number of a further attempt for a key, as the feature does.
    ///
    /// Nothing happens if it is not under way.
    public mutating func noteAttempt(_ key: Key, _ attempt: Int) { contents[0].noteAttempt(key, attempt) }

    /// Takes the end of a time, as the feature does.
    ///
    /// - Parameters:
    ///   - age: The time that is over.
    ///   - number: The number of the last key for which it is, as the action has it.
    public mutating func age(_ age: RequestsAge, upTo number: Int) { contents[0].age(age, upTo: number) }
}

extension Requests: Equatable where Output: Equatable {
    /// Returns true if both show, run and need the same.
    public static func == (lhs: Requests, rhs: Requests) -> Bool {
        lhs.needed == rhs.needed && lhs.contents[0].entries == rhs.contents[0].entries
    }
}

extension Requests: CustomReflectable {
    /// What is shown and needed, without the identities of runs.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "requests": contents[0].entries.mapValues(\.request), "needed": needed,
                "stale": Set(contents[0].entries.filter(\.value.isStale).keys),
            ],
            displayStyle: .struct
        )
    }
}

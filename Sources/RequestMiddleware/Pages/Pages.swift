// SPDX-License-Identifier: MIT

/// A list that is loaded page after page, as state.
///
/// ```swift
/// struct Feed: Sendable { var posts = Pages<String, Post>() }
///
/// let feed = Feature<FeedAction, Feed, API>.combine {
///     Feature { action, feed in
///         if case .reachedEnd = action { feed.posts.loadMore() }
///         if case .pulled = action { feed.posts.reload() }
///     }
///     Feature.pages { (cursor: String?, api: API) in
///         let page = try await api.posts(after: cursor)
///         return (page.posts, next: page.cursor)
///     }
///     .lift(case: FeedAction.prisms.posts, state: \.posts)
/// }
/// ```
///
/// A cursor says where a page begins: its number, or what the server has sent with the page before.
/// That of the first page is nil, unless the list is made with one: `Pages(first: Cursor(room: id))`
/// is for a list of many, whose first page depends on which it is.
///
/// One page is asked for at a time, each once: a list that says several times that its end was
/// reached starts one request.
///
/// Two lists are equal if what they show is. A list that is encoded while it loads is decoded with
/// the pages that it has.
public struct Pages<Cursor: Sendable, Item: Sendable>: Sendable {
    /// The items of all pages that have come, in their order.
    ///
    /// A reducer may change them.
    public var items: [Item]
    /// The cursor of the first page; nil if that needs none.
    public let first: Cursor?
    /// The cursor of the next page; nil before the first page has come, and behind the last one.
    public private(set) var next: Cursor?
    /// True if there may be more: before the first page has come, and until the last one has.
    public private(set) var hasMore = true
    private var status = RequestStatus<PagesStart<Cursor>, RequestFailure>.idle

    /// Makes a list of which no page was loaded.
    ///
    /// - Parameters:
    ///   - items: What is shown before the first page has come, which replaces it.
    ///   - first: The cursor of the first page, if that needs one.
    public init(items: [Item] = [], first: Cursor? = nil) {
        (self.items, self.first) = (items, first)
    }

    /// True while a page is being loaded.
    public var isRunning: Bool { run != nil }

    /// True while the first page is being loaded again, or for the first time.
    public var isReloading: Bool { run?.input.isFirst ?? false }

    /// The reason why the last page was not loaded; nil once it is asked for again.
    public var failure: RequestFailure? { status.failure }

    var run: RequestRun<PagesStart<Cursor>>? { status.run }

    /// Loads the next page.
    ///
    /// Nothing happens while one is being loaded, or when there is none.
    ///
    /// After a failure it is that page once more; if a ``reload()`` has failed, the one behind what is
    /// there, and ``retry()`` reloads.
    public mutating func loadMore() {
        guard hasMore, !isRunning else { return }
        status = .running(PagesStart(isFirst: next == nil, cursor: next ?? first))
    }

    /// Loads the first page again, which then replaces all that is there.
    ///
    /// Until its answer has come, what is there is shown, and it stays if that fails. A page that is
    /// being loaded is given up: it is the next one behind the new first page that comes then.
    /// Nothing happens while the first page is being loaded.
    public mutating func reload() {
        if !isReloading { status = .running(PagesStart(isFirst: true, cursor: first)) }
    }

    /// Loads again what has failed, the next page or the first one.
    ///
    /// Nothing happens otherwise.
    public mutating func retry() { status.retry() }

    /// Cancels what is being loaded; the items stay.
    public mutating func cancel() { status.cancel() }

    /// Takes the page that is being loaded, as the feature does; otherwise nothing happens.
    public mutating func answer(_ page: [Item], next: Cursor?) {
        guard let run else { return }
        if run.input.isFirst { items = page } else { items += page }
        self.next = next
        hasMore = next != nil
        status = .idle
    }

    /// Takes the failure of what is being loaded, as the feature does; otherwise nothing happens.
    public mutating func fail(_ failure: RequestFailure) { status.fail(failure) }
}

/// What is asked for: the first page, or the one at a cursor.
struct PagesStart<Cursor: Sendable>: Sendable {
    let isFirst: Bool
    let cursor: Cursor?
}

extension PagesStart: Equatable where Cursor: Equatable {}
extension Pages: Equatable where Cursor: Equatable, Item: Equatable {}

extension Pages: CustomReflectable {
    /// What is shown, without the identity of a run.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "items": items, "next": next as Any, "hasMore": hasMore, "isRunning": isRunning,
                "failure": failure as Any,
            ],
            displayStyle: .struct
        )
    }
}

extension Pages: Encodable where Cursor: Encodable, Item: Encodable {
    /// Encodes the pages that have come.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: PagesCodingKeys.self)
        try container.encode(items, forKey: .items)
        try container.encodeIfPresent(first, forKey: .first)
        try container.encodeIfPresent(next, forKey: .next)
        try container.encode(hasMore, forKey: .hasMore)
    }
}

extension Pages: Decodable where Cursor: Decodable, Item: Decodable {
    /// Decodes a list, which loads nothing.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: PagesCodingKeys.self)
        self.init(
            items: try container.decode([Item].self, forKey: .items),
            first: try container.decodeIfPresent(Cursor.self, forKey: .first)
        )
        next = try container.decodeIfPresent(Cursor.self, forKey: .next)
        hasMore = try container.decode(Bool.self, forKey: .hasMore)
    }
}

private enum PagesCodingKeys: String, CodingKey {
    case items, first, next, hasMore
}

// SPDX-License-Identifier: MIT

import RexCore

/// A list that is loaded page by page, as state.
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
/// A cursor is the position of a page: its number, or a value that the server has sent with the
/// previous page. The cursor of the first page is nil, unless the list is made with one. For
/// example, `Pages(first: Cursor(room: id))` is a list whose pages depend on the room.
///
/// One page is loaded at a time, and each page once: if a list reports its end several times, this
/// starts one request.
///
/// Two lists are equal if they show the same. A list that is encoded while it loads is decoded with
/// its loaded pages.
public struct Pages<Cursor: Sendable, Item: Sendable>: Sendable {
    /// The items of all loaded pages, in order.
    ///
    /// Reducers may change them.
    public var items: [Item]
    /// The cursor of the first page, or nil if it needs none.
    public let first: Cursor?
    /// The cursor of the next page.
    ///
    /// Nil before the first page was loaded, and after the last one.
    public private(set) var next: Cursor?
    /// Whether there may be more pages.
    ///
    /// True until the last page was loaded.
    public private(set) var hasMore = true
    private typealias Status = RequestStatus<PagesStart<Cursor>, RequestFailure>
    private var status = Status.idle

    /// Makes a list without loaded pages.
    ///
    /// - Parameters:
    ///   - items: The items to show until the first page replaces them.
    ///   - first: The cursor of the first page, if it needs one.
    public init(items: [Item] = [], first: Cursor? = nil) {
        (self.items, self.first) = (items, first)
        #if DEBUG
        UnhandledRuns.collect
        #endif
    }

    /// Whether a page is being loaded.
    public var isRunning: Bool { run != nil }

    /// Whether the first page is being loaded, for the first time or again.
    public var isReloading: Bool { run?.input.isFirst ?? false }

    /// The reason why the last page was not loaded.
    ///
    /// Nil once it is requested again.
    public var failure: RequestFailure? { status.failure }

    var run: RequestRun<PagesStart<Cursor>>? { status.run }

    /// Loads the next page.
    ///
    /// Does nothing while a page is being loaded, or after the last page.
    ///
    /// After a failure, it retries the failed page. After a failed ``reload()``, it loads the page
    /// after the current items; ``retry()`` reloads.
    public mutating func loadMore() {
        guard hasMore, !isRunning else { return }
        status = .running(PagesStart(isFirst: next == nil, cursor: next ?? first))
    }

    /// Loads the first page again, which then replaces all items.
    ///
    /// The items are shown until the answer arrives, and kept after a failure. A running request of
    /// another page is cancelled, since the next page depends on the new first one. Does nothing
    /// while the first page is being loaded.
    public mutating func reload() {
        if !isReloading { status = .running(PagesStart(isFirst: true, cursor: first)) }
    }

    /// Retries the failed request, of the next or the first page.
    ///
    /// Does nothing without a failure.
    public mutating func retry() { status.retry() }

    /// Cancels the running request.
    ///
    /// The items are kept.
    public mutating func cancel() { status.cancel() }

    /// Adds the page that is being loaded, as the feature does.
    ///
    /// Does nothing if no page is.
    public mutating func answer(_ page: [Item], next: Cursor?) {
        guard let run else { return }
        if run.input.isFirst { items = page } else { items += page }
        self.next = next
        hasMore = next != nil
        status = .idle
    }

    /// Sets the failure of the running request, as the feature does.
    ///
    /// Does nothing if no page is being loaded.
    public mutating func fail(_ failure: RequestFailure) { status.fail(failure) }
}

/// The request of the first page, or of the page at a cursor.
struct PagesStart<Cursor: Sendable>: PageRequest, Sendable {
    let isFirst: Bool
    let cursor: Cursor?
}

extension PagesStart: Equatable where Cursor: Equatable {}
extension PagesStart: Encodable where Cursor: Encodable {}
extension PagesStart: Decodable where Cursor: Decodable {}
extension Pages: Equatable where Cursor: Equatable, Item: Equatable {}

extension Pages: CustomReflectable {
    /// The visible values, without the identity of a run.
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
    /// Encodes the loaded pages.
    ///
    /// A recorder also encodes the running or failed request.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: PagesCodingKeys.self)
        try container.encode(items, forKey: .items)
        try container.encodeIfPresent(first, forKey: .first)
        try container.encodeIfPresent(next, forKey: .next)
        try container.encode(hasMore, forKey: .hasMore)
        if RecordingCoding(encoder.userInfo) != nil { try container.encode(status, forKey: .recorded) }
    }
}

extension Pages: Decodable where Cursor: Decodable, Item: Decodable {
    /// Decodes a list that is not loading, unless a recorder has encoded it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: PagesCodingKeys.self)
        self.init(
            items: try container.decode([Item].self, forKey: .items),
            first: try container.decodeIfPresent(Cursor.self, forKey: .first)
        )
        next = try container.decodeIfPresent(Cursor.self, forKey: .next)
        hasMore = try container.decode(Bool.self, forKey: .hasMore)
        status = try container.decodeIfPresent(Status.self, forKey: .recorded) ?? .idle
    }
}

private enum PagesCodingKeys: String, CodingKey {
    case items, first, next, hasMore, recorded
}

// SPDX-License-Identifier: MIT

/// The actions of ``Pages``: those that change what is loaded, and those that the run sends.
public enum PagesAction<Cursor: Sendable, Item: Sendable>: Sendable {
    /// Loads the next page, as ``Pages/loadMore()``.
    case loadMore
    /// Loads the first page again, as ``Pages/reload()``.
    case reload
    /// Loads again what has failed, as ``Pages/retry()``.
    case retry
    /// Cancels what is being loaded, as ``Pages/cancel()``.
    case cancel
    /// A page has come. It changes nothing if none is being loaded.
    ///
    /// A reducer that loads another one because of it is to be combined behind the list's feature: for
    /// one that is ahead of that the page is still being loaded.
    case answered([Item], next: Cursor?)
    /// A page could not be loaded. It changes nothing if none is being loaded.
    case failed(RequestFailure)

    /// The items of the page that has come, if one has.
    public var answered: [Item]? {
        if case .answered(let items, _) = self { items } else { nil }
    }

    /// The failure, if this is one.
    public var failed: RequestFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}

extension PagesAction: Equatable where Cursor: Equatable, Item: Equatable {}
extension PagesAction: Hashable where Cursor: Hashable, Item: Hashable {}
extension PagesAction: Encodable where Cursor: Encodable, Item: Encodable {}
extension PagesAction: Decodable where Cursor: Decodable, Item: Decodable {}

// SPDX-License-Identifier: MIT

/// The actions of ``Pages``, sent by an app or by the feature.
public enum PagesAction<Cursor: Sendable, Item: Sendable>: Sendable {
    /// Loads the next page, as ``Pages/loadMore()``.
    case loadMore
    /// Loads the first page again, as ``Pages/reload()``.
    case reload
    /// Retries the failed request, as ``Pages/retry()``.
    case retry
    /// Cancels the running request, as ``Pages/cancel()``.
    case cancel
    /// A page was loaded.
    ///
    /// Has no effect if no page is being loaded.
    ///
    /// A reducer that loads the next page after this action must come after the list's feature.
    /// Before the feature, the page is still being loaded.
    case answered([Item], next: Cursor?)
    /// A page could not be loaded.
    ///
    /// Has no effect if no page is being loaded.
    case failed(RequestFailure)

    /// The items of the loaded page, if this is `answered`.
    public var answered: [Item]? {
        if case .answered(let items, _) = self { items } else { nil }
    }

    /// The failure, if this is `failed`.
    public var failed: RequestFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}

extension PagesAction: Equatable where Cursor: Equatable, Item: Equatable {}
extension PagesAction: Hashable where Cursor: Hashable, Item: Hashable {}
extension PagesAction: Encodable where Cursor: Encodable, Item: Encodable {}
extension PagesAction: Decodable where Cursor: Decodable, Item: Decodable {}

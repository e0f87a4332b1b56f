// SPDX-License-Identifier: MIT

// The feature in the guide's page on lifting, in a separate module.

import Prism
import RexCore

/// The actions of a wish list.
@Prism public enum WishAction: Sendable, Equatable {
    case wished(title: String)
    case counted(title: String, copies: Int)
}

/// A wish list of books.
public struct Wishes: Sendable, Equatable {
    /// The titles, in the order in which they were added.
    public internal(set) var titles: [String] = []
    /// The number of copies of each title that was looked up.
    public internal(set) var copies: [String: Int] = [:]

    /// Creates an empty list.
    public init() {}
}

/// Counts the copies of a title.
public typealias CountCopies = @Sendable (_ title: String) async -> Int

/// Keeps the wish list, and counts the copies of each title.
public let wishes = Feature<WishAction, Wishes, CountCopies> { action, wishes in
    switch action {
    case .wished(let title): wishes.titles.append(title)
    case .counted(let title, let copies): wishes.copies[title] = copies
    }
}
.adding(MiddlewareReader { count in Stock(count: count) })

/// Counts the copies of each title that is added.
struct Stock: MiddlewareProtocol {
    let count: CountCopies

    func handle(
        action: WishAction,
        from source: ActionSource,
        state: @escaping GetState<Wishes>
    ) -> IO<WishAction> {
        guard let title = action.wished else { return .pure() }
        return IO { output in
            Task {
                let copies = await count(title)
                output.dispatch(.counted(title: title, copies: copies), from: source)
            }
        }
    }
}

// SPDX-License-Identifier: MIT

// The feature of the guide's page on lifting, in a module of its own.

import Prism
import RexCore

/// What happens to the wishes.
@Prism public enum WishAction: Sendable, Equatable {
    case wished(title: String)
    case counted(title: String, copies: Int)
}

/// The books that somebody wishes.
public struct Wishes: Sendable, Equatable {
    /// What is wished, in the order in which it was.
    public internal(set) var titles: [String] = []
    /// How many copies there are of each title that was looked up.
    public internal(set) var copies: [String: Int] = [:]

    /// Nothing is wished.
    public init() {}
}

/// Counts the copies of a title.
public typealias CountCopies = @Sendable (_ title: String) async -> Int

/// Keeps what is wished, and counts its copies.
public let wishes = Feature<WishAction, Wishes, CountCopies> { action, wishes in
    switch action {
    case .wished(let title): wishes.titles.append(title)
    case .counted(let title, let copies): wishes.copies[title] = copies
    }
}
.adding(MiddlewareReader { count in Stock(count: count) })

/// Asks how many copies there are.
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

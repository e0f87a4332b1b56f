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

extension Reducer where ActionType == WishAction, StateType == Wishes {
    /// Keeps what was wished and counted.
    public static let wishes = Reducer.reduce { action, wishes in
        switch action {
        case .wished(let title): wishes.titles.append(title)
        case .counted(let title, let copies): wishes.copies[title] = copies
        }
    }
}

/// Asks how many copies there are.
public struct Stock: MiddlewareProtocol, Sendable {
    /// Counts the copies of a title.
    public typealias Count = @Sendable (_ title: String) async -> Int

    let count: Count

    /// Counts the copies of what is wished.
    public func handle(
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

extension MiddlewareReader
where Dependencies == Stock.Count, MiddlewareType == Stock {
    /// The middleware, as soon as there is something that counts.
    public static let wishes = MiddlewareReader { count in Stock(count: count) }
}

// SPDX-License-Identifier: MIT

public import EffectMiddleware
import Prism
public import RexCore
public import TextSearch

/// The lines around a hit.
public struct PreviewState: Hashable, Sendable {
    /// What is to be shown; nil for nothing.
    public var target: Hit?
    /// What was read last.
    public private(set) var excerpt: Excerpt?
    /// Of which hit that is.
    public private(set) var shown: Hit?
    /// Why nothing could be read.
    public private(set) var failure: String?

    /// Nothing to show.
    public init() {}

    fileprivate mutating func show(_ excerpt: Excerpt?, _ failure: String? = nil) {
        (self.excerpt, self.failure, shown) = (excerpt, failure, target)
    }
}

/// What happens to the preview.
@Prism public enum PreviewAction: Hashable, Sendable {
    /// The lines of the target have been read.
    case loaded(Excerpt)
    case failed(String)
}

extension Reducer where ActionType == PreviewAction, StateType == PreviewState {
    /// Keeps what was read.
    public static let preview = Reducer.reduce { action, preview in
        switch action {
        case .loaded(let excerpt): preview.show(excerpt)
        case .failed(let reason): preview.show(nil, reason)
        }
    }
}

extension EffectMiddleware
where InputActionType == PreviewAction, OutputActionType == PreviewAction, StateType == PreviewState {
    /// Reads what the state has as its target, as long as it is that.
    public static func preview(_ read: @escaping @Sendable (Hit) async throws -> Excerpt) -> EffectMiddleware {
        EffectMiddleware()
            .during(\.target, named: "preview") { hit, effect in
                effect.send(.loaded(try await read(hit)))
            } catch: {
                .failed(String(describing: $0))
            }
    }
}

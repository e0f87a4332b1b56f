// SPDX-License-Identifier: MIT

public import EffectMiddleware
import Prism
public import RexCore
public import TextSearch

/// The lines around a hit.
public struct PreviewState: Hashable, Sendable {
    /// The hit to be shown; nil for none.
    public var target: Hit?
    /// The excerpt that was read last.
    public private(set) var excerpt: Excerpt?
    /// Of which hit that is.
    public private(set) var shown: Hit?
    /// Why nothing could be read.
    public private(set) var failure: String?

    /// Nothing to show.
    public init() {}

    /// Shows an excerpt, unless it is of an earlier target and waited to be processed until now.
    fileprivate mutating func show(_ hit: Hit, _ excerpt: Excerpt?, _ failure: String? = nil) {
        if hit == target { (self.excerpt, self.failure, shown) = (excerpt, failure, hit) }
    }
}

/// The actions of the preview.
@Prism public enum PreviewAction: Hashable, Sendable {
    /// The lines around the hit have been read.
    case loaded(Hit, Excerpt)
    case failed(Hit, String)
}

extension Reducer where ActionType == PreviewAction, StateType == PreviewState {
    /// Keeps what was read.
    public static let preview = Reducer.reduce { action, preview in
        switch action {
        case .loaded(let hit, let excerpt): preview.show(hit, excerpt)
        case .failed(let hit, let reason): preview.show(hit, nil, reason)
        }
    }
}

extension EffectMiddleware
where InputActionType == PreviewAction, OutputActionType == PreviewAction, StateType == PreviewState {
    /// Reads what the state has as its target, as long as it is that.
    public static func preview(_ read: @escaping @Sendable (Hit) async throws -> Excerpt) -> EffectMiddleware {
        EffectMiddleware()
            .during(\.target, named: "preview") { hit, effect in
                do {
                    effect.send(.loaded(hit, try await read(hit)))
                } catch {
                    effect.send(.failed(hit, String(describing: error)))
                }
            }
    }
}

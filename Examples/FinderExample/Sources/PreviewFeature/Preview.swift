// SPDX-License-Identifier: MIT

public import RequestMiddleware
public import RexCore
public import TextSearch

/// The lines around a hit.
public struct Preview: Hashable, Sendable {
    /// The hit.
    public var hit: Hit
    /// The lines.
    public var excerpt: Excerpt
}

/// What is shown around the hit that is selected.
public struct PreviewState: Equatable, Sendable {
    /// The hit to be shown; nil for none.
    public private(set) var target: Hit?
    /// What was read last, and what is being read.
    public fileprivate(set) var lines = Request<Hit, Preview>()

    /// Nothing to show.
    public init() {}

    /// Shows another hit, once its lines were read.
    public mutating func show(_ hit: Hit?) {
        guard hit != target else { return }
        target = hit
        if let hit { lines.start(hit) } else { lines.cancel() }
    }
}

/// The actions of the preview.
public typealias PreviewAction = RequestAction<Hit, Preview>

/// Reads the lines around a hit.
public typealias ReadExcerpt = @Sendable (Hit) async throws -> Excerpt

/// Reads what the state has as its target, as long as it is that.
public let preview = Feature<PreviewAction, Request<Hit, Preview>, ReadExcerpt>
    .request { hit, read in Preview(hit: hit, excerpt: try await read(hit)) }
    .lift(state: \PreviewState.lines)

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

/// The lines around the selected hit.
public struct PreviewState: Equatable, Sendable {
    /// The hit to show, or nil.
    public private(set) var target: Hit?
    /// The last lines, and the current request.
    public fileprivate(set) var lines = Request<Hit, Preview>()

    /// Makes an empty preview.
    public init() {}

    /// Selects another hit.
    ///
    /// It is shown when its lines were read.
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

/// Reads the lines of the state's target, until the target changes.
public let preview = Feature<PreviewAction, Request<Hit, Preview>, ReadExcerpt>
    .request { hit, read in Preview(hit: hit, excerpt: try await read(hit)) }
    .lift(state: \PreviewState.lines)

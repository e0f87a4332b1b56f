// SPDX-License-Identifier: MIT

/// The location in the code that dispatched an action, and the derivations since.
///
/// An action keeps its source through the queue, lifts, filters and maps.
/// A derived action, such as one that a bridge sends, keeps the file, function and line of the
/// original action. Its ``trail`` has one more step.
///
/// ```swift
/// let source = ActionSource(file: "Shop/Cart.swift", function: "buy()", line: 7, info: "by button")
/// source.info  // "by button"
/// ```
public struct ActionSource: Sendable {
    @usableFromInline enum Origin: Sendable {
        case location(Location)
        case derivation(any SourceLink)
        /// The origin of an action that can still be dropped in the queue, with its sender.
        ///
        /// The loop takes the sender off before a middleware gets the source.
        case sent(SentOrigin)
    }

    @usableFromInline struct Location: Hashable, Sendable {
        @usableFromInline let file: String
        @usableFromInline let function: String
        @usableFromInline let line: UInt

        @_transparent @usableFromInline init(file: String, function: String, line: UInt) {
            self.file = file
            self.function = function
            self.line = line
        }
    }

    @usableFromInline var origin: Origin
    /// The number of the action that is being processed with this source, or 0.
    @usableFromInline var actionNumber = 0

    /// Creates a source from its parts.
    ///
    /// For the location of the call itself, use ``here(file:function:line:info:)``.
    @inlinable public init(file: String, function: String, line: UInt, info: String?) {
        if let info {
            origin = .derivation(TextLink(info, at: Location(file: file, function: function, line: line)))
        } else {
            origin = .location(Location(file: file, function: function, line: line))
        }
    }

    @inlinable init(origin: Origin) {
        self.origin = origin
    }

    /// Creates the source of an action that was derived from the source of this action.
    @_transparent @usableFromInline init(_ derivation: any SourceLink, number: Int) {
        origin = .derivation(derivation)
        actionNumber = number
    }

    /// Creates a source for the location of this call.
    @inlinable public static func here(
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        info: String? = nil
    ) -> ActionSource {
        ActionSource(file: file, function: function, line: line, info: info)
    }

    /// The file of the dispatching code, as `Module/File.swift`.
    public var file: String { location.file }

    /// The function, method or property that dispatched the action.
    public var function: String { location.function }

    /// The line in the file, counted from 1.
    public var line: UInt { location.line }

    /// The number of the action that a store is processing with this source, otherwise nil.
    ///
    /// A store with middlewares numbers the actions that it processes. The source that
    /// ``MiddlewareProtocol/handle(action:from:state:)`` gets has the number. Numbers ascend within
    /// a store and are unique in the process. See ``AnyActionHandler/cause(of:)``.
    @inlinable public var number: Int? { actionNumber == 0 ? nil : actionNumber }

    /// The info of the dispatcher and one line for each derivation, oldest first, or nil if there
    /// are neither.
    ///
    /// The lines are the texts of the ``trail``.
    ///
    /// - Complexity: O(*n*) in the number of kept derivations. Comparing, hashing and encoding a
    ///   source take as long.
    public var info: String? {
        let trail = trail
        return trail.isEmpty ? nil : trail.map(\.text).joined(separator: "\n")
    }

    /// The count of numbers that a store reserves at once.
    ///
    /// The 63 bits of a number leave 2^35 such ranges for the stores of a process.
    @inlinable package static var rangeOfNumbers: Int { 1 << 28 }
    var location: Location {
        switch origin {
        case .location(let location): location
        case .derivation(let derivation): derivation.parent.source.location
        case .sent(let sent): ActionSource(origin: sent.origin).location
        }
    }
}

extension ActionSource: Hashable {
    /// Compares locations and texts, whichever derivations made the texts.
    ///
    /// Numbers are ignored.
    public static func == (lhs: ActionSource, rhs: ActionSource) -> Bool {
        lhs.location == rhs.location && lhs.info == rhs.info
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(location)
        hasher.combine(info)
    }
}

extension ActionSource: Codable {
    private struct Record: Codable {
        let file: String
        let function: String
        let line: UInt
        let info: String?
    }

    /// Decodes `file`, `function`, `line` and, if present, `info`.
    public init(from decoder: any Decoder) throws {
        let record = try Record(from: decoder)
        self.init(file: record.file, function: record.function, line: record.line, info: record.info)
    }

    /// Encodes `file`, `function`, `line` and, unless it is nil, `info`.
    public func encode(to encoder: any Encoder) throws {
        try Record(file: file, function: function, line: line, info: info).encode(to: encoder)
    }
}

// SPDX-License-Identifier: MIT

/// The place in the code from which an action was dispatched, and what happened to it since.
///
/// An action keeps its source on its whole way. One that is derived from another, by a bridge for
/// example, keeps the file, function and line of its origin and has one step more in its ``trail``.
///
/// ```swift
/// let source = ActionSource(file: "Shop/Cart.swift", function: "buy()", line: 7, info: "by button")
/// source.info  // "by button"
/// ```
public struct ActionSource: Sendable {
    @usableFromInline enum Origin: Sendable {
        case location(Location)
        case derivation(any SourceLink)
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
    /// The number of the action that is processed, to which this source belongs, or 0; above it,
    /// whether somebody wants to know what does not happen; and above that, how many links of the
    /// chain can revoke the action that is sent with this source.
    ///
    /// One word for all, since every action carries it through the queue.
    @usableFromInline var tag: UInt64 = 0

    /// Makes a source from its parts; for the place of the call itself use
    /// ``here(file:function:line:info:)``.
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

    /// Makes the source of an action that was derived from another with this mark.
    @_transparent @usableFromInline init(_ derivation: any SourceLink, tag: UInt64) {
        origin = .derivation(derivation)
        self.tag = tag
    }

    /// Makes the source that names the place of this call.
    @inlinable public static func here(
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        info: String? = nil
    ) -> ActionSource {
        ActionSource(file: file, function: function, line: line, info: info)
    }

    /// The file as `Module/File.swift`.
    public var file: String { location.file }

    /// The function, method or property.
    public var function: String { location.function }

    /// The line in the file, counted from 1.
    public var line: UInt { location.line }

    /// The number of the action that a store is processing with this source; nil if none is.
    ///
    /// A store that has middlewares numbers the actions that it processes, and what it passes to
    /// ``MiddlewareProtocol/handle(action:from:state:)`` has the number. Numbers ascend in a store,
    /// and no two actions of a process have the same. See ``AnyActionHandler/cause(of:)``.
    @inlinable public var number: Int? {
        let number = tag & Self.numbers
        return number == 0 ? nil : numericCast(number)
    }

    /// The info of the dispatcher, and one line for each derivation since, in order; nil if
    /// there is neither.
    ///
    /// These are the texts of the ``trail``.
    ///
    /// - Complexity: O(*n*) in the derivations that are kept; so is whatever compares, hashes or
    ///   encodes a source.
    public var info: String? {
        let trail = trail
        return trail.isEmpty ? nil : trail.map(\.text).joined(separator: "\n")
    }

    /// The bits of the mark that are the number.
    @inlinable static var numbers: UInt64 { 0x7f_ffff_ffff_ffff }
    /// The bit of the mark that says whether somebody observes the notices of the store that
    /// processes.
    @inlinable static var noticesBit: UInt64 { numbers + 1 }
    /// The count of numbers that a store takes at once: as many actions in it as stores in a
    /// process.
    @inlinable package static var rangeOfNumbers: UInt64 { 1 << 28 }
    /// One link in the mark.
    @inlinable static var oneRevocation: UInt64 { 2 * noticesBit }

    /// True if a link of the chain can revoke the action.
    @inlinable var isRevocable: Bool { tag >= Self.oneRevocation }

    var location: Location {
        switch origin {
        case .location(let location): location
        case .derivation(let derivation): derivation.parent.source.location
        }
    }
}

extension ActionSource: Hashable {
    /// Compares place and text, however the text came about; numbers do not count.
    public static func == (lhs: ActionSource, rhs: ActionSource) -> Bool {
        lhs.location == rhs.location && lhs.info == rhs.info
    }

    /// Hashes what `==` compares.
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

// SPDX-License-Identifier: MIT

/// The place in the code from which an action was dispatched, and what happened to it since.
///
/// An action keeps its source on its whole way. One that is derived from another, by a bridge for
/// example, keeps the file, function and line of its origin and tells its story in ``info``.
///
/// ```swift
/// let source = ActionSource(file: "Shop/Cart.swift", function: "buy()", line: 7, info: "by button")
/// source.info  // "by button"
/// ```
public struct ActionSource: Sendable {
    @usableFromInline enum Origin: Sendable {
        case place(Place)
        case derivation(any Derivation)
    }

    @usableFromInline struct Place: Hashable, Sendable {
        @usableFromInline let file: String
        @usableFromInline let function: String
        @usableFromInline let line: UInt

        @inlinable init(file: String, function: String, line: UInt) {
            self.file = file
            self.function = function
            self.line = line
        }
    }

    @usableFromInline let origin: Origin

    /// Makes a source from its parts; for the place of the call itself use
    /// ``here(file:function:line:info:)``.
    @inlinable public init(file: String, function: String, line: UInt, info: String?) {
        let place = Place(file: file, function: function, line: line)
        origin = if let info { .derivation(Remark(info, at: place)) } else { .place(place) }
    }

    @inlinable init(origin: Origin) {
        self.origin = origin
    }

    /// Makes the source of an action that was derived from another.
    @inlinable package init(_ derivation: any Derivation) {
        self.init(origin: .derivation(derivation))
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
    public var file: String { place.file }

    /// The function, method or property.
    public var function: String { place.function }

    /// The line in the file, counted from 1.
    public var line: UInt { place.line }

    /// What the dispatcher had to say, and one line for each derivation since, in order; nil if
    /// there is neither.
    ///
    /// The lines of derivations are made each time this is read, and never if nobody reads it. What
    /// the dispatcher had to say stays on top. Of more than a hundred derivations the older ones are
    /// left out a hundred at a time, with a line that says how many.
    ///
    /// - Complexity: O(*n*) in the derivations that are kept; so is whatever compares, hashes or
    ///   encodes a source.
    public var info: String? {
        guard case .derivation = origin else { return nil }
        let lines = sequence(state: origin) { origin -> String? in
            guard case .derivation(let derivation) = origin else { return nil }
            origin = derivation.past.source.origin
            return derivation.line
        }
        return lines.reversed().joined(separator: "\n")
    }

    var place: Place {
        switch origin {
        case .place(let place): place
        case .derivation(let derivation): derivation.past.source.place
        }
    }
}

extension ActionSource: Hashable {
    /// Compares place and text, however the text came about.
    public static func == (lhs: ActionSource, rhs: ActionSource) -> Bool {
        lhs.place == rhs.place && lhs.info == rhs.info
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(place)
        hasher.combine(info)
    }
}

extension ActionSource: Codable {
    private enum CodingKeys: String, CodingKey {
        case file
        case function
        case line
        case info
    }

    /// Decodes `file`, `function`, `line` and, if present, `info`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            file: try values.decode(String.self, forKey: .file),
            function: try values.decode(String.self, forKey: .function),
            line: try values.decode(UInt.self, forKey: .line),
            info: try values.decodeIfPresent(String.self, forKey: .info)
        )
    }

    /// Encodes `file`, `function`, `line` and, unless it is nil, `info`.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(file, forKey: .file)
        try values.encode(function, forKey: .function)
        try values.encode(line, forKey: .line)
        try values.encodeIfPresent(info, forKey: .info)
    }
}

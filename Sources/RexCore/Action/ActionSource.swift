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
    /// The file as `Module/File.swift`.
    public let file: String
    /// The function, method or property.
    public let function: String
    /// The line in the file, counted from 1.
    public let line: UInt
    @usableFromInline let story: Story?

    /// Makes a source from its parts; for the place of the call itself use
    /// ``here(file:function:line:info:)``.
    @inlinable public init(file: String, function: String, line: UInt, info: String?) {
        self.init(
            file: file,
            function: function,
            line: line,
            story: info.map { text in Story(derivations: 0) { text } }
        )
    }

    @inlinable init(file: String, function: String, line: UInt, story: Story?) {
        self.file = file
        self.function = function
        self.line = line
        self.story = story
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

    /// What the dispatcher had to say, and one line for each derivation since, in order; nil if
    /// there is neither.
    ///
    /// The lines of derivations are made each time this is read, and never if nobody reads it. At
    /// most the last hundred are kept, below a line that says how many were left out, so that an
    /// action derived without end has a story that ends.
    ///
    /// - Complexity: O(*n*) in the derivations that are kept; so is whatever compares, hashes or
    ///   encodes a source.
    public var info: String? { story?.text() }
}

extension ActionSource {
    /// The story of this source, to be continued.
    @inlinable package var past: Past { Past(story: story) }

    /// The same source after `past`, with an ``info`` that is made when someone reads it.
    ///
    /// The source keeps what `info` captures for as long as it lives.
    @inlinable package func continuing(_ past: Past, info: @escaping @Sendable () -> String) -> ActionSource {
        ActionSource(
            file: file,
            function: function,
            line: line,
            story: Story(derivations: past.derivations + 1, text: info)
        )
    }

    /// What was there before one more line.
    @usableFromInline package struct Past: Sendable {
        @usableFromInline let story: Story?
        @usableFromInline let derivations: Int

        @inlinable init(story: Story?) {
            derivations = story?.derivations ?? 0
            let isTooLong = derivations > 0 && derivations.isMultiple(of: Story.longest)
            self.story = isTooLong ? Story.abridged(derivations) : story
        }

        /// The story so far with `line` on a line of its own below it.
        @usableFromInline package func followed(by line: String) -> String {
            story.map { "\($0.text())\n\(line)" } ?? line
        }
    }
}

extension ActionSource: Hashable {
    /// Compares place and text, however the text came about.
    public static func == (lhs: ActionSource, rhs: ActionSource) -> Bool {
        lhs.line == rhs.line && lhs.file == rhs.file && lhs.function == rhs.function && lhs.info == rhs.info
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(file)
        hasher.combine(function)
        hasher.combine(line)
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

/// What an action's `info` says, made as late as possible.
@usableFromInline struct Story: Sendable {
    /// From how many lines on they are too many to carry along.
    @inlinable static var longest: Int { 100 }

    @usableFromInline let derivations: Int
    @usableFromInline let text: @Sendable () -> String

    @inlinable init(derivations: Int, text: @escaping @Sendable () -> String) {
        self.derivations = derivations
        self.text = text
    }

    /// What stands for lines that have become too many.
    @usableFromInline static func abridged(_ derivations: Int) -> Story {
        Story(derivations: derivations) { "(\(derivations) earlier lines left out)" }
    }
}

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
    @usableFromInline var story: Story

    /// Makes a source from its parts; for the place of the call itself use ``here(file:function:line:info:)``.
    @inlinable public init(file: String, function: String, line: UInt, info: String?) {
        self.file = file
        self.function = function
        self.line = line
        story = info.map(Story.text) ?? .none
    }

    /// The source that names the place of this call.
    @inlinable public static func here(
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        info: String? = nil
    ) -> ActionSource {
        ActionSource(file: file, function: function, line: line, info: info)
    }

    /// What the dispatcher had to say, and one line for each derivation since, in order; nil if there is neither.
    ///
    /// The lines of derivations are made each time this is read, and never if nobody reads it. At most the
    /// last hundred are kept, so that an action derived without end has a story that ends.
    public var info: String? { story.text }
}

extension ActionSource {
    /// The story of this source, to be continued.
    @usableFromInline package var past: Past { Past(story: story.abridged) }

    /// The same source after `past`, with an ``info`` that is made when someone reads it.
    ///
    /// The source keeps what `info` captures for as long as it lives.
    @usableFromInline package func continuing(_ past: Past, info: @escaping @Sendable () -> String) -> ActionSource {
        var source = self
        source.story = .lines(count: past.story.count + 1, text: info)
        return source
    }

    /// What was there before one more line.
    @usableFromInline package struct Past: Sendable {
        @usableFromInline let story: Story

        /// The story so far with `line` on a line of its own below it.
        @usableFromInline package func followed(by line: String) -> String {
            story.text.map { "\($0)\n\(line)" } ?? line
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
@usableFromInline enum Story: Sendable {
    case none
    case text(String)
    case lines(count: Int, text: @Sendable () -> String)

    private static let longest = 100

    var text: String? {
        switch self {
        case .none: nil
        case .text(let text): text
        case .lines(_, let text): text()
        }
    }

    var count: Int {
        if case .lines(let count, _) = self { count } else { 0 }
    }

    /// The story itself, or a line that stands for it once it has become too long to carry along.
    var abridged: Story {
        guard count > 0, count.isMultiple(of: Story.longest) else { return self }
        return .lines(count: count) { [count] in "(\(count) earlier lines left out)" }
    }
}

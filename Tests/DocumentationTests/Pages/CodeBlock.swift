// SPDX-License-Identifier: MIT

/// A fenced code block.
struct CodeBlock: Sendable, Equatable {
    /// The meaning of a comment before a block.
    enum Marker: Sendable, Equatable {
        /// The block begins a new program.
        case startsOver
        /// The block must not compile after the blocks before it. The error contains this text.
        case rejected(String)
    }

    let language: String
    /// The number of the line after the fence, from 1.
    let firstLine: Int
    let marker: Marker?
    var lines: [String] = []

    var lineNumbers: Range<Int> { firstLine..<firstLine + lines.count }

    /// Whether the block is a package manifest, which is compiled separately.
    var isManifest: Bool { lines.first?.hasPrefix("// swift-tools-version:") ?? false }
}

// SPDX-License-Identifier: MIT

/// A block of code between two fences.
struct CodeBlock: Sendable, Equatable {
    /// What the comment before a block says about it.
    enum Marker: Sendable, Equatable {
        /// The block begins a new program.
        case startsOver
        /// The block does not compile after those before it; the compiler says this.
        case rejected(String)
    }

    let language: String
    /// The line after the fence, counted from 1.
    let firstLine: Int
    let marker: Marker?
    var lines: [String] = []

    var lineNumbers: Range<Int> { firstLine..<firstLine + lines.count }

    /// The manifest of a package is a program of its own.
    var isManifest: Bool { lines.first?.hasPrefix("// swift-tools-version:") ?? false }
}

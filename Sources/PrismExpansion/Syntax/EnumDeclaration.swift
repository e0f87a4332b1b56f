// SPDX-License-Identifier: MIT

/// An enum as the macro needs to know it.
package struct EnumDeclaration: Equatable, Sendable {
    package var name: Name
    /// The words before `enum`: `public`, `indirect`.
    package var modifiers: [String]
    /// The names of its type parameters.
    package var typeParameters: [String]
    /// True if the enum says `~Copyable`.
    package var isNoncopyable: Bool
    /// True if the enum says `~Escapable`.
    package var isNonescapable: Bool
    /// The cases and conditions in the order of the source.
    package var elements: [Element]
    /// The other declarations in the enum.
    package var members: [Member]

    /// A name as it is written, with its backticks if it has some.
    package struct Name: Equatable, Sendable {
        package let text: String
        package let range: Range<Int>

        /// The name without backticks.
        package var plain: String { text.hasPrefix("`") ? String(text.dropFirst().dropLast()) : text }
    }

    package indirect enum Element: Equatable, Sendable {
        case enumCase(Case)
        /// The condition is the one that ``Branch/condition`` counts.
        case conditional(condition: Int, [Clause])
    }

    /// The elements between two of `#if`, `#elseif`, `#else` and `#endif`.
    package struct Clause: Equatable, Sendable {
        /// The line that begins it.
        package let directive: String
        package var elements: [Element]
    }

    package struct Case: Equatable, Sendable {
        package let name: Name
        /// The lines of its doc comment.
        package let documentation: [String]
        /// The attributes of the case that its properties get too.
        package let attributes: [String]
        package let payload: [Parameter]
        package let branches: [Branch]
    }

    package struct Parameter: Equatable, Sendable {
        /// As it is written; nil if there is none.
        package let label: String?
        /// As it is written, in one line.
        package let type: String
        package let isVariadic: Bool
        package let range: Range<Int>
    }

    /// A property or type, or a function without parameters.
    package struct Member: Equatable, Sendable {
        package let name: String
        package let isStatic: Bool
        package let branches: [Branch]
    }

    /// One of the clauses of a condition; two things in different clauses of one never exist
    /// together.
    package struct Branch: Equatable, Sendable {
        package let condition: Int
        package let clause: Int
    }
}

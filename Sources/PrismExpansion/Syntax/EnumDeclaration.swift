// SPDX-License-Identifier: MIT

/// The parts of an enum declaration that the macro needs.
package struct EnumDeclaration: Equatable, Sendable {
    package var name: Name
    /// The modifiers, such as `public` and `indirect`.
    package var modifiers: [String]
    package var isUsableFromInline: Bool
    /// The names of the type parameters.
    package var typeParameters: [String]
    /// Whether the enum is `~Copyable`.
    package var isNoncopyable: Bool
    /// Whether the enum is `~Escapable`.
    package var isNonescapable: Bool
    /// The cases and `#if` conditions, in source order.
    package var elements: [Element]
    /// The other declarations in the enum.
    package var members: [Member]

    /// A name as written, with any backticks.
    package struct Name: Equatable, Sendable {
        package let text: String
        package let range: Range<Int>

        /// The name without backticks.
        package var plain: String { text.hasPrefix("`") ? String(text.dropFirst().dropLast()) : text }
    }

    package indirect enum Element: Equatable, Sendable {
        case enumCase(Case)
        /// An `#if` with its clauses. `condition` is the number that ``Branch/condition`` refers
        /// to.
        case conditional(condition: Int, [Clause])
    }

    /// Returns the cases of some elements, including those inside `#if`.
    static func cases(in elements: [Element]) -> [Case] {
        elements.flatMap { element in
            switch element {
            case .enumCase(let enumCase): [enumCase]
            case .conditional(_, let clauses): clauses.flatMap { cases(in: $0.elements) }
            }
        }
    }

    /// The elements of one clause of an `#if`.
    package struct Clause: Equatable, Sendable {
        /// The line with `#if`, `#elseif` or `#else`.
        package let directive: String
        package var elements: [Element]
    }

    package struct Case: Equatable, Sendable {
        package let name: Name
        /// The lines of the doc comment.
        package let documentation: [String]
        /// The attributes that the generated properties get too.
        package let attributes: [String]
        package let payload: [Parameter]
        package let branches: [Branch]
    }

    package struct Parameter: Equatable, Sendable {
        /// The label as written, or nil.
        package let label: String?
        /// The type as written, on one line.
        package let type: String
        package let isVariadic: Bool
        package let range: Range<Int>
    }

    /// A property, a type, or a function without parameters.
    package struct Member: Equatable, Sendable {
        package let name: String
        package let isStatic: Bool
        package let branches: [Branch]
    }

    /// A clause of an `#if`.
    ///
    /// Declarations in different clauses of the same `#if` never exist together.
    package struct Branch: Equatable, Sendable {
        package let condition: Int
        package let clause: Int
    }
}

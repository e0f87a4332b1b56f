// SPDX-License-Identifier: MIT

/// Keywords that can begin a declaration.
enum DeclarationWords {
    /// The modifiers of types and of the members of an enum.
    static let modifiers: Set<String> = [
        "public", "package", "internal", "fileprivate", "private", "open", "final", "indirect", "static", "nonisolated",
        "distributed", "mutating", "nonmutating", "consuming", "borrowing", "prefix", "postfix",
    ]

    static let keywords: Set<String> = [
        "case", "var", "let", "func", "init", "deinit", "subscript", "typealias", "associatedtype", "struct", "enum",
        "class", "actor", "protocol", "extension", "import", "operator", "precedencegroup", "macro",
    ]

    static let types: Set<String> = ["struct", "enum", "class", "actor", "protocol", "typealias", "associatedtype"]
}

// SPDX-License-Identifier: MIT

/// The rule for generic enums: `prisms` exists where all type parameters are `SendableMetatype`.
///
/// The closures of a case path capture the type parameters of the enum and of the types around it.
/// That is only safe if they are `SendableMetatype`. A property can't have a `where` clause, so the
/// property `prisms` of a generic enum is in an extension with that clause.
struct GenericEnumRule {
    /// The type parameters of the enum and, if known, of the types around it.
    let typeParameters: [String]
    /// Whether an extension can name the enum.
    let isExtensible: Bool

    /// The clause for the case paths, or nil if they are available without a condition.
    var whereClause: String? {
        guard isExtensible, !typeParameters.isEmpty else { return nil }
        return "where " + typeParameters.map { "\($0): Swift.SendableMetatype" }.joined(separator: ", ")
    }
}

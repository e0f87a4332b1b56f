// SPDX-License-Identifier: MIT

/// The name of the rules whose runs a rule cancels.
@usableFromInline struct EffectCancelledName: Sendable {
    let name: String
    /// The type of the keys that the rule finds; nil where it cancels all keys.
    let keyType: (any (Hashable & Sendable).Type)?

    @usableFromInline init(_ name: String, _ keyType: (any (Hashable & Sendable).Type)?) {
        self.name = name
        self.keyType = keyType
    }

    /// The reason why nothing is ever cancelled by this name; nil if there is none.
    func mistake(among rules: [EffectRule]) -> String? {
        let named = rules.filter { $0.name == name }
        if named.isEmpty { return "cancels '\(name)', and none of its rules is named so." }
        guard let keyType else { return nil }
        let types = named.map(\.options.keyType)
        if types.contains(where: { $0.map { ObjectIdentifier($0) } == ObjectIdentifier(keyType) }) { return nil }
        let keys = Set(types.map { $0.map { "\($0)" } ?? "no keys" }).sorted().joined(separator: ", ")
        return "cancels '\(name)' by keys of type \(keyType), which cancels nothing: \(named[0].text) has \(keys)."
    }
}

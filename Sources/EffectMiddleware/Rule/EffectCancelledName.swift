// SPDX-License-Identifier: MIT

/// The name of the rules whose runs a rule cancels.
@usableFromInline struct EffectCancelledName: Sendable {
    let name: String
    /// The type of the keys that the rule cancels, or nil if it cancels all keys.
    let keyType: (any (Hashable & Sendable).Type)?

    @usableFromInline init(_ name: String, _ keyType: (any (Hashable & Sendable).Type)?) {
        self.name = name
        self.keyType = keyType
    }

    /// The reason why this name never cancels anything, or nil if it can.
    func mistake(among rules: [EffectRule]) -> String? {
        let named = rules.filter { $0.name == name }
        if named.isEmpty { return "cancels '\(name)', but has no rule with that name." }
        guard let keyType else { return nil }
        let types = named.map(\.options.keyType)
        if types.contains(where: { $0.map { ObjectIdentifier($0) } == ObjectIdentifier(keyType) }) { return nil }
        let keys = Set(types.map { $0.map { "\($0)" } ?? "no keys" }).sorted().joined(separator: ", ")
        return "cancels '\(name)' by keys of type \(keyType), which cancels nothing: \(named[0].text) has \(keys)."
    }
}

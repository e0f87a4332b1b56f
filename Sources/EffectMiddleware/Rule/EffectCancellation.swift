// SPDX-License-Identifier: MIT

/// A request to cancel runs.
@usableFromInline final class EffectCancellation: Sendable {
    /// The name of the rules, or nil for all rules.
    let name: String?
    /// The path of elements.
    ///
    /// Empty for all elements.
    let elements: [EffectKey]
    /// The key, or nil for all keys.
    let key: EffectKey?

    @usableFromInline init(name: String?, key: EffectKey?, elements: [EffectKey] = []) {
        self.name = name
        self.key = key
        self.elements = elements
    }

    /// Returns the request for the same runs in one element of a collection.
    func lifted(to id: EffectKey) -> EffectCancellation {
        EffectCancellation(name: name, key: key, elements: [id] + elements)
    }
}

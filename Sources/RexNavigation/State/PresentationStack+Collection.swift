// SPDX-License-Identifier: MIT

extension PresentationStack: RandomAccessCollection {
    /// The index of the lowest screen, always 0.
    @inlinable public var startIndex: Int { 0 }
    /// The number of screens.
    @inlinable public var endIndex: Int { identities.count }

    /// The screen at an index, counted from the bottom.
    ///
    /// - Precondition: The index is at least 0 and less than `count`.
    @inlinable public subscript(position: Int) -> Presentation<State> {
        precondition(
            identities.indices.contains(position),
            "A PresentationStack was read at \(position) and has \(identities.count) screens. Check `indices`."
        )
        return Presentation(id: identities[position], value: values[position])
    }
}

extension PresentationStack: Equatable where State: Equatable {
    /// Compares the screens and the counters.
    public static func == (lhs: PresentationStack, rhs: PresentationStack) -> Bool {
        lhs.counter == rhs.counter && lhs.identities == rhs.identities && lhs.values == rhs.values
    }
}

extension PresentationStack: Hashable where State: Hashable {
    /// Hashes the values that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(counter)
        hasher.combine(identities)
        hasher.combine(values)
    }
}

extension PresentationStack: CustomReflectable {
    /// The screens by their ids, or an empty list.
    public var customMirror: Mirror {
        guard !isEmpty else { return Mirror(self, children: [], displayStyle: .collection) }
        return Mirror(self, unlabeledChildren: zip(identities, values).map { ($0, $1) }, displayStyle: .dictionary)
    }
}

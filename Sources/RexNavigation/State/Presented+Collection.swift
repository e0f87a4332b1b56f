// SPDX-License-Identifier: MIT

extension Presented: RandomAccessCollection {
    /// Always 0.
    @inlinable public var startIndex: Int { 0 }
    /// The number of presentations, 0 or 1.
    @inlinable public var endIndex: Int { current == nil ? 0 : 1 }

    /// The presentation.
    ///
    /// - Precondition: The position is 0, and something is presented.
    @inlinable public subscript(position: Int) -> Presentation<State> {
        guard position == 0, let current else {
            preconditionFailure(
                "A Presented was read at \(position) and has \(count) presentations. Read `presentation`."
            )
        }
        return current
    }
}

extension Presented: Equatable where State: Equatable {
    /// Compares the presentations and the counters.
    public static func == (lhs: Presented, rhs: Presented) -> Bool {
        lhs.counter == rhs.counter && lhs.current == rhs.current
    }
}

extension Presented: Hashable where State: Hashable {
    /// Hashes the values that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(counter)
        hasher.combine(current)
    }
}

extension Presented: CustomReflectable {
    /// The presentation by its id, or nil.
    public var customMirror: Mirror {
        guard let current else { return Mirror(self, children: [], displayStyle: .optional) }
        return Mirror(self, unlabeledChildren: [(current.id, current.value)], displayStyle: .dictionary)
    }
}

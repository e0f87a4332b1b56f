// SPDX-License-Identifier: MIT

/// The state of something that is presented, with its id.
///
/// ``Presented`` and ``PresentationStack`` create presentations and contain them.
public struct Presentation<State>: Identifiable {
    /// The id, which no other presentation of the container has, had or will have.
    public let id: PresentationID
    /// The state of the screen, sheet or alert.
    public let value: State

    @inlinable init(id: PresentationID, value: State) {
        self.id = id
        self.value = value
    }
}

extension Presentation: Sendable where State: Sendable {}
extension Presentation: Equatable where State: Equatable {}
extension Presentation: Hashable where State: Hashable {}

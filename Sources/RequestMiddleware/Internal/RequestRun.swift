// SPDX-License-Identifier: MIT

/// One run of a request: its input, and an identity that no other run has.
///
/// The state holds it while the request is under way. Two runs of the same input are different, also
/// where a state is replaced by one that was kept.
@usableFromInline struct RequestRun<Input: Sendable>: Hashable, Sendable, CustomStringConvertible {
    @usableFromInline final class Identity: Sendable {}

    @usableFromInline let input: Input
    @usableFromInline let identity = Identity()

    /// The input, by which a trail and a test name the run.
    @usableFromInline var description: String { "\(input)" }

    init(_ input: Input) {
        self.input = input
    }

    @inlinable static func == (lhs: RequestRun, rhs: RequestRun) -> Bool { lhs.identity === rhs.identity }

    @inlinable func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}

// SPDX-License-Identifier: MIT

/// One run of a request: its input, and an identity that no other run has.
///
/// The state holds it while the request is under way. Two runs of the same input are different, also
/// where a state is replaced by one that was kept.
struct RequestRun<Input: Sendable>: Hashable, Sendable, CustomStringConvertible {
    private final class Identity: Sendable {}

    let input: Input
    private let identity = Identity()

    /// The input, by which a trail and a test name the run.
    var description: String { "\(input)" }

    init(_ input: Input) {
        self.input = input
    }

    static func == (lhs: RequestRun, rhs: RequestRun) -> Bool { lhs.identity === rhs.identity }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}

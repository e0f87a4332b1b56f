// SPDX-License-Identifier: MIT

import RexCore

/// The input of a list of pages, which reports name by another name.
protocol PageRequest {}

/// A run of a request: its input and a unique identity.
///
/// The state contains it while the request is running. Two runs with the same input differ, even
/// after an older state was restored.
@usableFromInline struct RequestRun<Input: Sendable>: Hashable, Sendable, CustomStringConvertible {
    @usableFromInline final class Identity: Sendable {
        #if DEBUG
        /// Whether the feature's effect has seen the run in a state.
        let isSeen = Lock(false)
        /// Whether the run has replaced one that the effect has seen.
        let replacesSeen: Bool

        init(replacing old: Identity?) { replacesSeen = old?.isSeen.withLock(\.self) ?? false }
        #else
        init(replacing old: Identity?) {}
        #endif
    }

    @usableFromInline let input: Input
    @usableFromInline let identity: Identity

    /// The input.
    ///
    /// Trails and tests name the run by it.
    @usableFromInline var description: String { "\(input)" }

    init(_ input: Input, replacing old: RequestRun? = nil) {
        self.input = input
        identity = Identity(replacing: old?.identity)
    }

    #if DEBUG
    /// Notes that a reducer has begun the run, if one is reducing.
    func noteBegun() {
        UnhandledRuns.add { [weak identity] in
            guard let identity, !identity.isSeen.withLock(\.self) else { return nil }
            let subject =
                (Input.self as? any PageRequest.Type).map { _ in "a page" }
                ?? "a request with an input of the type \(Input.self)"
            return """
                A reducer has started \(subject), but no feature of this store had seen it at the end of the action, and \
                without one no answer arrives. Add Feature.request, Feature.pages or Feature.requests, lifted to this part of \
                the state.
                """
        }
    }

    /// Notes that the feature's effect has seen the run.
    func noteSeen() { identity.isSeen.withLock { $0 = true } }

    /// Whether a reducer has started the run in place of a running one since the effect last saw
    /// the state.
    ///
    /// The effect sees the state after each action.
    var beganInThisReduction: Bool { identity.replacesSeen && !identity.isSeen.withLock(\.self) }
    #endif

    @inlinable static func == (lhs: RequestRun, rhs: RequestRun) -> Bool { lhs.identity === rhs.identity }

    @inlinable func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}

// A run is encoded as its input. A decoded run is another one.
extension RequestRun: Encodable where Input: Encodable {
    @usableFromInline func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(input)
    }
}

extension RequestRun: Decodable where Input: Decodable {
    @usableFromInline init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Input.self))
    }
}

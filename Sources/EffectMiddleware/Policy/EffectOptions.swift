// SPDX-License-Identifier: MIT

/// The options of a policy, apart from how it finds keys.
@usableFromInline struct EffectOptions: Sendable {
    /// The fate of a trigger while runs of its key go on.
    enum Mode: Sendable, Equatable {
        case each
        case limited(to: Int)
        case latest
        case first
        case keepingLatest
    }

    struct Throttle: Sendable, Equatable {
        let span: Duration
        let keepsLatest: Bool
    }

    struct Retry: Sendable {
        let times: Int
        let delay: EffectDelay
        let condition: (@Sendable (any Error) -> Bool)?
    }

    var mode: Mode
    var debounce: Duration?
    var throttle: Throttle?
    var retry: Retry?
    @usableFromInline var timeout: Duration?
    @usableFromInline var priority: TaskPriority?
    /// The type of the keys, if there are any.
    var keyType: (any (Hashable & Sendable).Type)?

    /// True if the state starts the runs, not an action.
    private(set) var isOfState = false
    /// The number of keys of the state that may run at once; nil for all.
    private(set) var stateLimit: Int?

    /// True if a trigger may wait for a deadline.
    var isTimed: Bool { debounce != nil || throttle != nil }

    /// Returns the options for a rule that the state starts, which keeps the runs of each key
    /// apart, and the reason why they do not suit such a rule, if there is one.
    ///
    /// - Parameters:
    ///   - keyType: The type of the keys of the state.
    ///   - isForEach: True if the state may have several keys at once.
    @usableFromInline func ofState(
        _ keyType: (any (Hashable & Sendable).Type)?,
        isForEach: Bool
    ) -> (options: EffectOptions, mistake: String?) {
        var options = self
        var mistake: String?
        switch mode {
        case .each where isForEach: break
        case .latest where !isForEach: break
        case .limited(let limit) where isForEach || limit == 1: options.stateLimit = limit
        default:
            mistake =
                isForEach
                ? "the keys of the state take .each, .each(limit:) or .queued"
                : "a key of the state takes .latest or .queued"
        }
        if throttle != nil { mistake = "what the state starts cannot be throttled" }
        if self.keyType != nil { mistake = "the state has the keys, so the policy has no .by" }
        options.mode = .latest
        options.keyType = keyType
        options.isOfState = true
        return (options, self.mistake ?? mistake)
    }

    /// Returns true if the runs of two rules can share slots.
    func isCompatible(with other: EffectOptions) -> Bool {
        guard !isOfState, !other.isOfState else { return isOfState == other.isOfState }
        return mode == other.mode && debounce == other.debounce && throttle == other.throttle
            && keyType.map { ObjectIdentifier($0) } == other.keyType.map { ObjectIdentifier($0) }
    }

    /// The reason why no rule can work with these options; nil if there is none.
    var mistake: String? {
        if case .limited(let limit) = mode, limit < 1 {
            return "a limit of \(limit) lets no run start: it is 1 or more"
        }
        for duration in [debounce, throttle?.span, timeout].compactMap(\.self) where duration < .zero {
            return "a duration of \(duration) is negative"
        }
        guard let retry else { return nil }
        return retry.times < 0 ? "it cannot be tried again \(retry.times) times" : retry.delay.mistake
    }
}

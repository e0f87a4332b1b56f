// SPDX-License-Identifier: MIT

/// What a policy says, apart from how it finds keys.
@usableFromInline struct EffectPlan: Sendable {
    /// What becomes of a trigger while runs of its key go on.
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

    /// Whether the state starts the runs.
    private(set) var isOfState = false
    /// Of such a rule how many of its keys may run at once; nil for all.
    private(set) var stateLimit: Int?

    /// Whether something of it waits for a moment.
    var isTimed: Bool { debounce != nil || throttle != nil }

    /// The same for a rule that the state starts, which keeps the runs of each key apart.
    ///
    /// - `isForEach`: whether several keys may be there at once.
    @usableFromInline func ofState(
        _ keyType: (any (Hashable & Sendable).Type)?,
        isForEach: Bool
    ) -> (plan: EffectPlan, mistake: String?) {
        var plan = self
        var mistake: String?
        switch mode {
        case .each where isForEach: break
        case .latest where !isForEach: break
        case .limited(let limit) where isForEach || limit == 1: plan.stateLimit = limit
        default:
            mistake =
                isForEach
                ? "the keys of the state take .each, .each(limit:) or .queued"
                : "a key of the state takes .latest or .queued"
        }
        if throttle != nil { mistake = "what the state starts cannot be throttled" }
        if self.keyType != nil { mistake = "the state has the keys, so the policy has no .by" }
        plan.mode = .latest
        plan.keyType = keyType
        plan.isOfState = true
        return (plan, self.mistake ?? mistake)
    }

    /// Whether the runs of two rules can be kept as those of one.
    func goesWith(_ other: EffectPlan) -> Bool {
        guard !isOfState, !other.isOfState else { return isOfState == other.isOfState }
        return mode == other.mode && debounce == other.debounce && throttle == other.throttle
            && keyType.map { ObjectIdentifier($0) } == other.keyType.map { ObjectIdentifier($0) }
    }

    /// What is wrong with it, if anything.
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

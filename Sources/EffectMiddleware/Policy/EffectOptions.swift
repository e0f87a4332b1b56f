// SPDX-License-Identifier: MIT

/// The options of a policy, without its key function.
@usableFromInline struct EffectOptions: Sendable {
    /// What happens to a trigger while runs of its key are in progress.
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

        /// The retries for a map, as in `retrying 3 after 1.0 seconds if a function of the error`.
        var text: String {
            "retrying \(times)\(delay.text.map { " after \($0)" } ?? "")"
                + (condition == nil ? "" : " if a function of the error")
        }
    }

    var mode: Mode
    var debounce: Duration?
    var throttle: Throttle?
    var retry: Retry?
    @usableFromInline var timeout: Duration?
    @usableFromInline var priority: TaskPriority?
    /// The type of the keys, if there are any.
    var keyType: (any (Hashable & Sendable).Type)?

    /// Whether the state starts the runs, instead of an action.
    private(set) var isOfState = false
    /// The maximum number of concurrent keys of the state, or nil for no limit.
    private(set) var stateLimit: Int?

    /// Whether a trigger may have to wait for a deadline.
    var isTimed: Bool { debounce != nil || throttle != nil }

    /// Returns the options for a rule of the state, which keeps the runs of each key separate, and
    /// the reason why they are invalid for such a rule, if they are.
    ///
    /// - Parameters:
    ///   - keyType: The type of the keys of the state.
    ///   - isForEach: Whether the state can have several keys at once.
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
                ? "forEach takes .each, .each(limit:) or .queued"
                : "during takes .latest or .queued"
        }
        if throttle != nil { mistake = "a rule of the state cannot be throttled" }
        if self.keyType != nil { mistake = "the state provides the keys, so the policy must not have .by" }
        options.mode = .latest
        options.keyType = keyType
        options.isOfState = true
        return (options, self.mistake ?? mistake)
    }

    /// Returns whether the runs of two rules can share slots.
    func isCompatible(with other: EffectOptions) -> Bool {
        guard !isOfState, !other.isOfState else { return isOfState == other.isOfState }
        return mode == other.mode && debounce == other.debounce && throttle == other.throttle
            && keyType.map { ObjectIdentifier($0) } == other.keyType.map { ObjectIdentifier($0) }
    }

    /// The reason why the options are invalid, or nil if they are valid.
    var mistake: String? {
        if case .limited(let limit) = mode, limit < 1 {
            return "a limit of \(limit) lets no run start: it must be 1 or more"
        }
        for duration in [debounce, throttle?.span, timeout].compactMap(\.self) where duration < .zero {
            return "a duration of \(duration) is negative"
        }
        guard let retry else { return nil }
        return retry.times < 0 ? "a number of \(retry.times) retries is negative" : retry.delay.mistake
    }
}

extension EffectOptions {
    /// The trigger and the policy, as in `a function of the action, latest, debounced for 0.3 seconds`.
    var text: String {
        (["a function of the \(isOfState ? "state" : "action")"] + words).joined(separator: ", ")
    }

    /// The parts of the policy, as in `latest` and `debounced for 0.3 seconds`.
    var words: [String] {
        let mode: String? =
            switch mode {
            case _ where isOfState: stateLimit.map { "each(limit: \($0))" }
            case .each: "each"
            case .limited(let limit): "each(limit: \(limit))"
            case .latest: "latest"
            case .first: "first"
            case .keepingLatest: "keepingLatest"
            }
        let words = [
            mode,
            isOfState ? nil : keyType.map { "by \($0)" },
            debounce.map { "debounced for \($0)" },
            throttle.map { "throttled for \($0.span)\($0.keepsLatest ? "" : " without the latest")" },
            retry?.text,
            timeout.map { "timeout \($0)" },
            priority.map { "priority \("\($0)".trimmingPrefix("TaskPriority."))" },
        ]
        return words.compactMap(\.self)
    }
}

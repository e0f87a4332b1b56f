// SPDX-License-Identifier: MIT

package import RexCore

/// The delay before an effect is retried.
public struct EffectDelay: Sendable {
    private enum Kind: Sendable {
        case none
        case constant(Duration)
        case exponential(first: Duration, factor: Double, longest: Duration?, jitter: Double)
    }

    private let kind: Kind

    /// No delay: retries immediately.
    public static let none = EffectDelay(kind: .none)

    /// The same delay before each retry.
    public static func constant(_ duration: Duration) -> EffectDelay {
        EffectDelay(kind: .constant(duration))
    }

    /// An increasing delay: `first` before the first retry, then each delay is `factor` times the
    /// previous one.
    ///
    /// - Parameters:
    ///   - first: The delay before the first retry.
    ///   - factor: The factor between consecutive delays; 1 or more. Values above 10⁹ count as 10⁹.
    ///   - longest: The maximum delay, or nil for no limit. Delays stop growing at 137 years.
    ///   - jitter: The random part of each delay, from 0 to 1. With 0.2, a delay of ten seconds
    ///     becomes one between eight and ten seconds, so that effects that failed together don't
    ///     retry together.
    public static func exponential(
        from first: Duration,
        factor: Double = 2,
        upTo longest: Duration? = nil,
        jitter: Double = 0
    ) -> EffectDelay {
        EffectDelay(kind: .exponential(first: first, factor: factor, longest: longest, jitter: jitter))
    }

    /// Returns the delay after a number of failures, starting with 1.
    package func duration(afterFailure number: Int, using random: RandomSource) -> Duration {
        switch kind {
        case .none: return .zero
        case .constant(let duration): return duration
        case .exponential(let first, let factor, let longest, let jitter):
            // Limits both, so that the multiplication can't overflow.
            let end = min(longest ?? .seconds(1 << 32), .seconds(1 << 32))
            let factor = min(factor, 1_000_000_000)
            var delay = first
            for _ in 1..<max(number, 1) {
                guard delay < end else { break }
                delay = delay * factor
            }
            delay = min(delay, longest ?? delay)
            var random = random
            return jitter > 0 ? delay * (1 - Double.random(in: 0...jitter, using: &random)) : delay
        }
    }

    /// The delay for a map, as in `1.0 seconds, then 2.0 times as long up to 30.0 seconds`, or nil if there is none.
    var text: String? {
        switch kind {
        case .none: nil
        case .constant(let duration): "\(duration)"
        case .exponential(let first, let factor, let longest, let jitter):
            "\(first), then \(factor) times as long" + (longest.map { " up to \($0)" } ?? "")
                + (jitter > 0 ? " with a jitter of \(jitter)" : "")
        }
    }

    /// The reason why the delay is invalid, or nil if it is valid.
    package var mistake: String? {
        switch kind {
        case .none: nil
        case .constant(let duration): duration < .zero ? "a delay of \(duration) is negative" : nil
        case .exponential(let first, let factor, let longest, let jitter):
            if first < .zero || longest.map({ $0 < .zero }) ?? false {
                "a delay is negative"
            } else if !(factor >= 1) {
                "a factor of \(factor) makes delays shorter: it must be 1 or more"
            } else if !(0...1).contains(jitter) {
                "a jitter of \(jitter) is out of range: it must be between 0 and 1"
            } else {
                nil
            }
        }
    }
}

// SPDX-License-Identifier: MIT

package import RexCore

/// The time that an effect waits before it is tried again.
public struct EffectDelay: Sendable {
    private enum Kind: Sendable {
        case none
        case constant(Duration)
        case exponential(first: Duration, factor: Double, longest: Duration?, jitter: Double)
    }

    private let kind: Kind

    /// No delay: the effect is tried again at once.
    public static let none = EffectDelay(kind: .none)

    /// The same delay before each further try.
    public static func constant(_ duration: Duration) -> EffectDelay {
        EffectDelay(kind: .constant(duration))
    }

    /// A longer delay each time: `first`, then `factor` times as long as before.
    ///
    /// - Parameters:
    ///   - first: The delay before the first further try.
    ///   - factor: The factor from each delay to the next one; 1 or more. One of more than 10⁹
    ///     counts as 10⁹.
    ///   - longest: The longest delay; nil for no limit. A delay of more than 137 years grows no
    ///     more.
    ///   - jitter: The part of each delay that is random, from 0 to 1: with 0.2 a delay of ten
    ///     seconds becomes one between eight and ten, so that many who failed together do not come
    ///     back together.
    public static func exponential(
        from first: Duration,
        factor: Double = 2,
        upTo longest: Duration? = nil,
        jitter: Double = 0
    ) -> EffectDelay {
        EffectDelay(kind: .exponential(first: first, factor: factor, longest: longest, jitter: jitter))
    }

    /// The delay after so many failures, the first of which is number 1.
    package func duration(afterFailure number: Int, using random: RandomSource) -> Duration {
        switch kind {
        case .none: return .zero
        case .constant(let duration): return duration
        case .exponential(let first, let factor, let longest, let jitter):
            // Neither a long delay nor a large factor may make the multiplication overflow.
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

    /// The reason why no rule can work with this delay; nil if there is none.
    package var mistake: String? {
        switch kind {
        case .none: nil
        case .constant(let duration): duration < .zero ? "a delay of \(duration) is negative" : nil
        case .exponential(let first, let factor, let longest, let jitter):
            if first < .zero || longest.map({ $0 < .zero }) ?? false {
                "a delay is negative"
            } else if !(factor >= 1) {
                "delays that are multiplied with \(factor) get shorter: the factor is 1 or more"
            } else if !(0...1).contains(jitter) {
                "a jitter of \(jitter) is no part of a delay: it is between 0 and 1"
            } else {
                nil
            }
        }
    }
}

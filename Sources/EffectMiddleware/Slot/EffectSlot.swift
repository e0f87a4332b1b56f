// SPDX-License-Identifier: MIT

import RexCore

/// What goes on at one place; for who has the lock of the engine, the pulse aside.
@usableFromInline final class EffectSlot {
    /// What runs ask of their slot.
    let pulse: EffectPulse
    let rule: EffectRule
    /// Nil for what belongs to the whole rule.
    let key: EffectKey?
    let node: EffectNode
    var machine: EffectMachine<EffectRun>
    /// The runs that were not cancelled and are not over.
    private(set) var live: [EffectRun] = []
    /// Whether it has had a run that has a last word; not each rule of a name has one.
    var hasLastWords = false
    /// Whether its node knows it.
    var isAttached = false
    /// Where it is among the active ones of its node.
    var activeIndex: Int?
    /// Where it is among those for which something is due, and among those of which only a span is left.
    var dueIndex: Int?
    var spanIndex: Int?

    init(_ rule: EffectRule, _ key: EffectKey?, in node: EffectNode) {
        self.rule = rule
        self.key = key
        self.node = node
        pulse = EffectPulse(rule.group &+ (key?.hash ?? 0))
        machine = EffectMachine(rule.plan)
    }

    /// Whether it is that of a whole rule that belongs to no element: there are few, and they stay.
    var isPlain: Bool { key == nil && node.parent == nil }

    func insert(_ run: EffectRun) {
        run.index = live.count
        live.append(run)
    }

    func remove(_ run: EffectRun) {
        let last = live.removeLast()
        if last !== run {
            live[run.index] = last
            last.index = run.index
        }
        // A few are room to keep.
        if live.isEmpty, live.capacity > 64 { live = [] }
    }

    func takeLive() -> [EffectRun] {
        defer { live = [] }
        return live
    }
}

@available(*, unavailable)
extension EffectSlot: Sendable {}

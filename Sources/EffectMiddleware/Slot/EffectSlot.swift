// SPDX-License-Identifier: MIT

import RexCore

/// The runs and triggers of one ``EffectSlotID``; guarded by the lock of the engine, except for the
/// current epoch.
@usableFromInline final class EffectSlot {
    /// The current epoch, for the runs of the slot.
    let currentEpoch: EffectEpoch
    let rule: EffectRule
    /// The key; nil for a rule without keys.
    let key: EffectKey?
    let node: EffectNode
    var machine: EffectMachine<EffectRun>
    /// The runs that were not cancelled and are not over.
    private(set) var live: [EffectRun] = []
    /// True once it has had a run with a final action, which not each rule of a name has.
    var hasFinalActions = false
    /// True while its node can find it.
    var isAttached = false
    /// The index among the active slots of its node.
    var activeIndex: Int?
    /// The index in the heap of deadlines, and in that of throttle spans.
    var deadlineIndex: Int?
    var spanIndex: Int?

    init(_ rule: EffectRule, _ key: EffectKey?, in node: EffectNode) {
        self.rule = rule
        self.key = key
        self.node = node
        currentEpoch = EffectEpoch(rule.group &+ (key?.hash ?? 0))
        machine = EffectMachine(rule.options)
    }

    /// True for a rule without keys in no element: there are few such slots, and they stay.
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
        // The memory of a few is kept.
        if live.isEmpty, live.capacity > 64 { live = [] }
    }

    func takeLive() -> [EffectRun] {
        defer { live = [] }
        return live
    }
}

@available(*, unavailable)
extension EffectSlot: Sendable {}

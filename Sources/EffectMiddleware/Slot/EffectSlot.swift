// SPDX-License-Identifier: MIT

import RexCore

/// The runs and triggers of one ``EffectSlotID``.
///
/// Guarded by the lock of the engine, except for the current epoch.
@usableFromInline final class EffectSlot {
    /// The current epoch, for the runs of the slot.
    let currentEpoch: EffectEpoch
    let rule: EffectRule
    /// The key, or nil for a rule without keys.
    let key: EffectKey?
    let node: EffectNode
    /// Whether it is for a rule without keys outside of elements.
    ///
    /// There are few such slots, and they are kept.
    let isPlain: Bool
    let machine: EffectMachine<EffectRun>
    /// The runs that were neither cancelled nor have ended.
    private(set) var live: [EffectRun] = []
    /// Whether the slot has had a run with a final action.
    ///
    /// Rules with the same name may differ in that.
    var hasFinalActions = false
    /// Whether its node contains it.
    var isAttached = false
    /// The index among the active slots of its node.
    var activeIndex: Int?
    /// The indexes in the heap of deadlines and in the heap of throttle intervals.
    var deadlineIndex: Int?
    var spanIndex: Int?

    init(_ rule: EffectRule, _ key: EffectKey?, in node: EffectNode) {
        self.rule = rule
        self.key = key
        self.node = node
        isPlain = key == nil && node.parent == nil
        currentEpoch = EffectEpoch(rule.group &+ (key?.hash ?? 0))
        machine = EffectMachine(rule)
    }

    // The list is taken out, changed and put back, since a change in place would be checked for
    // exclusive access.

    func insert(_ run: EffectRun) {
        var runs = takeLive()
        run.index = runs.count
        runs.append(run)
        live = runs
    }

    func remove(_ run: EffectRun) {
        var runs = takeLive()
        runs.swapRemove(at: run.index)?.index = run.index
        live = runs
    }

    func takeLive() -> [EffectRun] {
        var runs: [EffectRun] = []
        swap(&runs, &live)
        return runs
    }
}

@available(*, unavailable)
extension EffectSlot: Sendable {}

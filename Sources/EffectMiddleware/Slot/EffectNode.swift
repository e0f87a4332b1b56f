// SPDX-License-Identifier: MIT

import RexCore

/// The slots of one element, or of no element.
///
/// Guarded by the lock of the engine.
///
/// Slots and elements are found by the hash of a key here. The keys are compared without holding
/// the lock, since `==` is user code.
final class EffectNode {
    /// The node of the enclosing element, or nil for the root.
    let parent: EffectNode?
    /// The id of the element, or nil for the root.
    let key: EffectKey?
    /// The slots of whole rules, by the number of the rule.
    private var plain: [EffectSlot?] = []
    private var slots: [Int: [EffectSlot]] = [:]
    private var children: [Int: [EffectNode]] = [:]
    /// The slots with running or waiting effects, and the child elements with such slots, in no
    /// order.
    private(set) var activeSlots: [EffectSlot] = []
    private(set) var activeChildren: [EffectNode] = []
    private var activeIndex: Int?
    private var isAttached: Bool
    /// The limiters of limited rules of the state.
    var limiters: [Int: EffectLimiter] = [:]
    /// The last known ids of the child elements.
    ///
    /// Only for the processing thread.
    var knownIDs: AnyObject?

    init(_ key: EffectKey? = nil, in parent: EffectNode? = nil) {
        self.key = key
        self.parent = parent
        isAttached = parent == nil
    }

    // MARK: Finding

    func plainSlot(of group: Int) -> EffectSlot? { plain.indices.contains(group) ? plain[group] : nil }

    func slots(withHash hash: Int) -> [EffectSlot] { slots[hash] ?? [] }

    func children(withHash hash: Int) -> [EffectNode] { children[hash] ?? [] }

    // MARK: Attaching and detaching

    /// Adds the slot to its node, and the node to its parent.
    func attach(_ slot: EffectSlot) {
        guard !slot.isAttached else { return }
        slot.isAttached = true
        if let key = slot.key {
            slots[key.hash, default: []].append(slot)
        } else {
            setPlainSlot(slot, of: slot.rule.group)
        }
        attachToParent()
    }

    /// Takes the list out, changes it and puts it back, so that `plainSlot(of:)` needs no check of
    /// exclusive access for each trigger.
    private func setPlainSlot(_ slot: EffectSlot?, of group: Int) {
        var slots: [EffectSlot?] = []
        swap(&slots, &plain)
        while slots.count <= group { slots.append(nil) }
        slots[group] = slot
        plain = slots.allSatisfy { $0 == nil } ? [] : slots
    }

    private func attachToParent() {
        guard !isAttached, let parent, let key else { return }
        isAttached = true
        parent.children[key.hash, default: []].append(self)
        parent.attachToParent()
    }

    func detach(_ slot: EffectSlot) {
        guard slot.isAttached else { return }
        slot.isAttached = false
        if let key = slot.key {
            slots[key.hash]?.removeAll { $0 === slot }
            if slots[key.hash]?.isEmpty == true { slots[key.hash] = nil }
        } else {
            setPlainSlot(nil, of: slot.rule.group)
        }
        detachIfEmpty()
    }

    private func detachIfEmpty() {
        guard isAttached, plain.isEmpty, slots.isEmpty, children.isEmpty, let parent, let key else { return }
        isAttached = false
        parent.children[key.hash]?.removeAll { $0 === self }
        if parent.children[key.hash]?.isEmpty == true { parent.children[key.hash] = nil }
        parent.detachIfEmpty()
    }

    /// Empties the tree.
    ///
    /// Returns its objects, to be released without holding a lock.
    func detachAll() -> [AnyObject] {
        defer { (plain, slots, children) = ([], [:], [:]) }
        return plain.compactMap(\.self) + slots.values.flatMap { $0 as [AnyObject] }
            + children.values.flatMap { $0 as [AnyObject] }
    }

    // MARK: Activity

    func setActive(_ slot: EffectSlot, _ isActive: Bool) {
        guard isActive != (slot.activeIndex != nil) else { return }
        if isActive {
            slot.activeIndex = activeSlots.count
            activeSlots.append(slot)
        } else if let index = slot.activeIndex.take() {
            activeSlots.swapRemove(at: index)?.activeIndex = index
        }
        updateActivity()
    }

    private func updateActivity() {
        let isActive = !activeSlots.isEmpty || !activeChildren.isEmpty
        guard let parent, isActive != (activeIndex != nil) else { return }
        if isActive {
            activeIndex = parent.activeChildren.count
            parent.activeChildren.append(self)
        } else if let index = activeIndex.take() {
            parent.activeChildren.swapRemove(at: index)?.activeIndex = index
        }
        parent.updateActivity()
    }

    /// The active slots of this element and its child elements.
    var allActiveSlots: [EffectSlot] {
        guard !activeChildren.isEmpty else { return activeSlots }
        var all = activeSlots
        for child in activeChildren { child.appendActiveSlots(to: &all) }
        return all
    }

    /// Returns the slots of some rules with a key of this hash, in this element and its active
    /// child elements.
    func allSlots(withHash hash: Int, of groups: Set<Int>) -> [EffectSlot] {
        let own = slots(withHash: hash).filter { groups.contains($0.rule.group) }
        return activeChildren.reduce(into: own) { $0 += $1.allSlots(withHash: hash, of: groups) }
    }

    private func appendActiveSlots(to all: inout [EffectSlot]) {
        all += activeSlots
        for child in activeChildren { child.appendActiveSlots(to: &all) }
    }
}

@available(*, unavailable)
extension EffectNode: Sendable {}

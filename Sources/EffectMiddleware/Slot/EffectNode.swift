// SPDX-License-Identifier: MIT

/// The slots of one element, or those that belong to none; guarded by the lock of the engine.
///
/// Slots and elements are found by the hash of a key here, and the keys compared where the lock is
/// free: `==` is the user's code.
final class EffectNode {
    /// The node of the element around it; nil for the root.
    let parent: EffectNode?
    /// The element; nil for the root.
    let key: EffectKey?
    /// The slots of whole rules, by the number of the rule.
    private var plain: [EffectSlot?] = []
    private var slots: [Int: [EffectSlot]] = [:]
    private var children: [Int: [EffectNode]] = [:]
    /// The slots in which something runs or waits, and the elements that have such, in no order.
    private(set) var activeSlots: [EffectSlot] = []
    private(set) var activeChildren: [EffectNode] = []
    private var activeIndex: Int?
    private var isAttached: Bool
    /// The limiters of rules that let only so many keys of the state run at once.
    var limiters: [Int: EffectLimiter] = [:]
    /// The ids of the elements below as they were last seen; only for the thread that processes.
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

    // MARK: Coming and going

    /// Makes the slot findable, and its node as well.
    func attach(_ slot: EffectSlot) {
        guard !slot.isAttached else { return }
        slot.isAttached = true
        if let key = slot.key {
            slots[key.hash, default: []].append(slot)
        } else {
            while plain.count <= slot.rule.group { plain.append(nil) }
            plain[slot.rule.group] = slot
        }
        attachToParent()
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
            plain[slot.rule.group] = nil
            if plain.allSatisfy({ $0 == nil }) { plain = [] }
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

    /// Empties the tree, and returns the objects in it, which are to be released where no lock is
    /// held.
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
        } else if let index = slot.activeIndex.take(), let last = activeSlots.popLast(), last !== slot {
            activeSlots[index] = last
            last.activeIndex = index
        }
        updateActivity()
    }

    private func updateActivity() {
        let isActive = !activeSlots.isEmpty || !activeChildren.isEmpty
        guard let parent, isActive != (activeIndex != nil) else { return }
        if isActive {
            activeIndex = parent.activeChildren.count
            parent.activeChildren.append(self)
        } else if let index = activeIndex.take(), let last = parent.activeChildren.popLast(), last !== self {
            parent.activeChildren[index] = last
            last.activeIndex = index
        }
        parent.updateActivity()
    }

    /// The active slots of this element and of those in it.
    var allActiveSlots: [EffectSlot] {
        guard !activeChildren.isEmpty else { return activeSlots }
        var all = activeSlots
        for child in activeChildren { child.appendActiveSlots(to: &all) }
        return all
    }

    /// Returns the slots of some rules with a key of this hash, of this element and of the active
    /// ones in it.
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

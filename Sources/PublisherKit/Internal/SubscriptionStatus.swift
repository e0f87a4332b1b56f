// SPDX-License-Identifier: MIT

#if !canImport(Combine)
import RexCore

/// The status of a subscription, for readers that check it for each value and can't afford a lock.
///
/// A writer holds a lock, or is the only writer.
struct SubscriptionStatus: ~Copyable {
    enum Value: Int32 { case waiting, active, over }

    private let value: AtomicInt32

    init(_ value: Value = .waiting) {
        self.value = AtomicInt32(value.rawValue)
    }

    var isActive: Bool { value.load() == Value.active.rawValue }
    var isOver: Bool { value.load() == Value.over.rawValue }

    func set(_ value: Value) {
        self.value.store(value.rawValue)
    }
}
#endif

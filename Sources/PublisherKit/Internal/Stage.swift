// SPDX-License-Identifier: MIT

#if !canImport(Combine)
import CRexSystem

/// How far a subscription has come, for whoever looks at it once for each value and cannot pay for a lock.
///
/// Who sets it holds a lock, or is the only one who does.
///
/// It is safe because nobody else has the memory, which is good from `init` to `deinit`, and because it is only read and
/// written as a whole.
@safe struct Stage: ~Copyable {
    enum Value: Int32 { case waiting, active, over }

    private let memory = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

    init(_ value: Value = .waiting) {
        unsafe memory.initialize(to: value.rawValue)
    }

    deinit {
        unsafe memory.deallocate()
    }

    var isActive: Bool { unsafe rex_atomic_load(memory) == Value.active.rawValue }
    var isOver: Bool { unsafe rex_atomic_load(memory) == Value.over.rawValue }

    func set(_ value: Value) {
        unsafe rex_atomic_store(memory, value.rawValue)
    }
}
#endif

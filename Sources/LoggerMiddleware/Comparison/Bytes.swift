// SPDX-License-Identifier: MIT

import CRexSystem

/// Compares values by their bytes in memory.
///
/// Equal bytes are the same value: the same numbers, and references to the same objects and storage. Different bytes say
/// nothing: equal strings may have two storages, and the gaps between fields may hold anything.
enum Bytes {
    /// Whether two values of one type have equal bytes.
    static func areEqual(_ old: Any, _ new: Any) -> Bool {
        func compareWithNew<Value>(_ old: Value) -> Bool {
            guard let new = new as? Value else { return false }
            return withUnsafeBytes(of: old) { old in
                withUnsafeBytes(of: new) { areEqual(old.baseAddress, $0.baseAddress, count: old.count) }
            }
        }
        return _openExistential(old, do: compareWithNew)
    }

    /// Whether `count` bytes at two places are equal; true for none.
    static func areEqual(_ old: UnsafeRawPointer?, _ new: UnsafeRawPointer?, count: Int) -> Bool {
        guard count > 0, let old, let new else { return true }
        return memcmp(old, new, count) == 0
    }
}

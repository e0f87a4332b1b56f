// SPDX-License-Identifier: MIT

/// Returns a function that reads the property of a key path.
///
/// A stored property of a struct is read at its offset, which takes a tenth of the time. It matters
/// since the property is read for each action of a store, by a key path that the optimiser doesn't
/// know. For other properties, `MemoryLayout` has no offset.
@inlinable package func reader<Root, Value>(
    of path: any KeyPath<Root, Value> & Sendable
) -> @Sendable (Root) -> Value {
    guard let offset = MemoryLayout<Root>.offset(of: path) else { return { $0[keyPath: path] } }
    return { root in
        unsafe withUnsafePointer(to: root) { root in
            unsafe (UnsafeRawPointer(root) + offset).assumingMemoryBound(to: Value.self).pointee
        }
    }
}

// SPDX-License-Identifier: MIT

/// Reads and changes the property of a key path, at its offset if it is stored.
@usableFromInline struct PropertyAccess<Root, Value>: Sendable {
    @usableFromInline let path: any WritableKeyPath<Root, Value> & Sendable
    /// The offset of a stored property; nil for other properties.
    @usableFromInline let offset: Int?
    @usableFromInline let read: @Sendable (Root) -> Value

    @inlinable init(_ path: any WritableKeyPath<Root, Value> & Sendable) {
        self.path = path
        offset = MemoryLayout<Root>.offset(of: path)
        read = reader(of: path)
    }

    /// The bytes of a stored property in its root; empty for other properties.
    @inlinable var bytes: Range<Int> {
        offset.map { $0..<$0 + MemoryLayout<Value>.size } ?? 0..<0
    }

    /// Calls `body` with the property, which it changes in place.
    @inlinable func change(_ root: inout Root, _ body: (inout Value) -> Void) {
        guard let offset else { return body(&root[keyPath: path]) }
        unsafe withUnsafeMutablePointer(to: &root) { root in
            unsafe body(&(UnsafeMutableRawPointer(root) + offset).assumingMemoryBound(to: Value.self).pointee)
        }
    }
}

// SPDX-License-Identifier: MIT

import CRexSystem
import Observation

/// A value of a state that readers depend on, compared when the state changes; for the main actor
/// only.
///
/// It is safe because its memory is that of a subclass, which keeps it for as long as itself, and
/// because it reads no more of a state than there is of it at its offset.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@safe class Tracked: Observable {
    /// True if a node has it in its list.
    final var isTracked = false
    /// The offset of its value in a state; nil if only a call can find it.
    final var offset: Int? { unsafe comparison.offset }
    final let comparison: ByteComparison
    private final var registrar = ObservationRegistrar()
    /// The key path by which readers are registered whose presence is to be known: nobody but they
    /// keep it.
    private final weak var key: KeyPath<Tracked, Void>?

    /// The bytes of a value in a state, and those that were seen last.
    @unsafe struct ByteComparison {
        let offset: Int?
        let last: UnsafeRawPointer
        let size: Int

        /// Returns whether the bytes are those that were seen last, and so the value is.
        @inline(__always) func isUntouched(in state: UnsafeRawPointer) -> Bool {
            guard let offset = unsafe offset else { return false }
            if unsafe size == MemoryLayout<UInt>.size {
                return unsafe last.loadUnaligned(as: UInt.self) == (state + offset).loadUnaligned(as: UInt.self)
            }
            return unsafe memcmp(last, state + offset, size) == 0
        }
    }

    /// - Parameter last: where the value is that was seen last, `size` bytes.
    init(offset: Int?, last: UnsafeRawPointer, size: Int) {
        unsafe comparison = ByteComparison(offset: offset, last: last, size: size)
    }

    /// Stands for what is read.
    private final var value: Void { () }

    /// Registers whoever reads under `withObservationTracking`.
    final func access() {
        registrar.access(self, keyPath: \Tracked.value)
    }

    /// Registers whoever reads, so that `isAwaited` knows of it.
    final func accessAsKnown() {
        let key = key ?? \Tracked[reader: 0]
        registrar.access(self, keyPath: key)
        self.key = key
    }

    /// Stands for what is read by readers who are known.
    ///
    /// A key path with an argument is an object of its own each time.
    private final subscript(reader _: Int) -> Void { () }

    /// True if someone who was registered by ``accessAsKnown()`` waits to be notified.
    final var isAwaited: Bool { key != nil }

    /// True if a node has to keep it, though nothing of it has changed.
    var isNeeded: Bool { true }

    /// The selector that makes it, if there is one.
    var selectorID: ObjectIdentifier? { nil }

    /// Looks at a state that differs; whether it has to be looked at again the next time.
    func update(from state: UnsafeRawPointer, into notices: inout [Notice]) -> Bool { false }

    /// Returns the readers so far; who reads it from now on belongs to the next notice.
    final func takeReaders() -> Notice {
        defer {
            registrar = ObservationRegistrar()
            key = nil
        }
        return Notice(registrar: registrar, subject: self, key: key ?? \Tracked.value)
    }

    /// Readers that have to learn of a change.
    struct Notice {
        fileprivate let registrar: ObservationRegistrar
        fileprivate let subject: Tracked
        fileprivate let key: KeyPath<Tracked, Void>

        func notify() {
            registrar.withMutation(of: subject, keyPath: key) {}
        }
    }
}

@available(*, unavailable)
extension Tracked: Sendable {}
@available(*, unavailable)
extension Tracked.ByteComparison: Sendable {}

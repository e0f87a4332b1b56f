// SPDX-License-Identifier: MIT

import CRexSystem
import Observation

/// Something of a state that is looked at when the state changes; for the main actor only.
///
/// It is safe because its memory is that of a subclass, which keeps it for as long as itself, and because it reads no more of a
/// state than there is of it at its offset.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@safe class Watched: Observable {
    /// Whether a node has it in its list.
    final var isWatched = false
    /// Where its value begins in a state; nil if only a call can find it.
    final var offset: Int? { unsafe slot.offset }
    final let slot: Slot
    private final var registrar = ObservationRegistrar()
    /// What readers are registered by who are to be known: nobody but they keep it.
    private final weak var key: KeyPath<Watched, Void>?

    /// Where the bytes of a value are in a state, and where those that were seen last.
    @unsafe struct Slot {
        let offset: Int?
        let last: UnsafeRawPointer
        let size: Int

        /// Whether the bytes are those that were seen last, and so the value is.
        @inline(__always) func isUntouched(in state: UnsafeRawPointer) -> Bool {
            guard let offset = unsafe offset else { return false }
            if unsafe size == MemoryLayout<UInt>.size {
                return unsafe last.loadUnaligned(as: UInt.self) == (state + offset).loadUnaligned(as: UInt.self)
            }
            return unsafe memcmp(last, state + offset, size) == 0
        }
    }

    /// - `last`: where the value is that was seen last, `size` bytes.
    init(offset: Int?, last: UnsafeRawPointer, size: Int) {
        unsafe slot = Slot(offset: offset, last: last, size: size)
    }

    /// Stands for what is read.
    private final var value: Void { () }

    /// Registers whoever reads under `withObservationTracking`.
    final func access() {
        registrar.access(self, keyPath: \Watched.value)
    }

    /// Registers whoever reads, so that `isAwaited` knows of it.
    final func accessAsKnown() {
        let key = key ?? \Watched[reader: 0]
        registrar.access(self, keyPath: key)
        self.key = key
    }

    /// Stands for what is read by readers who are known.
    ///
    /// A key path with an argument is an object of its own each time.
    private final subscript(reader _: Int) -> Void { () }

    /// Whether someone who was registered by ``accessAsKnown()`` waits to be notified.
    final var isAwaited: Bool { key != nil }

    /// Whether a node has to keep it, though nothing of it has changed.
    var isNeeded: Bool { true }

    /// The selector that makes it, if there is one.
    var selectorID: ObjectIdentifier? { nil }

    /// Looks at a state that differs; whether it has to be looked at again the next time.
    func update(from state: UnsafeRawPointer, into notices: inout [Notice]) -> Bool { false }

    /// Those who have read it so far; who reads it from now on belongs to the next notice.
    final func takeReaders() -> Notice {
        defer {
            registrar = ObservationRegistrar()
            key = nil
        }
        return Notice(registrar: registrar, subject: self, key: key ?? \Watched.value)
    }

    /// Readers that have to learn of a change.
    struct Notice {
        fileprivate let registrar: ObservationRegistrar
        fileprivate let subject: Watched
        fileprivate let key: KeyPath<Watched, Void>

        func notify() {
            registrar.withMutation(of: subject, keyPath: key) {}
        }
    }
}

@available(*, unavailable)
extension Watched: Sendable {}
@available(*, unavailable)
extension Watched.Slot: Sendable {}

/// Memory for a value whose bytes can be looked at; it is safe because nobody else has its address for longer.
@safe final class Place<Value> {
    let pointer: UnsafeMutablePointer<Value>

    init(_ value: Value) {
        unsafe pointer = UnsafeMutablePointer.allocate(capacity: 1)
        unsafe pointer.initialize(to: value)
    }

    deinit {
        unsafe pointer.deinitialize(count: 1)
        unsafe pointer.deallocate()
    }

    var value: Value {
        get { unsafe pointer.pointee }
        set { unsafe pointer.pointee = newValue }
    }
}

@available(*, unavailable)
extension Place: Sendable {}

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
    /// Where its value begins in a state; nil if only a call can tell.
    final let offset: Int?
    private final let last: UnsafeRawPointer
    private final let size: Int
    private final var registrar = ObservationRegistrar()

    /// - Parameter last: where the value is that was seen last, `size` bytes.
    init(offset: Int?, last: UnsafeRawPointer, size: Int) {
        self.offset = offset
        unsafe self.last = unsafe last
        self.size = size
    }

    /// Stands for what is read.
    private final var value: Void { () }

    /// Registers whoever reads under `withObservationTracking`.
    final func access() {
        registrar.access(self, keyPath: \Watched.value)
    }

    /// Whether the bytes are those that were seen last, and so the value is.
    @inline(__always) final func isUntouched(in state: UnsafeRawPointer) -> Bool {
        guard let offset else { return false }
        return unsafe memcmp(last, state + offset, size) == 0
    }

    /// Looks at a state that differs; whether it has to be looked at again the next time.
    func update(from state: UnsafeRawPointer, into notices: inout [Notice]) -> Bool { false }

    /// Those who have read it so far; who reads it from now on belongs to the next notice.
    final func takeReaders() -> Notice {
        defer { registrar = ObservationRegistrar() }
        return Notice(registrar: registrar, subject: self)
    }

    /// Readers that have to learn of a change.
    struct Notice {
        fileprivate let registrar: ObservationRegistrar
        fileprivate let subject: Watched

        func notify() {
            registrar.withMutation(of: subject, keyPath: \Watched.value) {}
        }
    }
}

@available(*, unavailable)
extension Watched: Sendable {}

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

// SPDX-License-Identifier: MIT

import CRexSystem
import Observation

/// A value of a state that readers depend on.
///
/// It is compared when the state changes. Only for the main actor.
///
/// Memory safe: a subclass owns the memory and keeps it as long as itself. Reads don't go beyond
/// the value at its offset in the state.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@safe class Tracked: Observable {
    /// Whether a node tracks it.
    final var isTracked = false
    /// The offset of the value in the state, or nil if the value is computed.
    final var offset: Int? { unsafe comparison.offset }
    final let comparison: ByteComparison
    private final var registrar = ObservationRegistrar()
    /// Counts the notices.
    private final var noticeCount = 0
    /// The key path that ``accessAsKnown()`` registers readers with.
    ///
    /// Only these readers retain it.
    private final weak var key: KeyPath<Tracked, Void>?

    /// The location of a value in the state, and its last known bytes.
    @unsafe struct ByteComparison {
        let offset: Int?
        let last: UnsafeRawPointer
        let size: Int

        /// Returns whether the bytes, and so the value, are unchanged.
        @inline(__always) func isUntouched(in state: UnsafeRawPointer) -> Bool {
            guard let offset = unsafe offset else { return false }
            if unsafe size == MemoryLayout<UInt>.size {
                return unsafe last.loadUnaligned(as: UInt.self) == (state + offset).loadUnaligned(as: UInt.self)
            }
            return unsafe memcmp(last, state + offset, size) == 0
        }
    }

    /// - Parameter last: Points to the last known value, of `size` bytes.
    init(offset: Int?, last: UnsafeRawPointer, size: Int) {
        unsafe comparison = ByteComparison(offset: offset, last: last, size: size)
    }

    /// The property that stands for the value in the observation registrar.
    private final var value: Void { () }

    /// Registers the current reader of `withObservationTracking`.
    final func access() {
        registrar.access(self, keyPath: \Tracked.value)
    }

    /// Registers the current reader so that ``isAwaited`` detects it.
    final func accessAsKnown() {
        let key = key ?? \Tracked[reader: 0]
        registrar.access(self, keyPath: key)
        self.key = key
    }

    /// The property for readers that ``isAwaited`` detects.
    ///
    /// A key path with an argument is a new object each time.
    private final subscript(reader _: Int) -> Void { () }

    /// Whether a reader that was registered with ``accessAsKnown()`` waits for a change.
    final var isAwaited: Bool { key != nil }

    /// Releases what no reader waits for.
    ///
    /// Returns whether a node has to keep this even if it hasn't changed.
    func releaseUnneeded() -> Bool { true }

    /// Whether it must not be released while its part of the state is absent.
    var isHeld: Bool { false }

    /// The id of its selector, if it has one.
    var selectorID: ObjectIdentifier? { nil }

    /// Updates the value from a changed state and adds notices.
    ///
    /// Returns whether it stays tracked.
    func update(from state: UnsafeRawPointer, into notices: inout [Notice]) -> Bool { false }

    /// Returns the readers so far as a notice.
    ///
    /// Later readers belong to the next notice.
    final func takeReaders() -> Notice {
        defer {
            registrar = ObservationRegistrar()
            noticeCount += 1
            key = nil
        }
        return Notice(registrar: registrar, subject: self, key: key ?? \Tracked.value)
    }

    /// Returns a function that notifies the readers so far, unless a change has notified them since.
    final func notifyingReaders() -> () -> Void {
        let count = noticeCount
        return { [self] in if noticeCount == count { takeReaders().notify() } }
    }

    /// The readers to notify of a change.
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

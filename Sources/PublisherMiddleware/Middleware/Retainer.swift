// SPDX-License-Identifier: MIT

internal import PublisherKit
internal import RexCore

/// Keeps the cancellables of retained actions.
///
/// Can be used from any thread.
final class Retainer: Sendable {
    private let retention = Lock(Retention())

    var isOpen: Bool { retention.withLock { $0.isOpen } }
    var count: Int { retention.withLock { $0.count } }

    /// Runs a body and keeps the cancellables that it stored until they have been cleaned up.
    func run(_ body: (_ cancellables: inout Set<AnyCancellable>, _ cleanup: @escaping @Sendable () -> Void) -> Void) {
        let id = retention.withLock { $0.begin() }
        var cancellables: Set<AnyCancellable> = []
        body(&cancellables) { [self] in _ = cleanUp(id) }
        _ = retention.withLock { $0.end(id, storing: cancellables) }
    }

    /// Cancels all cancellables, and any that are stored later.
    func close() {
        _ = retention.withLock { $0.close() }
    }

    private func cleanUp(_ id: Int) -> Set<AnyCancellable> {
        retention.withLock { $0.cleanUp(id) }
    }
}

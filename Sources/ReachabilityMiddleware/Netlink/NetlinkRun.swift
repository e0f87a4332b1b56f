// SPDX-License-Identifier: MIT

#if os(Linux)

import Dispatch
import RexCore

/// One run of the netlink monitor.
///
/// It waits for changes on its own queue and reads the network again after each.
final class NetlinkRun: Sendable {
    private struct State {
        var reader: NetlinkReader
        var lastPath: NetworkPath?
    }

    private let changes: NetlinkSocket
    private let kinds: InterfaceKinds
    private let handler: @Sendable (NetworkPath) -> Void
    private let queue: DispatchQueue
    private let source: Lock<any DispatchSourceRead>
    private let state: Lock<State>

    /// Starts to receive changes.
    ///
    /// Reports nothing until ``start(onClose:)``, which must be called next.
    init(kinds: InterfaceKinds, handler: @escaping @Sendable (NetworkPath) -> Void) throws(NetlinkError) {
        let reader = try NetlinkReader()
        do {
            changes = try .forChanges()
        } catch {
            reader.close()
            throw error
        }
        self.kinds = kinds
        self.handler = handler
        state = Lock(State(reader: reader))
        queue = DispatchQueue(label: "rex.reachability.netlink")
        source = Lock(DispatchSource.makeReadSource(fileDescriptor: changes.descriptor, queue: queue))
    }

    /// Starts to report.
    ///
    /// The dispatch source keeps the run alive until it is cancelled.
    func start(onClose: @escaping @Sendable () -> Void) {
        source.withLock { source in
            source.setEventHandler { self.socketIsReadable() }
            source.setCancelHandler {
                self.changes.close()
                self.state.withLock { $0.reader.close() }
                onClose()
            }
            source.activate()
        }
        queue.async { self.reportPath() }
    }

    func cancel() {
        source.withLock { $0.cancel() }
    }

    private func socketIsReadable() {
        if state.withLock({ $0.reader.drain(changes) }) { reportPath() }
    }

    /// Reports the path if it has changed.
    ///
    /// After an error, keeps the old path until the next change.
    private func reportPath() {
        guard !source.withLock(\.isCancelled) else { return }
        let changedPath: NetworkPath? = state.withLock { state in
            guard let snapshot = try? state.reader.snapshot() else { return nil }
            let path = snapshot.path(kind: kinds.kind)
            defer { state.lastPath = path }
            return path == state.lastPath ? nil : path
        }
        if let changedPath { handler(changedPath) }
    }
}

#endif

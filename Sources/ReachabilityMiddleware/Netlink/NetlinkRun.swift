// SPDX-License-Identifier: MIT

#if os(Linux)

import Dispatch
import RexCore

/// One run of the netlink monitor: waits for changes on a queue of its own, and reads the network
/// anew after them.
final class NetlinkRun: Sendable {
    private struct Memory {
        var reader: NetlinkReader
        var lastPath: NetworkPath?
    }

    private let changes: NetlinkSocket
    private let kinds: InterfaceKinds
    private let handler: @Sendable (NetworkPath) -> Void
    private let queue: DispatchQueue
    private let source: Lock<any DispatchSourceRead>
    private let memory: Lock<Memory>

    /// Receives changes from now on, but reports nothing before ``start(onClose:)``, which must
    /// follow.
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
        memory = Lock(Memory(reader: reader))
        queue = DispatchQueue(label: "rex.reachability.netlink")
        source = Lock(DispatchSource.makeReadSource(fileDescriptor: changes.descriptor, queue: queue))
    }

    /// The source keeps the run alive until it is cancelled.
    func start(onClose: @escaping @Sendable () -> Void) {
        source.withLock { source in
            source.setEventHandler { self.socketIsReadable() }
            source.setCancelHandler {
                self.changes.close()
                self.memory.withLock { $0.reader.close() }
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
        if memory.withLock({ $0.reader.drain(changes) }) { reportPath() }
    }

    /// Reports the path if it is a new one; after an error it stays the old one until the next
    /// change.
    private func reportPath() {
        guard !source.withLock(\.isCancelled) else { return }
        let news: NetworkPath? = memory.withLock { memory in
            guard let snapshot = try? memory.reader.snapshot() else { return nil }
            let path = snapshot.path(kind: kinds.kind)
            defer { memory.lastPath = path }
            return path == memory.lastPath ? nil : path
        }
        if let news { handler(news) }
    }
}

#endif

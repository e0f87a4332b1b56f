// SPDX-License-Identifier: MIT

import RexCore

/// A gate at which tasks wait until it is opened, even if they are cancelled.
package final class AsyncGate: Sendable {
    private let contents = Lock((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

    package init() {}

    deinit { open() }

    package var isOpen: Bool { contents.withLock { $0.isOpen } }

    package func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = contents.withLock { contents in
                if !contents.isOpen { contents.waiting.append(continuation) }
                return contents.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Lets all waiting and all later tasks pass.
    package func open() {
        contents.withLock { $0.isOpen = true }
        letThrough()
    }

    /// Lets the waiting tasks pass, and no later ones.
    package func letThrough() {
        let waiting = contents.withLock { contents in
            defer { contents.waiting = [] }
            return contents.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

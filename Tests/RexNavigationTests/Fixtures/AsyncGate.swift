// SPDX-License-Identifier: MIT

import RexCore

/// A gate where loads wait until it is opened, even if they are cancelled.
final class AsyncGate: Sendable {
    private let contents = Lock((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

    deinit { open() }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = contents.withLock { contents in
                if !contents.isOpen { contents.waiting.append(continuation) }
                return contents.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = contents.withLock { contents in
            defer { contents = (true, []) }
            return contents.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

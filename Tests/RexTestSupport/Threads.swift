// SPDX-License-Identifier: MIT

import Foundation

/// Runs `body` on `count` new threads at the same time, and returns when all have ended.
///
/// The threads wait until the last one has started, so that they overlap even if `body` is short.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) {
    let all = Gate()
    let threads = (0..<count).map { index in
        JoinableThread {
            if index == count - 1 { all.open() }
            all.wait()
            body(index)
        }
    }
    for thread in threads { thread.join() }
}

/// Like `onThreads(_:_:)`, but without blocking the test's thread, which tasks that `body` waits for may need.
package func awaitThreads(_ count: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) async {
    await withCheckedContinuation { ended in
        _ = JoinableThread {
            onThreads(count, body)
            ended.resume()
        }
    }
}

/// Returns the name of the current ``JoinableThread``, or an empty text.
package func currentThreadName() -> String {
    Thread.current.threadDictionary["name"] as? String ?? ""
}

/// A new thread that runs a closure once.
///
/// Its end can be awaited.
package final class JoinableThread: Sendable {
    private let ended = Gate()

    package init(name: String? = nil, _ body: @escaping @Sendable () -> Void) {
        Thread.detachNewThread { [ended] in
            Thread.current.threadDictionary["name"] = name
            body()
            ended.open()
        }
    }

    /// Waits until the closure has returned.
    package func join() {
        ended.wait()
    }
}

/// Blocks waiting threads until it is opened.
///
/// It stays open.
package final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}

    package func open() {
        semaphore.signal()
    }

    package func wait() {
        semaphore.wait()
        semaphore.signal()
    }
}

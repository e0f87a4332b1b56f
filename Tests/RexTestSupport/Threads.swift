// SPDX-License-Identifier: MIT

import Foundation

/// Runs `body` on as many threads of their own at once, and returns when all have ended.
///
/// The others wait for the last one to begin, so that they meet even if each has little to do.
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

/// The same for threads that wait for tasks, which may need the thread of the test: it is free meanwhile.
package func awaitThreads(_ count: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) async {
    await withCheckedContinuation { ended in
        _ = JoinableThread {
            onThreads(count, body)
            ended.resume()
        }
    }
}

/// The name of the ``JoinableThread`` that calls, or an empty text.
package func currentThreadName() -> String {
    Thread.current.threadDictionary["name"] as? String ?? ""
}

/// A thread of its own that runs a closure once and can be waited for.
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

/// Holds up whoever waits at it, until it is opened; from then on it is open.
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

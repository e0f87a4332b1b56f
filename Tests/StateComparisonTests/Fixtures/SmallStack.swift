// SPDX-License-Identifier: MIT

import Foundation

/// Runs `body` on a thread with a stack of half a megabyte, as secondary threads have on Apple platforms.
func onSmallStack(_ body: @escaping @Sendable () -> Void) {
    let ended = DispatchSemaphore(value: 0)
    let thread = Thread {
        body()
        ended.signal()
    }
    thread.stackSize = 512 * 1_024
    thread.start()
    ended.wait()
}

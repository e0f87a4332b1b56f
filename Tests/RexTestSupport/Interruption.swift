// SPDX-License-Identifier: MIT

// A `pthread_t` cannot be handed to another thread on Apple platforms.
#if !canImport(Darwin)
import Foundation

/// Makes a signal end the system call that it meets, and nothing else; on this thread and those that it starts.
package func interruptSystemCalls(by signal: CInt) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { _ in }
    unsafe sigaction(signal, &action, nil)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, signal)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}
#endif

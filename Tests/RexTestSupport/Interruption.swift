// SPDX-License-Identifier: MIT

// On Apple platforms, a `pthread_t` cannot be passed to another thread.
#if !canImport(Darwin)
import Foundation

/// Makes a signal interrupt the current system call without another effect, on this thread and the threads it starts.
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

// SPDX-License-Identifier: MIT

import CRexSystem

/// Prints a message to standard error, with one write, on one line.
///
/// Invisible characters are escaped, since an error's text may come from a server.
package func report(_ text: String) {
    let bytes = Array("Rex: \(text.visible)\n".utf8)
    // The array outlives the call.
    _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
}

extension AnyActionHandler {
    /// Passes a mistake of the app to the observers of this handler's store, or prints it if there
    /// are none.
    ///
    /// Call it in an ``IO`` of the action that is being processed.
    package func report(mistake: String) {
        let observers = connection?.registrations.contents.withLock { $0.mistakes } ?? []
        if observers.isEmpty { RexCore.report(mistake) }
        for observer in observers { observer(mistake) }
    }

    /// Calls `observer` with each mistake of the app, instead of printing it.
    ///
    /// Call it in ``MiddlewareProtocol/receiveContext(getState:output:)``. The observer is called on
    /// the processing thread, after the middlewares ahead of the reporting one have handled the
    /// action. It is released when the store ends. Without a store it is never called.
    package func observeMistakes(_ observer: @escaping @Sendable (_ mistake: String) -> Void) {
        connection?.registrations.contents.withLock { $0.mistakes.append(observer) }
    }
}

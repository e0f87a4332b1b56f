// SPDX-License-Identifier: MIT

#if DEBUG
package import RexCore

/// A ``Signals``, without the type of its values.
package protocol SignalCounter {
    var lastID: SignalID { get }
}

extension Signals: SignalCounter {}

extension SignalCounter {
    /// Returns the report of a counter that went back.
    package static func report(_ change: String) -> String {
        """
        The counter of a \(Self.self) went back \(change), so a value may be handled twice or never. The value was created \
        again, or an older one was put in its place. Keep the part of the state that contains it in a Presented or a \
        PresentationStack, and not in an undo history.
        """
    }
}

/// Whether any counter in this process is above 0, so that test stores look for it.
package let areSignalsCounted = Lock(false)
#endif

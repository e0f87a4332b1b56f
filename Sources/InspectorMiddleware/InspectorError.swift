// SPDX-License-Identifier: MIT

import CRexSystem

/// The reason why an ``Inspector`` could not start.
public struct InspectorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, and what to do.
    public let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Returns the text of an error number of the system.
    static func text(_ number: CInt) -> String {
        guard let text = unsafe strerror(number) else { return "error \(number)" }
        return unsafe String(cString: text)
    }
}

// SPDX-License-Identifier: MIT

import CRexSystem

/// Prints a message to standard error, with one write, on its own lines.
package func report(_ text: String) {
    let bytes = Array("Rex: \(text)\n".utf8)
    // The array outlives the call.
    _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
}

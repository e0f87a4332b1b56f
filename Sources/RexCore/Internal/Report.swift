// SPDX-License-Identifier: MIT

import CRexSystem

/// Says something on standard error, in one piece and on lines of its own.
package func report(_ text: String) {
    let bytes = Array("Rex: \(text)\n".utf8)
    // The array outlives the call.
    _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
}

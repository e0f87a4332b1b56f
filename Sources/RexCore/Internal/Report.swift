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

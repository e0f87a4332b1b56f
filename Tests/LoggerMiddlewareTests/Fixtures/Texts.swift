// SPDX-License-Identifier: MIT

import Foundation

/// Returns the contents of a file.
func contents(of path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
}

/// Returns the output of a child process as text.
func text(_ bytes: [UInt8]?) -> String {
    String(decoding: bytes ?? [], as: UTF8.self)
}

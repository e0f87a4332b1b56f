// SPDX-License-Identifier: MIT

/// The location of a call in a test.
struct CallSite: Sendable {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt

    /// The file with its module, and the line.
    var name: String { "\(fileID):\(line)" }
}

/// The last component of a path.
func fileName(_ path: String) -> Substring {
    path.split(separator: "/").last ?? ""
}

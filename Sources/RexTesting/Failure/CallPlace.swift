// SPDX-License-Identifier: MIT

/// Where in a test a call stands.
struct CallPlace: Sendable {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt

    /// The last component of the file, and the line.
    var short: String { "\(fileName("\(fileID)")):\(line)" }
}

/// The last component of a path.
func fileName(_ path: String) -> Substring {
    path.split(separator: "/").last ?? ""
}

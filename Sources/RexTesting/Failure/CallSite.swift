// SPDX-License-Identifier: MIT

/// The location of a call in a test.
struct CallSite: Equatable, Sendable {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt

    /// The file with its module, and the line.
    var name: String { "\(fileID):\(line)" }

    static func == (lhs: CallSite, rhs: CallSite) -> Bool {
        lhs.line == rhs.line && lhs.column == rhs.column && "\(lhs.fileID)" == "\(rhs.fileID)"
    }
}

/// The last component of a path.
func fileName(_ path: String) -> Substring {
    path.split(separator: "/").last ?? ""
}

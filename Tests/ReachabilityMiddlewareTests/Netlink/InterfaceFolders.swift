// SPDX-License-Identifier: MIT

#if os(Linux)

import Foundation
import ReachabilityMiddleware

/// A folder in place of `/sys/class/net`, with an entry for each interface.
///
/// It is deleted with this object.
final class InterfaceFolders: Sendable {
    let path: String

    init(_ interfaces: [String: (entry: String, content: String)]) throws {
        let root = FileManager.default.temporaryDirectory.appending(component: "rex-kinds-\(UUID().uuidString)")
        path = root.path()
        for (name, file) in interfaces {
            let folder = root.appending(component: name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(file.content.utf8).write(to: folder.appending(component: file.entry))
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    var kinds: InterfaceKinds { InterfaceKinds(directory: path) }
}

#endif

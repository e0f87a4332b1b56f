// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

/// Serves the documentation's site on localhost until it is released.
final class SiteServer: Sendable {
    let address: String
    private let process: ChildProcess

    init(folder: String) throws {
        process = try ChildProcess(
            running: "sh",
            arguments: [
                "-c", #"exec python3 -u -m http.server 0 --bind 127.0.0.1 --directory "$0" 2>/dev/null"#, folder,
            ],
            deadline: 300
        )
        let line = try #require(process.nextLine(), "python3 cannot serve \(folder).")
        address = "http://127.0.0.1:\(try #require(line.firstMatch(of: /port (\d+)/)).1)/"
    }
}

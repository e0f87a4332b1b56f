// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// A real browser that opens a page.
enum Browser {
    static let isThere = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The page as it is after its scripts have run, and nothing was written to the console.
    ///
    /// - `probe`: the body of an asynchronous function, whose result is written into the page.
    static func dom(of page: String, fragment: String = "", scripts: String = "", probe: String = "") throws -> String {
        let folder = try TemporaryFolder()
        let script =
            probe.isEmpty
            ? ""
            : """
            <script>\(scripts)</script><script>(async () => {
            document.documentElement.dataset.probe = JSON.stringify(await (async () => { \(probe) })())
            })()</script>
            """
        try folder.write(page.replacing("</body>\n</html>", with: script + "</body>\n</html>"), to: "page.html")
        let child = try ChildProcess(
            running: "chromium",
            arguments: [
                "--headless", "--disable-gpu", "--virtual-time-budget=8000", "--enable-logging=stderr", "--v=0",
                "--user-data-dir=\(folder.file("profile"))", "--window-size=1400,900", "--dump-dom",
            ] + (geteuid() == 0 ? ["--no-sandbox"] : []) + ["file://\(folder.file("page.html"))\(fragment)"],
            ownGroup: true,
            deadline: 120
        )
        let dom = child.remainingOutput()
        let messages = child.remainingErrors().split(separator: "\n").filter { $0.contains("CONSOLE") }
        #expect(messages == [])
        return dom
    }

    /// What a probe has returned, as JSON.
    static func value(of page: String, fragment: String = "", scripts: String = "", _ probe: String) throws -> String {
        let dom = try dom(of: page, fragment: fragment, scripts: scripts, probe: probe)
        let match = try #require(dom.firstMatch(of: #/data-probe="([^"]*)"/#))
        return String(match.1).replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&amp;", with: "&")
    }
}

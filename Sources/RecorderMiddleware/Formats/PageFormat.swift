// SPDX-License-Identifier: MIT

import RexCore

/// The page: the files of `Page/`, with the recording as data between them.
package struct PageFormat {
    package let text: String

    /// The page of a recording.
    init(_ rows: Rows, startOfDay: UInt64, damage: RecordingError?) {
        var data = PageData()
        let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
        self.init(data: data.json(of: rows, startOfDay: startOfDay, damage: damage), policy: policy, nonce: "")
    }

    /// The page of a running app, which asks the server that sent it for the data.
    package init(nonce: String) {
        var data = PageData()
        self.init(
            data: data.json(of: Rows([], runs: []), startOfDay: 0, damage: nil),
            policy: PageFormat.livePolicy(nonce: nonce),
            nonce: " nonce=\"\(nonce)\" data-live"
        )
    }

    /// The security policy of the live page.
    package static func livePolicy(nonce: String) -> String {
        "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; connect-src 'self'"
    }

    private init(data: String, policy: String, nonce: String) {
        let script = [
            PageResources.json_js, PageResources.tables_js, PageResources.data_js, PageResources.nodes_js,
            PageResources.pretty_js,
            PageResources.search_js,
            PageResources.presentations_js, PageResources.timeline_js, PageResources.runs_js, PageResources.list_js,
            PageResources.tree_js, PageResources.details_js, PageResources.compare_js, PageResources.files_js,
            PageResources.live_js, PageResources.main_js,
        ].joined()
        var text = ""
        // Only the names in the template are between two of these characters.
        for part in PageResources.page_html.split(separator: "@", omittingEmptySubsequences: false) {
            switch String(part) {
            case "POLICY": text += policy
            case "NONCE": text += nonce
            case "STYLE": text += PageResources.page_css
            case "SCRIPT": text += script
            case "DATA": text += data
            case let part: text += part
            }
        }
        self.text = text
    }
}

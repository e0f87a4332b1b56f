// SPDX-License-Identifier: MIT

import RexCore

/// The page: the files of `Page/`, with the recording as data between them.
struct PageFormat {
    let text: String

    init(_ rows: Rows, startOfDay: UInt64, damage: RecordingError?) {
        var data = PageData()
        let parts: [Substring: String] = [
            "STYLE": PageResources.page_css,
            "SCRIPT": [
                PageResources.data_js, PageResources.nodes_js, PageResources.pretty_js, PageResources.search_js,
                PageResources.presentations_js, PageResources.timeline_js, PageResources.runs_js, PageResources.list_js,
                PageResources.tree_js, PageResources.details_js, PageResources.compare_js, PageResources.files_js,
                PageResources.main_js,
            ].joined(),
            "DATA": data.json(of: rows, startOfDay: startOfDay, damage: damage),
        ]
        // Only the names in the template are between two of these characters.
        text = PageResources.page_html
            .split(separator: "@", omittingEmptySubsequences: false)
            .map { parts[$0] ?? String($0) }
            .joined()
    }
}

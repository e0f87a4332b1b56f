// SPDX-License-Identifier: MIT

import RexCore

/// The page: the files of `Page/`, with the recording as data between them.
struct PageFormat {
    let text: String

    init(_ rows: Rows, startOfDay: UInt64, damage: RecordingError?) {
        var data = PageData()
        let parts: [Substring: String] = [
            "STYLE": PageFormat.text(of: PackageResources.page_css),
            "SCRIPT": [
                PackageResources.data_js, PackageResources.nodes_js, PackageResources.pretty_js,
                PackageResources.search_js, PackageResources.timeline_js, PackageResources.runs_js,
                PackageResources.list_js, PackageResources.tree_js, PackageResources.details_js,
                PackageResources.compare_js, PackageResources.files_js, PackageResources.main_js,
            ].map(PageFormat.text).joined(),
            "DATA": data.json(of: rows, startOfDay: startOfDay, damage: damage),
        ]
        // The template has each name between two of these signs, and no other ones.
        text = PageFormat.text(of: PackageResources.page_html)
            .split(separator: "@", omittingEmptySubsequences: false)
            .map { parts[$0] ?? String($0) }
            .joined()
    }

    private static func text(of file: [UInt8]) -> String { String(decoding: file, as: UTF8.self) }
}

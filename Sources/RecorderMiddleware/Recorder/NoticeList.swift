// SPDX-License-Identifier: MIT

import RexCore

/// The newest notices.
struct NoticeList: ~Copyable {
    /// The actions that closed gates did not let in: gates may do that with each action of an app,
    /// and are to leave room for the others.
    private var notLetIn: Newest<RecordedNotice>
    private var others: Newest<RecordedNotice>

    init(capacity: Int) {
        notLetIn = Newest(capacity: capacity)
        others = Newest(capacity: capacity)
    }

    mutating func append(_ notice: RecordedNotice) {
        if notice.kind == .dropped, notice.actionText == nil { notLetIn.append(notice) } else { others.append(notice) }
    }

    /// The oldest one first.
    var all: [RecordedNotice] { (notLetIn.all + others.all).sorted { $0.time < $1.time } }
}

// SPDX-License-Identifier: MIT

import RexCore

/// The newest notices.
struct NoticeList: ~Copyable {
    /// The actions that closed gates kept out.
    ///
    /// They have a list of their own, since a gate may do that with each action of an app.
    private var notLetIn: Newest<RecordedNotice>
    private var others: Newest<RecordedNotice>

    init(capacity: Int) {
        notLetIn = Newest(capacity: capacity)
        others = Newest(capacity: capacity)
    }

    mutating func append(_ notice: RecordedNotice) {
        if notice.kind == .dropped, notice.actionText == nil { notLetIn.append(notice) } else { others.append(notice) }
    }

    /// The numbers of notices that were ever appended to each list.
    var totals: (notLetIn: Int, others: Int) { (notLetIn.total, others.total) }

    /// Returns notices of a list as ``Newest/elements(from:limit:)`` does.
    func notices(
        ofNotLetIn isOfNotLetIn: Bool,
        from index: Int,
        limit: Int
    ) -> (first: Int, elements: ArraySlice<RecordedNotice>) {
        isOfNotLetIn ? notLetIn.elements(from: index, limit: limit) : others.elements(from: index, limit: limit)
    }

    /// All notices, oldest first.
    var all: [RecordedNotice] { (notLetIn.all + others.all).sorted { $0.time < $1.time } }
}

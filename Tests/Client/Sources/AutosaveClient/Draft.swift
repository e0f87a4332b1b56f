// SPDX-License-Identifier: MIT

// The draft in the guide's page on writing a middleware.

import RexCore

struct Draft: Sendable, Equatable {
    var text = ""
    var saved = ""
    var isReadOnly = false
}

enum DraftAction: Sendable, Equatable {
    case typed(String)
    case reverted
    case saved(String)
    case readOnly(Bool)
}

let drafting = Reducer<DraftAction, Draft>.reduce { action, draft in
    switch action {
    case .typed(let text): draft.text = text
    case .reverted: break
    case .saved(let text): draft.saved = text
    case .readOnly(let isReadOnly): draft.isReadOnly = isReadOnly
    }
}

/// The storage of texts.
struct Paper: Sendable {
    let write: @Sendable (_ text: String) async -> Void
    /// Called at the end, with the unsaved text.
    let close: @Sendable (_ unsaved: String) -> Void
}

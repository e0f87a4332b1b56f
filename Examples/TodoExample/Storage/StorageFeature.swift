// SPDX-License-Identifier: MIT

import RexCore

let storage = Feature<StorageAction, StorageState, TodoFile> { action, storage in
    switch action {
    case .load:
        storage.loadFailure = nil
    case .loaded(let todos):
        storage.saved = todos
    case .loadFailed(let reason):
        storage.loadFailure = reason
    case .autosave(let isOn):
        storage.isAutosaving = isOn
        storage.unsaved = nil
    case .saved(let todos):
        storage.saved = todos
        storage.unsaved = nil
    case .saveFailed(let unsaved):
        storage.unsaved = unsaved
    }
}
.adding(MiddlewareReader { StorageMiddleware(file: $0) })

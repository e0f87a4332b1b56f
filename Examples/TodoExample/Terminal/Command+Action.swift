// SPDX-License-Identifier: MIT

import RexCore

extension Command {
    /// The action of the command in an app that is in this state.
    func action(in state: AppState) throws(Mistake) -> AppAction {
        switch self {
        case .add(let title): .list(try added(title, in: state))
        case .done(let id): .list(.row(ElementIDAction(id: try existing(id, in: state), action: .setDone(true))))
        case .undo(let id): .list(.row(ElementIDAction(id: try existing(id, in: state), action: .setDone(false))))
        case .rename(let id, let title):
            .list(.row(ElementIDAction(id: try existing(id, in: state), action: .rename(title))))
        case .remove(let id): .list(.remove(try existing(id, in: state)))
        case .move(let id, let position): .list(.move(try existing(id, in: state), position: position))
        case .filter(let filter): .list(.filter(filter))
        case .autosave(let isOn): .storage(.autosave(isOn: isOn))
        case .list: .terminal(.reply(ListView(state).text))
        case .help: .terminal(.reply(Self.overview))
        case .quit: .terminal(.quit)
        }
    }

    private func added(_ title: String, in state: AppState) throws(Mistake) -> ListAction {
        guard state.list.canAdd else { throw Mistake(description: "there is no number left for another to-do") }
        return .add(title: title)
    }

    private func existing(_ id: Todo.ID, in state: AppState) throws(Mistake) -> Todo.ID {
        guard state.list.todos.contains(where: { $0.id == id }) else {
            throw Mistake(description: "there is no to-do \(id)")
        }
        return id
    }
}

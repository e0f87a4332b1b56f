// SPDX-License-Identifier: MIT

import RexCore

extension Command {
    /// Returns the action of the command for this state of the app.
    func action(in state: AppState) throws(Mistake) -> AppAction {
        switch self {
        case .add(let title): .list(try added(title, in: state))
        case .done(let place): .list(.row(ElementIDAction(id: try id(at: place, in: state), action: .setDone(true))))
        case .undo(let place): .list(.row(ElementIDAction(id: try id(at: place, in: state), action: .setDone(false))))
        case .rename(let place, let title):
            .list(.row(ElementIDAction(id: try id(at: place, in: state), action: .rename(title))))
        case .remove(let place): .list(.remove(try id(at: place, in: state)))
        case .move(let place, let target): .list(try moved(place, to: target, in: state))
        case .filter(let filter): .list(.filter(filter))
        case .autosave(let isOn): .storage(.autosave(isOn: isOn))
        case .list: .terminal(.reply(ListView(state).text))
        case .help: .terminal(.reply(Self.overview))
        case .quit: .terminal(.quit)
        }
    }

    private func added(_ title: String, in state: AppState) throws(Mistake) -> ListAction {
        guard state.list.canAdd else { throw Mistake(description: "the list has no room for another to-do") }
        return .add(title: title)
    }

    private func moved(_ place: Int, to target: Int, in state: AppState) throws(Mistake) -> ListAction {
        let id = try id(at: place, in: state)
        let count = state.list.todos.count
        guard target <= count else {
            throw Mistake(description: "there is no line \(target) to move to; the last line is \(count)")
        }
        return .move(id, position: target)
    }

    private func id(at place: Int, in state: AppState) throws(Mistake) -> Todo.ID {
        let todos = state.list.todos
        guard todos.indices.contains(place - 1) else { throw Mistake(description: "there is no to-do \(place)") }
        return todos[place - 1].id
    }
}

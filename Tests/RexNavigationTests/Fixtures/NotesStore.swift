// SPDX-License-Identifier: MIT

import RexCore
import RexNavigation
import RexTestSupport

/// A store of the notes that records its actions.
struct NotesStore {
    let world = NotesWorld()
    let log = Recorder<NotesAction>()
    let store: Store<NotesAction, Notes>

    init(_ state: Notes = Notes()) {
        let log = log
        let logger = Feature<NotesAction, Notes, NotesWorld>(
            middleware: AnyMiddleware<NotesAction, NotesAction, Notes> { action, _, _ in
                log.record(action)
                return .pure()
            }
        )
        store = Store(initialState: state, feature: logger <> notes, dependencies: world)
    }

    var state: Notes { store.state }

    func dispatch(_ actions: NotesAction...) {
        for action in actions { store.dispatch(action) }
    }

    /// Lets all effects finish, also those that ignore their cancellation.
    func finish() async {
        world.pages.open()
        world.saving.open()
        world.ticking.open()
        await store.settled()
    }

    /// Waits until an effect has recorded an event.
    func wait(for event: String) async { await world.events.wait(for: event) }

    /// The actions, in the order in which they were processed.
    var actions: [NotesAction] { log.events }
}

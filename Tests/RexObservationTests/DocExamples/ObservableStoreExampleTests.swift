// SPDX-License-Identifier: MIT

// The examples of the documentation comments.

import Observation
import RexCore
import RexObservation
import RexTestSupport
import Testing

@MainActor @Suite struct ObservableStoreExampleTests {
    private struct Form: Sendable {
        var title = "Emma"
        var todos = [Book(id: 0, title: "read", isRead: false)]
    }

    private enum FormAction: Sendable {
        case rename(String)
        case row(ElementIDAction<Int, BookAction>)
    }

    private let store = Store(
        initialState: Form(),
        reducer: .reduce { (action: FormAction, form: inout Form) in
            if case .rename(let title) = action { form.title = title }
        }
    )

    @Test func exampleOfTheModel() {
        let printed = Recorder<String>()
        let model = ObservableStore(store)
        withObservationTracking {
            printed.record(model.title)
        } onChange: {
            printed.record("the title has changed")
        }
        model.send(.rename("Evelina"))
        for row in model.elements(\.todos, action: FormAction.row) { printed.record(row.title) }
        let text = model.value(\.title, send: FormAction.rename)
        text.set("Cecilia")
        #expect(printed.events == ["Emma", "the title has changed", "read"])
        #expect(model.title == "Cecilia")
    }

    private struct Player: Sendable {
        var song = "La mer"
        var isPaused = false
    }

    private struct Settings: Sendable { var volume = 3 }

    private struct Music: Sendable {
        var player: Player? = Player()
        var settings = Settings()
    }

    private enum PlayerAction: Sendable { case paused }
    private enum SettingsAction: Sendable { case reset }
    private enum MusicAction: Sendable { case player(PlayerAction), settings(SettingsAction), closed }

    @Test func examplesOfScopes() {
        let store = Store(
            initialState: Music(),
            reducer: .reduce { (action: MusicAction, music: inout Music) in
                switch action {
                case .player(.paused): music.player?.isPaused = true
                case .settings(.reset): music.settings.volume = 0
                case .closed: music.player = nil
                }
            },
            executor: .mainQueue
        )
        let model = ObservableStore(store)
        let settings = model.scope(action: MusicAction.settings, state: \.settings)
        settings.send(.reset)
        #expect(settings.volume == 0)
        let printed = Recorder<String>()
        if let player = model.scope(\.player, action: MusicAction.player) { printed.record(player.song) }
        #expect(printed.events == ["La mer"])
        let player = model.value(\.player, action: MusicAction.player, dismiss: .closed)
        player.get()?.send(.paused)
        #expect(store.state.player?.isPaused == true)
        player.set(nil)
        #expect(store.state.player == nil)
    }

    @Test func exampleOfTheElements() {
        let todos = ObservableStore(store).elements(\.todos, action: FormAction.row)
        let printed = Recorder<Int>()
        for id in todos.ids { printed.record(id) }
        #expect(printed.events == [0])
        todos[0].send(.read)
    }

    @Test func exampleOfTheSelector() {
        let openCount = StateSelector(\Form.todos) { todos in todos.count { !$0.isRead } }
        #expect(openCount.value(of: store.state) == 1)
    }

    @Test func exampleOfAPastState() {
        let model = ObservableStore(store)
        var past = store.state
        past.title = "Old"
        model.show(past)  // for example from a recording
        model.send(.rename("New"))  // refused
        #expect(model.title == "Old")
        model.resume()  // shows the latest state of the store
        #expect(model.title == "Emma")
    }
}

// SPDX-License-Identifier: MIT

package import ListFeature
package import NoteFeature
package import Notes
package import OutboxMiddleware
import Prism
package import RexCore
package import RexNavigation
package import SearchFeature
package import SettingsFeature

/// The screens of the user, from the log-in to the log-out.
///
/// Data that outlives a log-out, such as unsent changes, is in the state of the app.
package struct Session: Codable, Equatable, Sendable {
    package var list: Listing
    package var search = Search()
    /// The index of the selected note.
    package var selection = 0
    /// The last deletion, until it is undone.
    package var deleted: Deleted?
    package var note = Presented<OpenNote>()
    package var prompt = Presented<Prompt>()
    package var settings = Presented<SettingsForm>()
    /// The last conflict with another client.
    package var conflict = Presented<Dialog<ConflictChoice>>()

    package init(list: Listing) { self.list = list }
}

package struct Deleted: Codable, Hashable, Sendable {
    /// The id of the deletion, or nil if the server need not know of it.
    package let id: OutboxID?
    package let note: Note

    package init(id: OutboxID?, note: Note) { (self.id, self.note) = (id, note) }
}

/// The line that the user types into.
package enum Prompt: Codable, Hashable, Sendable {
    case search
    /// The name of a new note.
    case name(String)
}

@Prism package enum PromptAction: Codable, Hashable, Sendable {
    case typed(String)
    case named(String)
}

/// The user's answer to a conflict.
package enum ConflictChoice: Codable, Hashable, Sendable {
    case open(name: String)
}

@Prism package enum SessionAction: Codable, Sendable {
    case list(ListAction)
    case search(SearchAction)
    case select(by: Int)
    case ask(Prompt)
    case configure(Settings)
    case note(PresentationAction<NoteAction>)
    case prompt(PresentationAction<PromptAction>)
    case settings(PresentationAction<SettingsFormAction>)
    case conflict(PresentationAction<ConflictChoice>)
    // The results of presentations, for the app.
    case named(String)
    case configured(Settings)
    case chosen(ConflictChoice)
}

/// The dependencies of sessions.
package struct SessionDependencies: Sendable {
    let list: ListDependencies
    let edit: EditText

    package init(list: ListDependencies, edit: @escaping EditText) { (self.list, self.edit) = (list, edit) }
}

extension Feature where ActionType == SessionAction, StateType == Session, Dependencies == SessionDependencies {
    package static var session: Feature {
        .combine {
            Feature { action, session in
                switch action {
                case .select(let rows): session.selection += rows
                case .ask(let prompt): session.prompt.present(prompt)
                case .configure(let settings): session.settings.present(SettingsForm(settings))
                default: break
                }
            }
            Feature<_, _, ListDependencies>.list.lift(
                case: SessionAction.prisms.list,
                state: \.list,
                dependencies: \.list
            )
            Feature<_, _, Void>.search.lift(case: SessionAction.prisms.search, state: \.search, dependencies: { _ in })
            Feature<_, _, EditText>.note.lift(.case(SessionAction.prisms.note, presented: \.note), dependencies: \.edit)
            Feature<PromptAction, Prompt, SessionDependencies> { action, prompt in
                if case .typed(let name) = action { prompt = .name(name) }
            }
            .lift(
                .case(
                    SessionAction.prisms.prompt,
                    presented: \.prompt,
                    ends: .when(\.named, sending: SessionAction.named)
                )
            )
            Feature<_, _, Void>.settingsForm.lift(
                .case(
                    SessionAction.prisms.settings,
                    presented: \.settings,
                    ends: .when(\.done, sending: SessionAction.configured)
                ),
                dependencies: { _ in }
            )
            Feature.dialog(SessionAction.prisms.conflict, state: \.conflict, sending: SessionAction.chosen)
        }
    }
}

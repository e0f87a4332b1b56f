// SPDX-License-Identifier: MIT

import Prism
import RexCore
import RexNavigation
import RexObservation

// The features of `PublicReports`, beside the notes.

/// A store of the notes with a session that a log-out closes.
struct AccountState: Sendable, Equatable { var session = Presented<Notes>() }

@Prism enum AccountAction: Sendable, Equatable {
    case logIn, logOut, session(PresentationAction<NotesAction>)

    static func notes(_ session: PresentationID, _ action: NotesAction) -> AccountAction {
        .session(.presented(session, action))
    }
}

let account = Feature<AccountAction, AccountState, NotesWorld>.combine {
    Feature { action, account in
        switch action {
        case .logIn: account.session.present(Notes())
        case .logOut: account.session.dismiss()
        case .session: break
        }
    }
    notes.lift(.case(AccountAction.prisms.session, presented: \.session))
}

/// A screen with a sheet and an alert.
struct Panel: Sendable, Equatable {
    var sheet = Presented<String>()
    var alert = Presented<Dialog<Int>>()
    var chosen: [Int] = []

    mutating func ask(_ number: Int) {
        alert.present(Dialog("\(number)?", buttons: [.init("Yes", choice: number), .init("No", role: .cancel)]))
    }
}

@Prism enum PanelAction: Sendable, Equatable {
    case present(String), swap(String), ask(Int), chosen(Int)
    case sheet(PresentationAction<Never>), alert(PresentationAction<Int>)
}

let panel = Feature<PanelAction, Panel, Void>.combine {
    Feature { action, panel in
        switch action {
        case .present(let text): panel.sheet.present(text)
        case .swap(let text):
            panel.sheet.dismiss()
            panel.sheet.present(text)
        case .ask(let number): panel.ask(number)
        case .chosen(let number):
            panel.chosen.append(number)
            if number < 2 { panel.ask(number + 1) }
        case .sheet, .alert: break
        }
    }
    Feature<Never, String, Void>.identity.lift(.case(PanelAction.prisms.sheet, presented: \.sheet))
    Feature.dialog(PanelAction.prisms.alert, state: \.alert, sending: PanelAction.chosen)
}

extension PresentationCoordinator {
    /// Lets the view make the change that a turn offers, and returns it; nil if there is none.
    mutating func turn(toShow ids: [PresentationID]) -> [PresentationID]? {
        show(ids)
        beginTurn()
        guard let offer = nextOffer() else { return nil }
        transitionEnded(offer.number, showing: offer.ids)
        return offer.ids
    }
}

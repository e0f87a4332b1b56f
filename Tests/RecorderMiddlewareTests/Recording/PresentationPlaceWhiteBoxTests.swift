// SPDX-License-Identifier: MIT

import RexCore
import RexNavigation
import Testing

@testable import RecorderMiddleware

/// The presentations that an action is for, read from its value.
@Suite struct PresentationPlaceWhiteBoxTests {
    private indirect enum Screen {
        case open
        case typed(String)
        case closed(Int, isLast: Bool)
        case sheet(PresentationAction<Screen>)
        case path(PresentationAction<Screen>)
        case row(ElementIDAction<Int, Screen>)
        case tab(String, Screen)
        case page(action: Screen, at: Int)
        case located(Located)
        case alert(PresentationAction<Screen>, isLate: Bool)
    }

    private struct Located {
        let action: Screen
        let at: Int
    }

    private func places(in action: Screen) -> [String] {
        PresentationPlace.all(in: action).map { "\($0.id) \($0.container) \($0.place)" }
    }

    @Test func presentationsAreFoundInEachKindOfAction() {
        #expect(places(in: .open) == [])
        #expect(places(in: .typed("path(presented(#1, open))")) == [])
        #expect(places(in: .closed(1, isLast: true)) == [])
        #expect(places(in: .path(.dismissed(12))) == ["#12 path path"])
        #expect(
            places(in: .path(.presented(1, .page(action: .sheet(.dismissed(2)), at: 3)))) == [
                "#1 path path", "#2 page(at: 3).sheet page.sheet",
            ]
        )
        #expect(
            places(in: .row(ElementIDAction(id: 3, action: .sheet(.presented(1, .open))))) == [
                "#1 row(id: 3).sheet row.sheet"
            ]
        )
        #expect(places(in: .tab("a, b", .sheet(.dismissed(1)))) == [#"#1 tab("a, b").sheet tab.sheet"#])
        #expect(
            places(in: .located(Located(action: .path(.dismissed(1)), at: 2))) == [
                "#1 located(at: 2).path located.path"
            ]
        )
    }

    /// An action that stands in front of another value is not the one that its case is about.
    @Test func onlyTheLastValueOfACaseIsItsAction() {
        #expect(places(in: .alert(.dismissed(1), isLate: true)) == [])
    }
}

// SPDX-License-Identifier: MIT

import Prism
import RexCore
import Testing

/// The example in the documentation of the macro.
@Prism private enum Screen {
    case loading, login(name: String), home(Int, title: String)
}

@Suite struct PrismExample {
    @Test func exampleOfTheMacroIsCorrect() {
        var screen = Screen.login(name: "Ann")
        #expect(screen.login == "Ann")
        #expect(screen.home == nil)
        #expect(!screen.isLoading)
        screen.login? += "a"
        #expect(screen.login == "Anna")
        #expect(Screen.prisms.login.embed("Bob").login == "Bob")
        #expect(screen.caseIndex == 1)
        #expect(Screen.caseCount == 3)
    }
}

// SPDX-License-Identifier: MIT

import EffectMiddleware
import ObservationTesting
import RexCore
import RexNavigation
import RexObservation
import RexTesting
import Testing

@Suite struct TestViewTests {
    /// The view shows the state when both rest.
    @Test(arguments: 0..<20 as Range<UInt64>, [TestView.Writing.atTheEnd, .atRandom])
    func hostileViewAndItsStateAgreeInTheEnd(seed: UInt64, writing: TestView.Writing) {
        let screens = Feature<PresentationAction<Int>, PresentationStack<Int>, Void> { _, _ in }
        let screen = Feature<Int, Int, Void> { _, _ in }
        let stack = screen.lift(.case(CasePath(extract: { $0 }, embed: { $0 }), stack: \.self))
        let test = TestStore(
            initialState: [1, 2, 3].reduce(into: PresentationStack<Int>()) { $0.push($1) },
            feature: screens <> stack,
            dependencies: ()
        )
        var view = TestView(.stack, writing: writing, seed: seed)
        for step in 0..<500 {
            view.update(test.state.ids)
            view.step(withUser: step < 100)
            for id in view.takeDismissed() { test.sendIfPresent(.dismissed(id)) { $0.dismiss(id) } }
        }
        #expect(view.shown == test.state.ids)
        test.finish()
    }
}

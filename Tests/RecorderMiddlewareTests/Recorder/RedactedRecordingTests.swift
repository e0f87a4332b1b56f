// SPDX-License-Identifier: MIT

import RexCore
import Testing

import class RecorderMiddleware.Recorder

/// Recordings with redacted values.
@Suite struct RedactedRecordingTests {
    @Test func replayOfARedactedRecordingPrintsAWarning() {
        let recorder = Recorder<ShopAction, ShopState>(redacting: { _ in .add("-", amount: 1) }, redactingState: { $0 })
        let shop = RecordedShop(recorder)
        shop.store.dispatch(.add("tea", amount: 1))
        #expect {
            try recorder.recording().replay(from: ShopState(), reducer: .shop)
        } throws: {
            "\($0)".contains("(the actions or states are redacted, so they differ from the app's)")
        }
    }

    @Test func customRuleIsNamedByItsKindAndLocation() {
        struct Own: MiddlewareProtocol {
            func receiveContext(getState: @escaping GetState<ShopState>, output: AnyActionHandler<ShopAction>) {
                output.post(.rule, .rule(.here(kind: "own", text: "secret", key: "secret"), uses: 1))
            }

            func handle(
                action: ShopAction,
                from source: ActionSource,
                state: @escaping GetState<ShopState>
            ) -> IO<ShopAction> { .pure() }
        }
        let recorder = Recorder<ShopAction, ShopState>(redacting: { $0 })
        let store = Store(initialState: ShopState(), reducer: .shop, middleware: Own() <> recorder.middleware)
        let recording = recorder.recording()
        #expect(recording.coverage.rules.map(\.text).count == 1)
        var dumped = ""
        dump(recording, to: &dumped)
        #expect(!dumped.contains("secret"))
        extendLifetime(store)
    }

    @Test func testListsTheRedactedActions() throws {
        let recorder = Recorder<ShopAction, ShopState>(redacting: { _ in .add("-", amount: 1) })
        let shop = RecordedShop(recorder)
        shop.store.dispatch(.add("tea", amount: 1))
        let source = try recorder.recording().testSource(named: "shop", from: "ShopState()")
        #expect(
            source.contains(
                """
                // Fill in the redacted values of these actions, and of the states:
                //     1 add("-", amount: 1)

                import
                """
            )
        )
        let other = RecordedShop()
        other.store.dispatch(.add("tea", amount: 1))
        #expect(try !other.recording.testSource(named: "shop").contains("Fill in"))
    }

    /// States are redacted themselves.
    ///
    /// They are not computed from redacted actions.
    @Test func redactedStatesComeFromTheStore() {
        let recorder = Recorder<ShopAction, ShopState>(redactingState: { state in
            var state = state
            state.amounts["secret"] = nil
            return state
        })
        let shop = RecordedShop(recorder)
        for name in ["tea", "secret", "milk"] { shop.store.dispatch(.add(name, amount: 1)) }
        #expect(shop.entries.map(\.change) == [#"amounts["tea"]: inserted 1"#, "", #"amounts["milk"]: inserted 1"#])
        #expect(shop.actions == [.add("tea", amount: 1), .add("secret", amount: 1), .add("milk", amount: 1)])
    }
}

// SPDX-License-Identifier: MIT

import InspectorMiddleware
import RexCore

import class RecorderMiddleware.Recorder

/// The forms that no page and no comment shows.
///
/// The test is that it compiles.
func inspectorForms() throws {
    let recorder = Recorder<ShopAction, ShopState>()
    _ = try Inspector(recorder, port: 8_080)
    _ = try Inspector(recorder, allowing: .dispatch(on: .immediate))
    _ = try Inspector(recorder, assistants: nil)
    _ = try Inspector(recorder, port: 8_080, token: nil, assistants: .dispatch(on: .mainQueue))
    _ = try Inspector(recorder, hosts: [.loopback, .named("devbox.local:8080")], assistants: .read)
    do {
        let inspector = try Inspector(recorder, port: 0, allowing: nil, allowingReleaseBuilds: false)
        let _: (Int, String) = (inspector.port, inspector.url)
    } catch {
        let _: InspectorError = error
    }
}

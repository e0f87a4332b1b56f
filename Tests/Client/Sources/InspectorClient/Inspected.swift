// SPDX-License-Identifier: MIT

import InspectorMiddleware
import RecorderMiddleware
import RexCore

/// Inspects a recorder, and returns the address.
public func addressOfAnInspector() -> String {
    let recorder = Recorder<Int, Int>()
    do {
        return try Inspector(recorder, allowing: .dispatch(on: .immediate), allowingReleaseBuilds: true).url
    } catch {
        return error.description
    }
}

// SPDX-License-Identifier: MIT

import RexCore

/// The lifted state of Redux DevTools, as its monitor exports and imports it.
struct DevToolsFormat {
    let text: String

    init(_ rows: Rows, startOfDay: UInt64, initialState: () -> [UInt8]) {
        let initialState = initialState()
        var json = JSONText()
        json.object { lifted in
            lifted.member("monitorState") { $0.object { _ in } }
            lifted.integer("nextActionId", rows.actions.count + 1)
            lifted.member("actionsById") { DevToolsFormat.actions(rows, startOfDay, &$0) }
            lifted.member("stagedActionIds") { $0.integers(Array(0...rows.actions.count)) }
            lifted.member("skippedActionIds") { $0.raw("[]") }
            lifted.member("committedState") { $0.raw(initialState) }
            lifted.integer("currentStateIndex", rows.actions.count)
            lifted.member("computedStates") { json in
                json.array(0...rows.actions.count) { json, index in
                    let state = index == 0 ? initialState : rows.actions[index - 1].jsonAfter
                    json.object { $0.member("state") { $0.raw(state) } }
                }
            }
            lifted.bool("isLocked", false)
            lifted.bool("isPaused", false)
        }
        json.byte("\n")
        text = json.text
    }

    private static func actions(_ rows: Rows, _ startOfDay: UInt64, _ json: inout JSONText) {
        json.object { actions in
            actions.member("0") { $0.object { $0.performed(at: startOfDay) { $0.string("type", "@@INIT") } } }
            for (index, row) in rows.actions.enumerated() {
                actions.member("\(index + 1)") { json in
                    json.object { performed in
                        performed.performed(at: startOfDay + row.time.nanoseconds) { action in
                            action.string("type", row.caseName)
                            action.member("payload") { $0.raw(row.json) }
                            action.string("number", rows.label(row.number))
                            if let cause = row.cause { action.string("cause", rows.label(cause)) }
                            action.string("source", "\(row.place.file):\(row.place.line)")
                        }
                    }
                }
            }
        }
    }
}

extension JSONText {
    fileprivate mutating func performed(at time: UInt64, _ action: (inout JSONText) -> Void) {
        string("type", "PERFORM_ACTION")
        member("action") { $0.object(action) }
        // Milliseconds since 1970.
        integer("timestamp", time / 1_000_000)
    }
}

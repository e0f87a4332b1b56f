// SPDX-License-Identifier: MIT

import NotesApp
import RexTesting
import Terminal
import Testing

extension TestStore<AppAction, AppState> {
    /// Sends the action of a key, as the terminal does.
    func press(_ key: Key) {
        if let action = key.meaning(in: state) { send(action) }
    }

    /// Types characters, Enter as `\r` and Escape as `\u{1b}`.
    func type(_ text: String) {
        for character in text {
            press(character == "\r" ? .enter : character == "\u{1b}" ? .escape : .character(character))
        }
    }
}

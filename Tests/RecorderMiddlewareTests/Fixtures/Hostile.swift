// SPDX-License-Identifier: MIT

import RexCore

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording

/// A recording whose texts are code in HTML, JavaScript or a terminal unless they are escaped.
enum Hostile {
    static let text = #"</script><img src=x onerror="document.title='broken'">'"\#u{1}&amp;<!--${x}\u003c"#

    static func recording() async -> Recording<ShopAction, ShopState> {
        let recorder = Recorder<ShopAction, ShopState>()
        let source = ActionSource(file: text, function: text, line: 1, info: text)
        let working = ShopMiddleware { action, source, _ in
            guard case .add = action else { return .pure() }
            let step = source.derived(by: text, kind: text, file: text, function: text)
            return .task(from: step) { output in output.dispatch(.payment(.refused(reason: text)), from: step) }
        }
        let shop = RecordedShop(recorder, working)
        shop.store.dispatch(.add(text, amount: 1), from: source)
        await shop.store.settled()
        return recorder.recording()
    }
}

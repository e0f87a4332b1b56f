// SPDX-License-Identifier: MIT

import Testing

@testable import RequestMiddleware

@Suite struct RequestTagsWhiteBoxTests {
    @Test func unusedTagTakesNoMemory() {
        var texts = Requests<Int, String>()
        texts.need([1, 2])
        texts.answer(1, "a", tags: ["shared", "old"])
        texts.answer(2, "b", tags: ["shared"])
        texts.invalidate([1])
        texts.answer(1, "c", tags: ["new"])
        #expect(texts.contents.keysByTag == ["shared": [2], "new": [1]])
    }
}

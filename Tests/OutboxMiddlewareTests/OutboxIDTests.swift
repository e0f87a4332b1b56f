// SPDX-License-Identifier: MIT

import Foundation
import OutboxMiddleware
import RexTestSupport
import Testing

@Suite struct OutboxIDTests {
    @Test func idIsMadeFromItsDescription() {
        for _ in 0..<1_000 {
            var outbox = Outbox<Int>()
            let id = outbox.add(1)
            #expect(OutboxID(id.description) == id)
            #expect(id.description.utf8.count == 32)
        }
        #expect(OutboxID(255).description == "000000000000000000000000000000ff")
        #expect(OutboxID(-1).description == "0000000000000000ffffffffffffffff")
    }

    @Test(arguments: ["", "0", String(repeating: "0", count: 31), String(repeating: "0", count: 33)])
    func invalidDescriptionIsNoID(text: String) {
        #expect(OutboxID(text) == nil)
        #expect(OutboxID(String(repeating: "g", count: 32)) == nil)
        #expect(OutboxID(String(repeating: "é", count: 32)) == nil)
        #expect(OutboxID(String(repeating: "é", count: 16)) == nil)
    }

    @Test func idIsCodedAsItsDescription() throws {
        let text = String(decoding: try JSONEncoder().encode([OutboxID(7)]), as: UTF8.self)
        #expect(text == "[\"00000000000000000000000000000007\"]")
        #expect(try JSONDecoder().decode([OutboxID].self, from: Data(text.utf8)) == [OutboxID(7)])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([OutboxID].self, from: Data("[\"7\"]".utf8)) }
    }
}

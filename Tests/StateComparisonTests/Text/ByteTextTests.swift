// SPDX-License-Identifier: MIT

import Foundation
import StateComparison
import Testing

@Suite struct ByteTextTests {
    private func text(_ bytes: [UInt8], from start: Int) -> String {
        let name = bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
        let rest = bytes.dropFirst(start)
        guard !rest.isEmpty else { return name }
        let shown = rest.prefix(16).map { String(format: "%02x", $0) } + (rest.count > 16 ? ["…"] : [])
        return name + (start == 0 ? ": " : ", from [\(start)]: ") + shown.joined(separator: " ")
    }

    @Test(arguments: [1, 2, 15, 16, 17, 31, 32, 33, 40]) func bytesAreShownFromTheFirstDifferentOne(count: Int) {
        let old = (0..<count).map { UInt8($0 + 5) }
        #expect(ValueText.whole(Data(old)) == text(old, from: 0))
        for place in 0..<count {
            var new = old
            new[place] = 0xff
            #expect(changes(Data(old), Data(new)) == ["state: \(text(old, from: place)) → \(text(new, from: place))"])
            let short = Array(old.prefix(place))
            let texts = [text(old, from: place), text(short, from: place)]
            #expect(changes(Data(old), Data(short)) == ["state: \(texts[0]) → \(texts[1])"])
            #expect(changes(Data(short), Data(old)) == ["state: \(texts[1]) → \(texts[0])"])
        }
    }
}

// SPDX-License-Identifier: MIT

@testable import EffectMiddleware
@testable import RequestMiddleware
import Testing

/// The cost of many parallel requests.
@Suite struct RequestsCostWhiteBoxTests {
    // Every answer once searched the list of runs and compared it with the previous one: 8,000 keys took more
    // than a second.
    @Test(arguments: [1, 299, 7]) func answerVisitsOnlyItsOwnRun(step: Int) {
        let count = 300
        // In order, backwards and mixed.
        let keys = (0..<count).map { $0 * step % count }
        var requests = Requests<Int, Int>()
        var reader = TrackedKeysReader<RequestRun<Int>>()
        requests.need(Array(0..<count))
        #expect(reader.read(requests.contents.runs).added.map(\.input) == Array(0..<count))
        for (number, key) in keys.enumerated() {
            let before = requests.contents.runs.version
            requests.answer(key, key)
            let runs = requests.contents.runs
            #expect(runs.count == count - 1 - number)
            // With a single run left, comparing all runs costs the same.
            if runs.count > 1 { #expect(before.flatMap { runs.keysChanged(since: $0) }?.map(\.input) == [key]) }
            #expect(reader.read(runs).removed.map(\.input) == [key])
        }
    }
}

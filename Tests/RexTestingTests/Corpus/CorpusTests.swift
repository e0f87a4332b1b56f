// SPDX-License-Identifier: MIT

import RexTestSupport
import RexTesting
import Testing

/// Bugs of the kinds that apps have: each is found, and nothing is found in its mended twin.
@Suite struct CorpusTests {
    private static let tries = 2_000

    @Test func thereAreTwenty() {
        #expect(Bug.corpus.count == 20)
        #expect(Set(Bug.corpus.map(\.name)).count == 20)
    }

    @Test(arguments: Bug.corpus) func bugIsFound(_ bug: Bug) {
        let texts = failures { exploreSchedules(Self.tries, seed: 1) { try bug.use($0, false) } }
        #expect(texts.count == 1)
    }

    @Test(arguments: Bug.corpus) func mendedTwinIsNotSuspected(_ bug: Bug) {
        let texts = failures { exploreSchedules(isDebugOrSanitized ? 200 : Self.tries) { try bug.use($0, true) } }
        #expect(texts == [])
    }
}

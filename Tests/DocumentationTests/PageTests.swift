// SPDX-License-Identifier: MIT

import Testing

@Suite struct PageTests {
    @Test(arguments: try Page.chosen())
    func everyBlockCompilesAndPrintsWhatThePageSays(page: Page) throws {
        for problem in try PageCheck.problems(of: page) { problem.record(in: page) }
    }
}

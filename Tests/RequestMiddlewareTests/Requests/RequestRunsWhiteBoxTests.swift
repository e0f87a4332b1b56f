// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RequestMiddleware

@Suite struct RequestRunsWhiteBoxTests {
    @Test(arguments: 0..<(isDebugOrSanitized ? 100 : 2_000)) func runsAreAsInAList(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var (runs, list) = (RequestRuns<Int>(), [RequestRun<Int>]())
        for step in 0..<300 {
            if Int.random(in: 0...9, using: &random) < (step / 60 % 2 == 0 ? 7 : 3) {
                let run = RequestRun(step % 5)
                runs.append(run)
                list.append(run)
            } else if let index = list.indices.randomElement(using: &random) {
                let run = list.remove(at: index)
                runs.remove(run)
                runs.remove(run)
            }
            #expect(runs.all.elementsEqual(list))
            #expect(runs.isEmpty == list.isEmpty)
        }
    }
}

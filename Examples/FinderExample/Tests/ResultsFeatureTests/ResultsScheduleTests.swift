// SPDX-License-Identifier: MIT

import ResultsFeature
import RexCore
import RexTesting
import Testing
import TextSearch

/// The results, in any order of the steps of lanes and searches.
@Suite struct ResultsScheduleTests {
    private static func hit(_ search: Search, _ number: Int) -> Hit {
        Hit(path: PathName("\(search.number)"), line: number, offset: 0, text: [])
    }

    /// Each lane finds two batches.
    ///
    /// The file of the second one is missing, and is found after `losses` attempts.
    private static func dependencies(losses: Int) -> ResultsDependencies {
        let attempts = Attempts()
        return ResultsDependencies { lane in
            await attempts.pause()
            var batch = SearchBatch()
            batch.hits = [hit(lane.search, lane.number * 10 + lane.step)]
            batch.counts.files = 1
            batch.isLast = lane.step == 1
            if batch.isLast { batch.vanished = [PathName("\(lane.number)")] }
            return batch
        } retry: { search, path in
            guard await attempts.next(path) > losses else { throw FileVanished(in: search) }
            var batch = SearchBatch()
            batch.hits = [hit(search, 100)]
            return batch
        } count: { report in
            for count in 1...3 { report(count) }
            return 4
        }
    }

    private static func test(_ schedule: Schedule, losses: Int = 0) -> TestStore<ResultsAction, ResultsState> {
        TestStore(
            initialState: ResultsState(lanes: 3, limit: 4),
            feature: results,
            dependencies: dependencies(losses: losses),
            checks: .onlyWhatIsSaid,
            schedule: schedule
        )
    }

    @Test func everyScheduleFindsTheSameHits() {
        exploreSchedules(300) { schedule in
            let test = Self.test(schedule)
            test.send(.search("x"))
            test.run()
            test.expect { results in
                results.hits.map(\.line) == [0, 1, 10, 11] && results.counts.files == 6 && !results.isSearching
            }
            test.finish()
        }
    }

    @Test func noScheduleMixesTwoSearches() {
        exploreSchedules(300) { schedule in
            let test = Self.test(schedule)
            test.send(.search("x"))
            test.send(.search("y"))
            test.run()
            test.expect { results in
                results.hits.allSatisfy { $0.path == PathName("2") } && results.hits.map(\.line) == [0, 1, 10, 11]
                    && results.counts.files == 6 && !results.isSearching
            }
            test.finish()
        }
    }

    @Test func noScheduleGoesOnAfterAPause() {
        exploreSchedules(300) { schedule in
            let test = Self.test(schedule, losses: 1)
            test.send(.restart("x"))
            test.advance(by: .milliseconds(5))
            test.send(.pause)
            let hits = test.state.hits
            test.run()
            test.expect { $0.hits == hits && !$0.isSearching && $0.total == 4 && $0.isCounted }
            test.finish()
        }
    }

    @Test func fileIsLookedForAgainAfterALongerAndLongerTime() {
        let test = Self.test(.inOrder, losses: 9)
        test.send(.search("x"))
        test.advance(by: .milliseconds(69))
        test.expect { $0.missing == 3 && $0.counts.vanished == 0 }
        test.run()
        test.expect { $0.missing == 0 && $0.counts.vanished == 3 }
        test.finish()
    }
}

private actor Attempts {
    private var counts: [PathName: Int] = [:]

    func next(_ path: PathName) -> Int {
        counts[path, default: 0] += 1
        return counts[path, default: 0]
    }

    func pause() {}
}

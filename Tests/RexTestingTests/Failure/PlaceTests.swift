// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import RexTesting
import Testing

/// The locations of failures without a test store, and complete texts of failed explorations.
@Suite struct PlaceTests {
    private struct Unwanted: Error {}

    private func places(_ body: () async -> Void) async -> [SourceLocation?] {
        let places = Recorder<SourceLocation?>()
        await withKnownIssue(isIntermittent: true) {
            await body()
        } matching: { issue in
            places.record(issue.sourceLocation)
            return true
        }
        return places.events
    }

    @Test func failuresAreAtTheLocationsOfTheirCalls() async {
        var expected: [SourceLocation] = []
        func here(_ location: SourceLocation) { expected.append(location) }
        let found = await places {
            here(#_sourceLocation); expectMonoid(Loud(value: "a")) { $0.value }
            here(#_sourceLocation); expectMonoid(observe: { (text: Joined) in text.value })
            here(#_sourceLocation); expectLift(Joined(value: "a"), lift: { Joined(value: $0.value + "!") }) { $0.value }
            here(#_sourceLocation); expectPure(.notes, actions: [.go("a")], states: [])
            here(#_sourceLocation); exploreSchedules(0) { _ in }
            here(#_sourceLocation); exploreSchedules(1) { _ in throw Unwanted() }
            here(#_sourceLocation); exploreSchedules(1) { _ in }
            here(#_sourceLocation); _ = try? await exploreSchedules(1) { _ async throws in throw Unwanted() }
        }
        func words(_ place: SourceLocation?) -> String {
            place.map { "\($0.fileID) \($0.filePath) \($0.line)" } ?? "nowhere"
        }
        #expect(found.map(words) == expected.map(words))
        let columns = zip(found, expected).map { ($0?.column ?? 0) - $1.column }
        #expect(columns.allSatisfy { (1...60).contains($0) }, "\(columns)")
    }

    @Test func failureReportIsComplete() async {
        let texts = await failures {
            exploreSchedules(10) { schedule in
                _ = schedule.bool("rain")
                throw Unwanted()
            }
            _ = try? await exploreSchedules(10, lateness: .zero) { schedule async throws in
                if schedule.bool("snow") { throw Unwanted() }
            }
            exploreSchedules(3, seed: 8) { _ in throw Unwanted() }
        }
        .map { $0.replacing(/\d+\.\d+ seconds/, with: "…") }
        #expect(texts.count == 3)
        #expect(
            texts.first == """
                Schedule 1 of 10 fails.
                It fails with all steps in order:
                    rain: false
                The failure:
                The body threw an error: Unwanted()
                Found after …, then shrunk with 0 more schedules in ….
                """
        )
        let lines = texts.dropFirst().first?.split(separator: "\n") ?? []
        #expect(lines.first?.hasSuffix(", lateness: .seconds(0)) runs it again.") == true, "\(texts)")
        #expect(
            lines.dropFirst() == [
                "It fails with all steps in order:", "    the test continues", "    snow: true",
                "The failure:", "The body threw an error: Unwanted()",
                "Found after …, then shrunk with 5 more schedules in ….",
            ]
        )
        #expect(
            texts.last == """
                Schedule 1 of 3 fails; exploreSchedules(1, seed: 8) runs it again.
                The failure:
                The body threw an error: Unwanted()
                Found after …, then shrunk with 0 more schedules in ….
                """
        )
    }

    @Test func summaryDescribesTheTriedSchedules() async throws {
        func text(_ count: Int, _ values: Int) -> String {
            exploreSchedules(count) { _ = $0.int(in: 1...values) }.description
        }
        #expect(text(1, 1) == "the only order")
        #expect([text(1, 2), text(9, 2)] == ["1 order, perhaps not the only one", "all 2 orders"])
        #expect(
            [text(2_001, 999), text(1_000, 5_000)] == ["all 999 orders", "1,000 different orders, perhaps not all"]
        )
        let explored = try await exploreSchedules(5) { schedule async in _ = schedule.int(in: 1...2) }
        #expect(explored.areAll && explored.description == "all 2 orders")
    }

    /// A cancelled test does not call its body again.
    @Test func cancelledTestStopsItsExploration() async {
        let (calls, early) = (Lock(0), Lock(false))
        let cancelled = Task {
            while !Task.isCancelled { await Task.yield() }
            do {
                try await exploreSchedules(100) { _ async in calls.withLock { $0 += 1 } }
            } catch is CancellationError {
                early.withLock { $0 = true }
            } catch {}
        }
        cancelled.cancel()
        await cancelled.value
        #expect(calls.withLock { $0 } == 0 && early.withLock { $0 })
    }
}

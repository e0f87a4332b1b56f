// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Failures with long texts.
@Suite struct LongTextTests {
    @Test func longChainOfCausesIsCut() {
        let texts = failures {
            let test = TestStore(
                initialState: 0,
                reducer: .reduce { action, last in last = action },
                middleware: chainOfFifty(),
                checks: .onlyWhatIsSaid
            )
            test.send(0)
            test.expect { $0 == 0 }
        }
        let lines = texts.first?.split(separator: "\n") ?? []
        #expect(lines.count { $0.hasPrefix("  because of ") } == 20)
        #expect(lines.first { $0.hasPrefix("  because of ") } == "  because of 49")
    }

    /// The last change comes first, and the parts of a long state have lines of their own.
    @Test func longStateIsWrittenOnSeveralLinesAfterTheDifference() {
        struct Row: Sendable {
            var id: Int
            var text: String
        }
        struct Page: Sendable {
            var rows: [Row] = []
            var choice: Result<Row, CancellationError>?
            var isOpen = false
        }
        let texts = failures {
            let test = TestStore(
                initialState: Page(),
                reducer: Reducer<Int, Page>.reduce { number, page in
                    page.rows.append(Row(id: number, text: String(repeating: "x", count: 50)))
                    page.choice = .success(Row(id: -1, text: String(repeating: "y", count: 55)))
                },
                middleware: AnyMiddleware<Int, Int, Page> { _, _, _ in .pure() },
                checks: .onlyWhatIsSaid
            )
            for number in 1...2 { test.send(number) }
            test.expect("it is open") { $0.isOpen }
        }
        let (x, y) = (String(repeating: "x", count: 50), String(repeating: "y", count: 55))
        #expect(texts.first?.hasPrefix("expect: it is open\nThe last action was 2 (- before, + after):\n") == true)
        #expect(
            texts.first?.hasSuffix(
                """
                The state:
                  Page(
                    rows: [
                      Row(id: 1, text: "\(x)")
                      Row(id: 2, text: "\(x)")
                    ]
                    choice: success(
                      Row(id: -1, text: "\(y)")
                    )
                    isOpen: false
                  )
                """
            ) == true,
            "\(texts)"
        )
    }

    /// The mirror of a value may contain the value.
    @Test func stateInItselfEnds() {
        struct Odd: CustomReflectable, Sendable {
            let text = String(repeating: "x", count: 90)
            var customMirror: Mirror { Mirror(self, children: ["text": text, "itself": self]) }
        }
        let texts = failures {
            let test = TestStore(
                initialState: Odd(),
                reducer: Reducer<Int, Odd>.identity,
                middleware: AnyMiddleware<Int, Int, Odd> { _, _, _ in .pure() },
                checks: .onlyWhatIsSaid
            )
            test.expect { _ in false }
        }
        #expect((texts.first?.split(separator: "\n").count ?? .max) < 60)
    }

    @Test func stateWithManyLongPartsIsCut() {
        let rows = (0..<90).map { row in (0..<90).map { String(repeating: "\(row)", count: $0) } }
        let texts = failures {
            let test = TestStore(
                initialState: rows,
                reducer: Reducer<Int, [[String]]>.identity,
                middleware: AnyMiddleware<Int, Int, [[String]]> { _, _, _ in .pure() },
                checks: .onlyWhatIsSaid
            )
            test.expect { _ in false }
        }
        #expect((texts.first?.split(separator: "\n").count ?? .max) < 220)
        #expect(texts.first?.contains("more)") == true)
    }

    /// Each action of a chain is named with what sent it.
    @Test func causesAreNamedWithTheirSenders() {
        let texts = failures {
            let test = TestStore(
                initialState: 0,
                reducer: .reduce { action, last in last = action },
                middleware: AnyMiddleware<Int, Int, Int> { action, source, _ in
                    guard action < 3 else { return .pure() }
                    return .send(action + 1, from: source.derived(by: "Step \(action)", kind: "step"))
                },
                checks: .onlyWhatIsSaid
            )
            test.send(0)
            test.expect { $0 == 0 }
        }
        let lines =
            texts.first?.split(separator: "\n").filter { $0.hasPrefix("  sent") || $0.hasPrefix("  because") } ?? []
        let expected = [2, 1, 0].flatMap { ["  sent by Step \($0)", "  because of \($0)"] }
        #expect(lines.elementsEqual(expected) { $0.hasPrefix($1) }, "\(lines)")
    }

    @Test func manyDifferencesAreCut() {
        struct Wrapped: Sendable { var values: [Int] }
        let adding = Reducer<Int, Wrapped>.reduce { action, state in state.values = state.values.map { $0 + action } }
        let texts = failures {
            let test = TestStore(
                initialState: Wrapped(values: Array(0..<2_000)),
                reducer: adding,
                middleware: IdentityMiddleware()
            )
            test.send(10_000)
        }
        #expect(texts.first?.hasSuffix("\n… (more differences)") == true)
    }

    @Test func failuresAreAtTheLocationsOfTheirCalls() {
        let places = Recorder<SourceLocation?>()
        let line = #line + 4
        withKnownIssue {
            let test = notesStore(checks: .onlyWhatIsSaid)
            // One failure per line.
            test.expect { _ in false }
            test.receive(.go("a"))
            _ = test.receive { (note: Note) -> Int? in note == .go("a") ? 1 : nil }
            test.finish()
        } matching: { issue in
            places.record(issue.sourceLocation)
            return true
        }
        #expect(places.events.map { $0?.line } == [line, line + 1, line + 2])
        #expect(places.events.allSatisfy { $0?.fileID == #fileID })
    }

    @Test func callsWithoutEffectAreHarmless() {
        let test = notesStore()
        test.run(limit: -1)
        test.advance(by: .zero)
        test.skipActions()
        test.skipRuns()
        test.finish()
        test.finish()
        #expect(test.runs.isEmpty && test.actions.isEmpty)
    }
}

private func chainOfFifty() -> AnyMiddleware<Int, Int, Int> {
    AnyMiddleware { action, source, _ in action < 50 ? .send(action + 1, from: source) : .pure() }
}

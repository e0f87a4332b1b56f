// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

private typealias Effects = EffectMiddleware<Note, Note, Notes>

extension Note {
    fileprivate var go: String? { if case .go(let text) = self { text } else { nil } }
    fileprivate var stop: String? { go.flatMap { $0 == "stop" ? $0 : nil } }
    fileprivate var start: String? { go.flatMap { $0 == "stop" ? nil : $0 } }
}

/// The contract of effects, in many orders of steps.
@Suite struct EffectContractTests {
    private let count = 1_000

    private func explore(
        _ effects: Effects,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        _ body: (TestStore<Note, Notes>) -> Void
    ) {
        exploreSchedules(count, fileID: fileID, filePath: filePath, line: line, column: column) { schedule in
            let test = TestStore(
                initialState: Notes(),
                reducer: .notes,
                middleware: effects,
                checks: .onlyWhatIsSaid,
                schedule: schedule
            )
            body(test)
            test.run()
            test.expect { _ in test.runs.isEmpty }
        }
    }

    @Test func effectStartsAfterTheReducer() {
        explore(Effects().on(\.start) { text, effect in effect.send(.said("\(effect.state.list.contains(text))")) }) {
            for text in ["a", "b"] { $0.send(.go(text)) }
            $0.run()
            $0.expect { !$0.list.contains("false") && $0.list.count == 4 }
        }
    }

    @Test func cancellingIsExact() {
        let effects = Effects()
            .on(\.start, .latest) { text, effect in
                for number in 1...3 {
                    effect.send(.said("\(text) \(number)"))
                    await Task.yield()
                }
            }
            .cancel(on: \.stop)
        explore(effects) { test in
            for text in ["a", "b", "stop", "c"] { test.send(.go(text)) }
            test.run()
            // After a trigger or a stop, no action of an earlier run is processed.
            test.expect { notes in
                var live: Character?
                return notes.list.allSatisfy { text in
                    guard text.contains(" ") else {
                        live = text == "stop" ? nil : text.first
                        return true
                    }
                    return text.first == live
                } && notes.list.suffix(3) == ["c 1", "c 2", "c 3"]
            }
        }
    }

    @Test func actionsOfARunStayInOrder() {
        let effects = Effects().on(\.start) { text, effect in
            for number in 1...4 {
                effect.send(.said("\(text) \(number)"))
                await Task.yield()
            }
        }
        explore(effects) { test in
            for text in ["a", "b"] { test.send(.go(text)) }
            test.run()
            test.expect { notes in
                ["a", "b"].allSatisfy { name in
                    notes.list.filter { $0.hasPrefix("\(name) ") } == (1...4).map { "\(name) \($0)" }
                }
            }
        }
    }

    @Test func eachRunEndsOnceAndCountsUntilItsBodyReturns() {
        let effects = Effects().on(\.start, .queued) { text, effect in
            effect.send(.said("\(text) begins"))
            await Task.yield()
            effect.send(.said("\(text) ends"))
        }
        explore(effects) { test in
            for text in ["a", "b", "c"] { test.send(.go(text)) }
            test.run()
            test.expect { notes in
                notes.list.filter { $0.contains(" ") } == ["a", "b", "c"].flatMap { ["\($0) begins", "\($0) ends"] }
            }
        }
    }

    @Test func noErrorIsLost() {
        let effects = Effects().on(\.start, .each.retrying(1)) { text, effect in
            await Task.yield()
            throw NoNetwork()
        } catch: { error, _ in
            .said("\(type(of: error))")
        }
        explore(effects) { test in
            for text in ["a", "b", "c"] { test.send(.go(text)) }
            test.run()
            test.expect { $0.list.count { $0 == "NoNetwork" } == 3 }
        }
    }

    @Test func timeComesFromTheStore() {
        let effects = Effects()
            .on(\.start, .latest.debounced(for: .seconds(1)).timeout(.seconds(2))) { text, effect in
                try await effect.sleep(for: text == "slow" ? .seconds(9) : .seconds(1))
                effect.send(.said("done"))
            } catch: { error, _ in
                .said("\(type(of: error))")
            }
        explore(effects) { test in
            test.send(.go("a"))
            test.advance(by: .milliseconds(999))
            test.send(.go("b"))
            test.advance(by: .milliseconds(1_999))
            test.expect { $0.list == ["a", "b"] }
            test.advance(by: .milliseconds(1))
            test.expect { $0.list == ["a", "b", "done"] }
            test.send(.go("slow"))
            test.advance(by: .seconds(3))
            test.expect { $0.list == ["a", "b", "done", "slow", "EffectTimeout"] }
        }
    }

    @Test func endOfTheStoreCancelsEveryRun() {
        exploreSchedules(count) { schedule in
            let (begun, ended) = (Recorder<String>(), Recorder<Bool>())
            do {
                let effects = Effects().on(\.start) { text, effect in
                    begun.record(text)
                    try? await effect.sleep(for: .seconds(1))
                    effect.send(.said("too late"))
                    ended.record(effect.isCancelled)
                }
                let test = TestStore(
                    initialState: Notes(),
                    reducer: .notes,
                    middleware: effects,
                    checks: .onlyWhatIsSaid,
                    schedule: schedule
                )
                for text in ["a", "b", "c"] { test.send(.go(text)) }
            }
            guard ended.events == begun.events.map({ _ in true }) else { throw Broken(text: "\(ended.events)") }
        }
    }

    @Test func nothingIsLeft() {
        explore(Effects().on(\.start, .latest.debounced(for: .seconds(1)).by { $0 }) { _, _ in }) { test in
            for text in ["a", "b", "a", "b"] { test.send(.go(text)) }
            // One timer for all keys, for any number of triggers.
            test.expect { _ in test.runs.count == 1 }
        }
    }

    @Test func runsOfElementsAreIndependent() {
        let row = EffectMiddleware<RowAction, RowAction, Row>()
            .on(\.load, .latest) { number, effect in
                await Task.yield()
                effect.send(.loaded(number))
            }
        exploreSchedules(count) { schedule in
            let test = TestStore(
                initialState: Table(rows: [Row(id: 1), Row(id: 2)]),
                reducer: .table,
                middleware: row.lift(
                    .case(
                        CasePath(extract: { (action: TableAction) in action.row }, embed: { TableAction.row($0) }),
                        each: \Table.rows
                    )
                ),
                checks: .onlyWhatIsSaid,
                schedule: schedule
            )
            test.send(.row(ElementIDAction(id: 1, action: .load(10))))
            test.send(.row(ElementIDAction(id: 2, action: .load(20))))
            test.send(.remove(1))
            test.run()
            test.expect { $0.rows.map(\.loaded) == [[20]] && $0.lost == 0 }
        }
    }

    @Test func sourceHasAllSteps() {
        let place = ActionSource.here()
        let effects = Effects().on(\.start, named: "tea") { text, effect in effect.send(.said(text)) }
        explore(effects) { test in
            for text in ["a", "b"] { test.send(.go(text)) }
            test.run()
            test.expect { _ in
                let answers = test.actions.filter { $0.action.said != nil }
                return answers.count == 2
                    && answers.allSatisfy { answer in
                        answer.dispatcher.file == place.file && answer.dispatcher.function == place.function
                            && answer.dispatcher.line == place.line + 3
                            && answer.dispatcher.info == "Effect tea at EffectContractTests.swift:\(place.line + 1)"
                    }
            }
        }
    }
}

private struct Broken: Error { let text: String }

private enum RowAction: Sendable, Equatable {
    case load(Int)
    case loaded(Int)

    var load: Int? { if case .load(let number) = self { number } else { nil } }
}

private enum TableAction: Sendable {
    case row(ElementIDAction<Int, RowAction>)
    case remove(Int)

    var row: ElementIDAction<Int, RowAction>? { if case .row(let action) = self { action } else { nil } }
}

private struct Row: Sendable, Identifiable {
    let id: Int
    var loaded: [Int] = []
}

private struct Table: Sendable {
    var rows: [Row] = []
    var lost = 0
}

extension Reducer where ActionType == TableAction, StateType == Table {
    fileprivate static var table: Reducer {
        .reduce { action, table in
            switch action {
            case .remove(let id): table.rows.removeAll { $0.id == id }
            case .row(let row):
                guard case .loaded(let number) = row.action else { return }
                guard let index = table.rows.firstIndex(where: { $0.id == row.id }) else {
                    table.lost += 1
                    return
                }
                table.rows[index].loaded.append(number)
            }
        }
    }
}

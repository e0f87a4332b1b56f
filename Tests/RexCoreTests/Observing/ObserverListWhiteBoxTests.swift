// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RexCore

/// Observers that come, go, lag behind and are notified, against a plain list of what each has to get.
@Suite struct ObserverListWhiteBoxTests {
    private struct Expected {
        let id: Int
        let observer: ObserverList<Int>.Observer
        var backlog: [Int] = []
        var isPending = true
        var isLate = false
    }

    private struct Run {
        var list = ObserverList<Int>()
        var model: [Expected] = []
        let seen = Recorder<[Int]>()

        mutating func add() {
            let isCancelled = Cell(false)
            let number = Lock(0)
            let observer = ObserverList<Int>.Observer(
                onState: { [seen] state in seen.record([number.withLock { $0 }, state]) },
                onEnd: {},
                isCancelled: isCancelled
            )
            let id = list.add(observer)
            number.withLock { $0 = id }
            model.append(Expected(id: id, observer: observer))
        }

        /// Notifies of a state, and says who got it.
        mutating func notify(_ state: Int) -> [Int] {
            let before = seen.events.count
            list.notice(of: state)?.notify()
            for place in model.indices where model[place].isPending || model[place].isLate {
                model[place].backlog.append(state)
            }
            return seen.events.dropFirst(before).map { $0[0] }
        }

        /// A pending observer takes its next state, or hands its backlog over.
        mutating func catchUp(_ place: Int, isProcessing: Bool, _ comment: Comment) {
            let next = list.nextOfPending(model[place].observer, isProcessing: isProcessing)
            if !model[place].isPending || model[place].backlog.isEmpty {
                #expect(next == nil, comment)
                model[place].isPending = false
            } else if isProcessing {
                #expect(next == nil, comment)
                (model[place].isPending, model[place].isLate) = (false, true)
            } else {
                #expect(next == model[place].backlog.removeFirst(), comment)
            }
        }

        /// The thread that processes brings all up to date that are late.
        mutating func tidy(_ comment: Comment) {
            while let work = list.tidy() {
                guard let late = work.late else { continue }
                let place = model.firstIndex { $0.isLate && !$0.backlog.isEmpty }
                #expect(place.map { model[$0].observer } === late.observer, comment)
                #expect(place.map { model[$0].backlog.removeFirst() } == late.state, comment)
            }
            for place in model.indices where model[place].isLate {
                #expect(model[place].backlog == [], comment)
                model[place].isLate = false
            }
        }

        mutating func remove(_ place: Int, _ comment: Comment) {
            let removed = list.remove(model[place].id, isProcessing: false)
            #expect(removed.contains { $0 === model[place].observer }, comment)
            #expect(list.remove(model[place].id, isProcessing: false).isEmpty, comment)
            let observer = model.remove(at: place).observer
            for isProcessing in [false, true] {
                #expect(list.nextOfPending(observer, isProcessing: isProcessing) == nil, comment)
            }
        }
    }

    @Test func listBehavesLikeAPlainOne() {
        for seed in 0..<UInt64(10) {
            var generator = SeededGenerator(seed: seed)
            var run = Run()
            for step in 0..<(hasFewRounds ? 1_000 : 30_000) {
                let comment: Comment = "seed \(seed), step \(step)"
                let place = run.model.indices.randomElement(using: &generator)
                switch (Int.random(in: 0..<10, using: &generator), place) {
                case (0...2, _) where run.model.count < 40: run.add()
                case (3, let place?): run.remove(place, comment)
                case (4...6, let place?): run.catchUp(place, isProcessing: step % 3 == 0, comment)
                case (7, _): run.tidy(comment)
                default:
                    let regular = run.model.filter { !$0.isPending && !$0.isLate }.map(\.id)
                    #expect(run.notify(step) == regular, comment)
                }
                #expect(run.list.count == run.model.count, comment)
                #expect(run.list.isEmpty == run.model.isEmpty, comment)
                #expect(run.list.entries.count <= 2 * run.model.count, comment)
                #expect(run.list.behind.count == run.model.count { $0.isPending || $0.isLate }, comment)
                #expect(!run.model.contains(where: \.isLate) || run.list.isUntidy, comment)
            }
            #expect(run.list.removeAll().count == run.model.count)
            #expect(run.list.isEmpty)
        }
    }
}

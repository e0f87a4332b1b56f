// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RexCore

/// Random observers are added, removed and notified.
///
/// A model lists the states that each must get.
@Suite struct ObserverListWhiteBoxTests {
    private struct Expected {
        let id: Int
        let observer: ObserverList<Int>.Observer
        var backlog: [Int] = []
        var isPending = true
        var hasBacklogToPassOn = false
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

        /// Notifies of a state.
        ///
        /// Returns the notified observers.
        mutating func notify(_ state: Int) -> [Int] {
            let before = seen.events.count
            list.notice(of: state)?.notify()
            for index in model.indices where model[index].isPending || model[index].hasBacklogToPassOn {
                model[index].backlog.append(state)
            }
            return seen.events.dropFirst(before).map { $0[0] }
        }

        /// Passes a pending observer its next state, or hands its backlog to the processing thread.
        mutating func takeNext(_ index: Int, isProcessing: Bool, _ comment: Comment) {
            let next = list.nextOfPending(model[index].observer, isProcessing: isProcessing)
            if !model[index].isPending || model[index].backlog.isEmpty {
                #expect(next == nil, comment)
                model[index].isPending = false
            } else if isProcessing {
                #expect(next == nil, comment)
                (model[index].isPending, model[index].hasBacklogToPassOn) = (false, true)
            } else {
                #expect(next == model[index].backlog.removeFirst(), comment)
            }
        }

        /// Passes the backlogs on, as the processing thread does.
        mutating func passOnBacklogs(_ comment: Comment) {
            while let update = list.nextUpdate() {
                guard let next = update.next else { continue }
                let index = model.firstIndex { $0.hasBacklogToPassOn && !$0.backlog.isEmpty }
                #expect(index.map { model[$0].observer } === next.observer, comment)
                #expect(index.map { model[$0].backlog.removeFirst() } == next.state, comment)
            }
            for index in model.indices where model[index].hasBacklogToPassOn {
                #expect(model[index].backlog == [], comment)
                model[index].hasBacklogToPassOn = false
            }
        }

        mutating func remove(_ index: Int, _ comment: Comment) {
            let removed = list.remove(model[index].id, isProcessing: false)
            #expect(removed.contains { $0 === model[index].observer }, comment)
            #expect(list.remove(model[index].id, isProcessing: false).isEmpty, comment)
            let observer = model.remove(at: index).observer
            for isProcessing in [false, true] {
                #expect(list.nextOfPending(observer, isProcessing: isProcessing) == nil, comment)
            }
        }
    }

    @Test func observerListBehavesLikeItsModel() {
        for seed in 0..<UInt64(10) {
            var generator = SeededGenerator(seed: seed)
            var run = Run()
            for step in 0..<(hasFewRounds ? 1_000 : 30_000) {
                let comment: Comment = "seed \(seed), step \(step)"
                let index = run.model.indices.randomElement(using: &generator)
                switch (Int.random(in: 0..<10, using: &generator), index) {
                case (0...2, _) where run.model.count < 40: run.add()
                case (3, let index?): run.remove(index, comment)
                case (4...6, let index?): run.takeNext(index, isProcessing: step % 3 == 0, comment)
                case (7, _): run.passOnBacklogs(comment)
                default:
                    let regular = run.model.filter { !$0.isPending && !$0.hasBacklogToPassOn }.map(\.id)
                    #expect(run.notify(step) == regular, comment)
                }
                #expect(run.list.count == run.model.count, comment)
                #expect(run.list.isEmpty == run.model.isEmpty, comment)
                #expect(run.list.entries.count <= 2 * run.model.count, comment)
                #expect(run.list.lagging.count == run.model.count { $0.isPending || $0.hasBacklogToPassOn }, comment)
                #expect(!run.model.contains(where: \.hasBacklogToPassOn) || run.list.needsUpdate, comment)
            }
            #expect(run.list.removeAll().count == run.model.count)
            #expect(run.list.isEmpty)
        }
    }
}

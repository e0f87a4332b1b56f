// SPDX-License-Identifier: MIT

import Dispatch
import PublisherMiddleware
import RexCore

private struct Answer: Action {
    let number: Int
}

private func storeOfAnswers() -> Store<any Action, Int> {
    Store(
        initialState: 0,
        reducer: .reduce { action, state in if let answer = action as? Answer { state += answer.number } },
        middleware: createPublisherMiddleware()
    )
}

extension Workload {
    static let publisherAction = Workload(
        name: "P1",
        work: "a retained publisher action with an answer from a queue",
        against: "`DispatchQueue.async` that dispatches the answer",
        counted: 10_000
    ) {
        let (store, plain) = (storeOfAnswers(), storeOfAnswers())
        let (queue, plainQueue) = (DispatchQueue(label: "answers"), DispatchQueue(label: "plain answers"))
        let sent = Box(0)
        return Contest { count in
            for _ in 0..<count {
                store.dispatch(
                    RetainedPublisherAction<Int> { dispatch, _, cancellables, cleanup in
                        Just(1)
                            .subscribe(on: queue)
                            .handleCleanup(cleanup)
                            .tap { dispatch(Answer(number: $0)) }
                            .store(in: &cancellables)
                    }
                )
                queue.sync {}
            }
            sent.value += count
        } reference: { count in
            for _ in 0..<count {
                plainQueue.async { plain.dispatch(Answer(number: 1)) }
                plainQueue.sync {}
            }
        } complaint: {
            store.state == sent.value ? nil : "received \(store.state) of \(sent.value) answers"
        }
    }

    static let pipeline = pipeline(name: "P2", work: "`map`, `filter` and `sink` of a sequence") { values, sum in
        values.publisher.map { $0 &* 3 }.filter { $0 & 1 == 0 }.sink { sum.value &+= $0 }
    }

    /// The same pipeline, without the special operators of a sequence's publisher.
    static let erasedPipeline = pipeline(
        name: "P2 erased",
        work: "`map`, `filter` and `sink` of an erased publisher"
    ) { values, sum in
        values.publisher.eraseToAnyPublisher().map { $0 &* 3 }.filter { $0 & 1 == 0 }.sink { sum.value &+= $0 }
    }

    private static func pipeline(
        name: String,
        work: String,
        subscribe: @escaping @Sendable (Range<Int>, Box<Int>) -> AnyCancellable
    ) -> Workload {
        Workload(name: name, work: work, against: "a loop with closures", actions: 100_000, counted: 1_000_000) {
            let (sum, plainSum) = (Box(0), Box(0))
            let steps = Steps(sum: plainSum)
            return Contest { count in
                subscribe(0..<count, sum).cancel()
            } reference: { count in
                for value in 0..<count {
                    let tripled = steps.map(value)
                    if steps.filter(tripled) { steps.sink(tripled) }
                }
            } complaint: {
                sum.value == 0 ? "no value was received" : nil
            }
        }
    }
}

/// Closures that the optimiser cannot inline, like the arguments of a function.
private final class Steps {
    var map: (Int) -> Int = { $0 &* 3 }
    var filter: (Int) -> Bool = { $0 & 1 == 0 }
    var sink: (Int) -> Void

    @inline(never) init(sum: Box<Int>) {
        sink = { sum.value &+= $0 }
    }
}

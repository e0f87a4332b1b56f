// SPDX-License-Identifier: MIT

import PublisherKit
import RexTestSupport
import Testing

/// Compares each operator with a one-line model, for random values, completions and demands.
@Suite struct OperatorFuzzTests {
    private struct Sample {
        let values: [Int]
        let end: Event
        let demands: [Int]
        let answers: Bool

        init(_ random: inout SeededGenerator) {
            values = (0..<Int.random(in: 0...9, using: &random)).map { _ in Int.random(in: 0...9, using: &random) }
            end = Bool.random(using: &random) ? .finished : .failed(.second)
            demands = (0..<40).map { _ in Int.random(in: 1...3, using: &random) }
            answers = Bool.random(using: &random)
        }

        var upstream: AnyPublisher<Int, Oops> {
            Record(output: values, completion: end == .finished ? .finished : .failure(.second)).eraseToAnyPublisher()
        }
    }

    @Test(arguments: OperatorModel.all)
    func operatorMatchesItsModelForAnyDemand(model: OperatorModel) {
        var random = SeededGenerator(seed: model.testDescription.utf8.reduce(7) { 31 &* $0 &+ UInt64($1) })
        for _ in 0..<150 {
            let sample = Sample(&random)
            let expected = model.expected(sample.values, sample.end)
            let (all, some) = (Probe(), Probe(.none))
            model.apply(sample.upstream).subscribe(all)
            #expect(all.events == events(expected.values, then: expected.end), "\(sample)")

            if model.failsAtOnce, sample.end != .finished { continue }
            var requested = 0
            some.onValue = { value in
                guard sample.answers, value.isMultiple(of: 2) else { return .none }
                requested += 1
                return .max(1)
            }
            model.apply(sample.upstream).subscribe(some)
            for demand in sample.demands where some.subscription != nil {
                #expect(some.values == Array(expected.values.prefix(some.values.count)), "\(sample)")
                #expect(some.values.count <= requested, "\(sample)")
                requested += demand
                some.request(demand)
                #expect(some.values.count >= min(requested, expected.values.count), "\(sample)")
            }
            #expect(some.events == events(expected.values, then: expected.end), "\(sample)")
        }
    }

    /// The output before a cancellation by the subscriber is a prefix of the model's output.
    @Test(arguments: OperatorModel.all)
    func operatorSendsNothingAfterCancellationDuringADelivery(model: OperatorModel) {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<50 {
            let sample = Sample(&random)
            let expected = model.expected(sample.values, sample.end).values
            let last = Int.random(in: 1...4, using: &random)
            let probe = Probe()
            var count = 0
            probe.onValue = { [unowned probe] _ in
                count += 1
                if count == last { probe.cancel() }
                return .none
            }
            model.apply(sample.upstream).subscribe(probe)
            #expect(probe.values == Array(expected.prefix(last)), "\(sample)")
        }
    }
}

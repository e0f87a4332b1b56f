// SPDX-License-Identifier: MIT

import CCounters

/// What was measured of a workload, for one action.
struct Figures {
    var allocations = 0.0
    var referenceAllocations: Double?
    var instructions: Double?
    /// By how much the peak of resident memory went up in the run that was counted.
    var kilobytes: Double?
    var nanoseconds: Double?
    var ratio: Double?
}

/// How a workload is measured.
///
/// A round is so short that most are not interrupted, and workload and reference take turns, so that both see the same
/// machine. The medians of many rounds stand for the rest.
struct Measurement {
    let isQuick: Bool
    private let rounds = 41
    private let roundLength = Duration.milliseconds(3)

    func figures(of workload: Workload, _ contest: Contest) -> Figures {
        var figures = Figures()
        let counted = isQuick ? min(workload.counted, 100_000) : workload.counted
        contest.run(min(counted, 1_000))
        Memory.forgetPeak()
        let resident = Memory.peak
        let before = (allocations: allocation_count(), instructions: instruction_count())
        contest.run(counted)
        let after = (allocations: allocation_count(), instructions: instruction_count())
        figures.allocations = Double(after.allocations - before.allocations) / Double(counted)
        if after.instructions >= 0 {
            figures.instructions = Double(after.instructions - before.instructions) / Double(counted)
        }
        if let resident, let peak = Memory.peak { figures.kilobytes = peak - resident }
        if let reference = contest.reference {
            reference(min(counted, 1_000))
            let before = allocation_count()
            reference(counted)
            figures.referenceAllocations = Double(allocation_count() - before) / Double(counted)
        }
        if !isQuick { measureTime(of: contest, actions: workload.actions, &figures) }
        return figures
    }

    private func measureTime(of contest: Contest, actions: Int?, _ figures: inout Figures) {
        let count = actions ?? moment(of: contest.run)
        var (times, ratios): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            let time = nanoseconds { contest.run(count) }
            times.append(time / Double(count))
            if let reference = contest.reference { ratios.append(time / nanoseconds { reference(count) }) }
        }
        figures.nanoseconds = median(times)
        figures.ratio = ratios.isEmpty ? nil : median(ratios)
    }

    private func moment(of run: (Int) -> Void) -> Int {
        var count = 1
        while ContinuousClock().measure({ run(count) }) < roundLength { count *= 2 }
        return count
    }

    private func nanoseconds(_ body: () -> Void) -> Double {
        ContinuousClock().measure(body) / .nanoseconds(1)
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

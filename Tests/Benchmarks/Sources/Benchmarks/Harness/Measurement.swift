// SPDX-License-Identifier: MIT

import CCounters
import Foundation

/// What was measured of a workload, for one action.
struct Figures {
    var allocations: Double?
    var referenceAllocations: Double?
    var instructions: Double?
    /// By how much the peak of resident memory went up in the run that was counted.
    var kilobytes: Double?
    var nanoseconds: Double?
    var ratio: Double?
}

/// How a workload is measured.
///
/// A round is so short that few are interrupted, and workload and reference take turns, so that both
/// see the same machine. The median stands for all rounds.
struct Measurement {
    let isQuick: Bool
    private let roundLength = Duration.microseconds(500)

    func figures(of workload: Workload, _ contest: Contest) -> Figures {
        var figures = Figures()
        let count = isQuick ? min(workload.counted, 100_000) : workload.counted
        contest.run(min(count, 1_000))
        figures.kilobytes = Memory.growth {
            let instructions = instruction_count()
            figures.allocations = allocations(of: contest.run, count)
            if instructions >= 0 { figures.instructions = Double(instruction_count() - instructions) / Double(count) }
        }
        if let reference = contest.reference {
            reference(min(count, 1_000))
            figures.referenceAllocations = allocations(of: reference, count)
        }
        if !isQuick { measureTime(of: contest, workload, &figures) }
        return figures
    }

    /// Rounded to thousandths: what a run allocates once, as a queue does, is not an action's.
    private func allocations(of run: (Int) -> Void, _ count: Int) -> Double? {
        waitForOtherThreads()
        let before = allocation_count()
        run(count)
        return before < 0 ? nil : (Double(allocation_count() - before) / Double(count) * 1_000).rounded() / 1_000
    }

    /// Returns once the whole process allocated nothing for a while, or after two seconds: tasks that an earlier workload has
    /// cancelled may still end on other threads, and the count is that of all threads.
    private func waitForOtherThreads() {
        var (count, quiet) = (allocation_count(), 0)
        for _ in 0..<400 where quiet < 4 {
            usleep(5_000)
            let now = allocation_count()
            quiet = now == count ? quiet + 1 : 0
            count = now
        }
    }

    private func measureTime(of contest: Contest, _ workload: Workload, _ figures: inout Figures) {
        let count = workload.actions ?? moment(of: contest.run)
        var (times, ratios): ([Double], [Double]) = ([], [])
        for _ in 0..<workload.rounds {
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

    private func nanoseconds(_ body: () -> Void) -> Double { ContinuousClock().measure(body) / .nanoseconds(1) }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

// SPDX-License-Identifier: MIT

import CCounters
import Foundation

/// The measured figures of a workload, per action.
struct Figures {
    var allocations: Double?
    var referenceAllocations: Double?
    var instructions: Double?
    /// The growth of the peak of resident memory, in kilobytes, during the run that counts allocations.
    var kilobytes: Double?
    var nanoseconds: Double?
    var ratio: Double?
}

/// Measures a workload and its reference in rounds.
///
/// Rounds are short, so that few of them are interrupted. Workload and reference alternate, so that
/// a change in the machine's load affects both. The result is the median of all rounds.
struct Measurement {
    let isQuick: Bool
    private let roundLength = Duration.microseconds(500)

    func figures(of workload: Workload, _ contest: Contest) -> Figures {
        var figures = Figures()
        let count = isQuick ? min(workload.counted, 100_000) : workload.counted
        contest.run(min(count, 1_000))
        figures.kilobytes = Memory.growth {
            let instructions = instruction_count()
            figures.allocations = allocations(of: contest.run, count, workload)
            if instructions >= 0 { figures.instructions = Double(instruction_count() - instructions) / Double(count) }
        }
        if let reference = contest.reference {
            reference(min(count, 1_000))
            figures.referenceAllocations = allocations(of: reference, count, workload)
        }
        if !isQuick { measureTime(of: contest, workload, &figures) }
        return figures
    }

    /// Returns the allocations per action, rounded to thousandths.
    ///
    /// Rounding removes what a run allocates only once, such as a queue.
    private func allocations(of run: (Int) -> Void, _ count: Int, _ workload: Workload) -> Double? {
        if !workload.excludesOtherThreads { waitForOtherThreads() }
        let counter = workload.excludesOtherThreads ? thread_allocation_count : allocation_count
        let before = counter()
        run(count)
        return before < 0 ? nil : (Double(counter() - before) / Double(count) * 1_000).rounded() / 1_000
    }

    /// Waits until the process has not allocated for 20 ms, but at most two seconds.
    ///
    /// The count includes all threads, and tasks that an earlier run cancelled may still be ending
    /// on other threads.
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
        var (times, ratios): ([Double], [Double]) = ([], [])
        if let take = contest.times {
            for (run, reference) in (0..<workload.rounds).map({ _ in take() }) {
                times.append(run)
                ratios.append(run / reference)
            }
        }
        let count = workload.actions ?? moment(of: contest.run)
        for _ in 0..<(contest.times == nil ? workload.rounds : 0) {
            let time = nanoseconds(workload) { contest.run(count) }
            times.append(time / Double(count))
            if let reference = contest.reference { ratios.append(time / nanoseconds(workload) { reference(count) }) }
        }
        figures.nanoseconds = median(times)
        figures.ratio = ratios.isEmpty ? nil : median(ratios)
    }

    private func moment(of run: (Int) -> Void) -> Int {
        var count = 1
        while ContinuousClock().measure({ run(count) }) < roundLength { count *= 2 }
        return count
    }

    private func nanoseconds(_ workload: Workload, _ body: () -> Void) -> Double {
        guard workload.excludesOtherThreads else { return ContinuousClock().measure(body) / .nanoseconds(1) }
        let before = threadNanoseconds()
        body()
        return threadNanoseconds() - before
    }

    /// The CPU time of this thread so far.
    private func threadNanoseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

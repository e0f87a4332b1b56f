// SPDX-License-Identifier: MIT

import CAllocations

/// How a workload is measured: the fastest pace that half of the rounds reach, and exact counts.
struct Measurement {
    /// How often workload and floor run in turn; without rounds only allocations are counted.
    let rounds: Int

    func figures(of workload: Workload) -> Figures {
        workload.run()
        let before = allocation_count()
        workload.run()
        let allocations = Double(allocation_count() - before) / Double(workload.actions)

        var times: (workload: [Double], floor: [Double]) = ([], [])
        for _ in 0..<rounds {
            times.workload.append(time(workload.run))
            if let floor = workload.floor { times.floor.append(time(floor)) }
        }
        func perAction(_ times: [Double]) -> Double? {
            times.isEmpty ? nil : times.sorted()[times.count / 2] / Double(workload.actions)
        }
        return Figures(
            nanoseconds: perAction(times.workload) ?? 0,
            floor: perAction(times.floor),
            allocations: allocations
        )
    }

    private func time(_ body: () -> Void) -> Double {
        let elapsed = ContinuousClock().measure(body)
        return Double(elapsed.components.seconds) * 1e9 + Double(elapsed.components.attoseconds) / 1e9
    }
}

// SPDX-License-Identifier: MIT

import ReachabilityMiddleware

extension ReachabilityDecision {
    mutating func begin() -> Generation {
        guard let generation = start() else { preconditionFailure("The test began a run while one was going on.") }
        return generation
    }

    mutating func rest() -> [ReachabilityEvent] {
        var events: [ReachabilityEvent] = []
        while let event = next() { events.append(event) }
        return events
    }

    mutating func events(
        of path: NetworkPath,
        in generation: Generation,
        state: ReachabilityState
    ) -> [ReachabilityEvent] {
        receive(path, of: generation, state: state) ? rest() : []
    }
}

// SPDX-License-Identifier: MIT

extension Workload {
    /// All workloads, in the order of the table.
    ///
    /// With `REX_CORE_ROWS`, only the workloads of the core.
    static let all: [Workload] = {
        #if CORE_ROWS
        core
        #else
        core + products
        #endif
    }()

    private static let core =
        [
            oneReducer, onItsQueue, oneObserver, eightOfEach, manyAnswers, bridge, bridgeBesideLogger, features,
            featuresByFunction,
            featuresOfReaders, joinedParts, bridgeOfFeature,
            observers,
        ]
        + [
            observersOfProjections, comingAndGoing, chain, elementByID, elementOfFeature,
            refusedElement,
        ]
        + randomElements + changingLists + listsInTurn + optionalParts
        + [twoThreads] + latencies + numbersOfFeatures + liftedFeatures + gates + building
}

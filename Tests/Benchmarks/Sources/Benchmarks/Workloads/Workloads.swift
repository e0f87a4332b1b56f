// SPDX-License-Identifier: MIT

extension Workload {
    /// All workloads, in the order of the table; those of the core alone if the package is built for them.
    static let all: [Workload] = {
        #if CORE_ROWS
        core
        #else
        core + products
        #endif
    }()

    private static let core =
        [
            oneReducer, onItsQueue, oneObserver, eightOfEach, manyAnswers, bridge, features, featuresByFunction,
            featuresOfReaders, joinedParts, bridgeOfFeature,
            observers,
        ]
        + [observersOfProjections, comingAndGoing, chain, elementByIndex, elementByID] + randomElements + changingLists
        + [twoThreads] + numbersOfFeatures + liftedFeatures + gates
}

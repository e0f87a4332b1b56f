// SPDX-License-Identifier: MIT

extension Workload {
    /// All workloads, in the order of the table.
    static let all =
        [
            oneReducer, onItsQueue, oneObserver, eightOfEach, manyAnswers, bridge, features, featuresByFunction,
            featuresOfReaders, bridgeOfFeature,
            observers,
        ]
        + [observersOfProjections, comingAndGoing, chain, elementByIndex, elementByID] + randomElements + changingLists
        + [twoThreads]
        + observing + numbersOfFeatures + liftedFeatures + gates + [
            loggedDiff, changedKeys, filtered, prismGetter, prismSetter,
        ]
        + effects + manyKeyedEffects + [
            oneSearchInOrder, oneSearchExplored, randomProgram, publisherAction, pipeline, erasedPipeline,
        ]
        + [recorded, recordedInFile, recordedChain] + recordedStates + caches + savings + outboxes
}

// SPDX-License-Identifier: MIT

extension Workload {
    /// The workloads that need other products than RexCore, BridgeMiddleware and GatedMiddleware.
    static let products =
        observing + [loggedDiff, changedKeys, filtered, prismGetter, prismSetter] + effects + manyKeyedEffects
        + [
            oneSearchInOrder, oneSearchExplored, randomProgram, publisherAction, pipeline, erasedPipeline,
        ]
        + [recorded, recordedOnThreads, recordedInFile, recordedChain] + recordedStates + inspections + caches + savings
        + outboxes
        + growth
        + [topOfStack, screenBelowTop, actionOfAnotherCase, ruleOfEachScreen, actionOfSheet]
}

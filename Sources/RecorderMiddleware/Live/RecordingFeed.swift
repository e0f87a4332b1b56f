// SPDX-License-Identifier: MIT

package import RexCore

/// Reads a recorder while it records, and writes its numbered events as JSON.
///
/// Nothing is added to the processing of an action. Use a feed on one thread at a time.
package protocol RecordingFeed: AnyObject {
    /// The number of the newest event that ``poll()`` has found.
    var lastEvent: Int { get }
    /// Tells the recording from others.
    var id: String { get }
    /// Whether actions can be decoded from JSON.
    var canDecodeActions: Bool { get }
    /// The page of the recorder without data.
    ///
    /// - Parameter nonce: The nonce of its script and its style.
    /// - Returns: The page and its security policy.
    func page(nonce: String) -> (page: [UInt8], policy: String)
    /// Finds the events since the last call.
    func poll()
    /// Returns the first line of the events as JSON: the program, the stores and the kept data.
    func header(canDispatch: Bool) -> [UInt8]
    /// Returns the first event of some types after a number as JSON, or nil if there is none yet.
    ///
    /// Events that were overwritten are counted in one event of the type `skipped`, which has the
    /// number of the last one of them.
    ///
    /// - Parameters:
    ///   - isBrief: Whether to leave out the parts of an action that are expensive to compute.
    ///   - types: The wanted types, or nil for all. `skipped` is always wanted.
    func event(after number: Int, isBrief: Bool, types: Set<String>?) -> (number: Int, json: [UInt8])?
    /// Returns the number after which the newest `count` events of some types begin.
    func start(ofLast count: Int, types: Set<String>?) -> Int
    /// Returns the event of an action.
    ///
    /// - Parameters:
    ///   - label: The number of the action in its store, or its label in sentences.
    ///   - store: The name or the number of the store, or nil if the label tells it.
    func event(ofAction label: String, store: String?) throws(FeedError) -> Int
    /// Returns the explanation of an event, its causes and its consequences as JSON.
    func explanation(of event: Int) throws(FeedError) -> [UInt8]
    /// Returns the state after an event as JSON, or the part of it under a path.
    ///
    /// That is the state after the last action of the same store, unless the event is an action.
    func state(after event: Int, path: String) throws(FeedError) -> [UInt8]
    /// Returns the last action that changed a part of the state as JSON.
    ///
    /// - Parameters:
    ///   - before: The event of the action before which it is looked for, or nil for the newest one.
    ///   - store: The name or the number of a store, or nil for all.
    func lastChange(of path: String, before event: Int?, in store: String?) throws(FeedError) -> [UInt8]
    /// Returns the states before and after an action as the numbered parts that the page shows.
    ///
    /// - Parameter since: The event of an action whose later state is returned instead of the state
    ///   before, or nil.
    func stateParts(of event: Int, since: Int?) throws(FeedError) -> [UInt8]
    /// Returns the runs that have not ended as JSON lines.
    func pending() -> [UInt8]
    /// Decodes an action and returns a function that dispatches it to its store.
    func decode(_ request: [UInt8]) throws(FeedError) -> @Sendable (ActionSource) -> Void
}

/// The reason why a feed cannot answer.
package struct FeedError: Error, Equatable {
    package enum Kind: Sendable {
        /// There is no such event or part, or it is not kept.
        case missing
        /// The request is wrong.
        case invalid
    }

    package let kind: Kind
    package let reason: String
}

extension Recorder {
    /// Returns a feed.
    ///
    /// If the actions are kept in a file, it has those from the first call on.
    package func feed() -> any RecordingFeed { RecorderFeed(self, actionsInMemory()) }
}

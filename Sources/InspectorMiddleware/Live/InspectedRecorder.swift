// SPDX-License-Identifier: MIT

import RecorderMiddleware
import RexCore

/// A recorder of actions and states of any types.
protocol InspectedRecorder: AnyObject, Sendable {
    /// Tells the recording from others.
    var id: String { get }
    var program: String? { get }
    var actionType: Any.Type { get }
    /// The names of the cases of actions, or empty if actions are no enum.
    var casesOfActions: Set<String> { get }
    /// The beginning of the recording, in nanoseconds since 1970.
    var startOfDay: UInt64 { get }
    var elapsed: Duration { get }
    var states: RecordedStates { get }
    var isRedacted: Bool { get }
    var hidesStates: Bool { get }
    var events: Lock<EventList> { get }
    var stores: Lock<StoreList> { get }
    var numbering: Numbering { get }
    var postedRules: [RecordedRule] { get }

    func beginInspection()
    func numberEvents()
    func numbers(ofActionAt index: Int) -> (action: Int, cause: Int?, run: Int?)?
    func entry(at index: Int) -> Recording<Any, Any>.Entry?
    func recording(_ entries: [Recording<Any, Any>.Entry], _ runs: [RecordedRun]) -> Recording<Any, Any>
}

extension Recorder: InspectedRecorder {}

/// The reason why a feed cannot answer.
struct FeedError: Error, Equatable {
    enum Kind: Sendable {
        /// There is no such event or part, or it is not kept.
        case missing
        /// The request is wrong.
        case invalid
    }

    let kind: Kind
    let reason: String
}

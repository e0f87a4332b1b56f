// SPDX-License-Identifier: MIT

import EffectMiddleware
import GatedMiddleware
import RexCore
import RexTestSupport

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording

/// The requests to a clerk, and their results.
enum Job: Codable, Equatable, Sendable {
    case go(Int)
    case stop
    case said(String)

    var go: Int? { if case .go(let value) = self { value } else { nil } }
    var isStop: Bool { self == .stop }
    var said: String? { if case .said(let text) = self { text } else { nil } }
}

struct Clerk: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var said: [String] = []
}

enum OfficeAction: Codable, Equatable, Sendable {
    case job(Job)
    case clerk(ElementIDAction<Int, Job>)
    case fire(Int)
    case open(Bool)
    case hold

    var job: Job? { if case .job(let job) = self { job } else { nil } }
    var clerk: ElementIDAction<Int, Job>? { if case .clerk(let action) = self { action } else { nil } }
    var open: Bool? { if case .open(let isOpen) = self { isOpen } else { nil } }
}

struct OfficeState: Codable, Equatable, Sendable {
    var clerks = [Clerk(id: 1), Clerk(id: 2)]
    var isOpen = true
}

extension Reducer where ActionType == OfficeAction, StateType == OfficeState {
    static let office = Reducer.reduce { action, state in
        switch action {
        case .job(.said(let text)): state.clerks[0].said.append(text)
        case .clerk(let action):
            guard case .said(let text) = action.action else { return }
            for index in state.clerks.indices where state.clerks[index].id == action.id {
                state.clerks[index].said.append(text)
            }
        case .fire(let id): state.clerks.removeAll { $0.id == id }
        case .open(let isOpen): state.isOpen = isOpen
        case .job, .hold: break
        }
    }
}

typealias ClerkEffects = EffectMiddleware<Job, Job, Clerk>
typealias OfficeMiddleware = AnyMiddleware<OfficeAction, OfficeAction, OfficeState>
typealias OfficeRecorder = RecorderMiddleware.Recorder<OfficeAction, OfficeState>
typealias OfficeRecording = Recording<OfficeAction, OfficeState>

/// The position of a clerk's effects in the office.
enum Desk: CaseIterable, Sendable {
    case lifted, inCollection, gated, gatedInside

    func middleware(_ effects: ClerkEffects) -> OfficeMiddleware {
        switch self {
        case .lifted: lifted(effects).composition
        case .inCollection:
            effects.lift(
                .case(CasePath(extract: \OfficeAction.clerk, embed: OfficeAction.clerk), each: \OfficeState.clerks)
            )
            .composition
        case .gated: lifted(effects).gated(state: \OfficeState.isOpen).composition
        case .gatedInside:
            effects.gated(state: { (_: Clerk) in true })
                .lift(
                    inputAction: \OfficeAction.job,
                    outputAction: OfficeAction.job,
                    state: { (office: OfficeState) in office.clerks[0] }
                )
                .composition
        }
    }

    private func lifted(_ effects: ClerkEffects) -> OfficeMiddleware {
        effects.lift(
            inputAction: \OfficeAction.job,
            outputAction: OfficeAction.job,
            state: { (office: OfficeState) in office.clerks[0] }
        )
    }

    func action(_ job: Job) -> OfficeAction {
        self == .inCollection ? .clerk(ElementIDAction(id: 1, action: job)) : .job(job)
    }

    /// The key of a run, with the element's id in a collection.
    func key(_ key: String? = nil) -> String? {
        self == .inCollection ? ["1", key].compactMap(\.self).joined(separator: ", ") : key
    }
}

/// A store of an office with its recorder.
final class Office: Sendable {
    let recorder: OfficeRecorder
    let desk: Desk
    let ends: AsyncStream<Void>
    private let content: Lock<Store<OfficeAction, OfficeState>?>

    init(_ desk: Desk = .lifted, _ effects: ClerkEffects, _ recorder: OfficeRecorder = OfficeRecorder()) {
        self.desk = desk
        self.recorder = recorder
        let (ends, continuation) = AsyncStream<Void>.makeStream()
        self.ends = ends
        content = Lock(
            Store(
                initialState: OfficeState(),
                reducer: .office,
                middleware: desk.middleware(effects) <> recorder.middleware <> EndProbe(continuation)
            )
        )
    }

    func dispatch(_ jobs: Job...) { for job in jobs { send(desk.action(job)) } }
    func send(_ action: OfficeAction) { content.withLock { $0 }?.dispatch(action) }
    func settled() async { await content.withLock { $0 }?.settled() }
    func end() { _ = content.withLock { $0.take() } }

    var recording: OfficeRecording { recorder.recording() }

    /// Returns the number of an action in the recording.
    func number(_ job: Job) -> Int? { recording.entries.first { $0.action == desk.action(job) }?.number }
}

extension Office {
    struct Refusal: Error, CustomStringConvertible {
        var description: String { "the bank refused" }
    }

    /// A recording with a failed run, a timeout, a cancelled run that causes another one to be ignored, and a
    /// closed gate.
    static func recordingOfTroubles() async -> OfficeRecording {
        let effects = ClerkEffects()
            .on(\.go, .first.by { $0 }) { value, _ in
                if value == 1 { throw Refusal() }
                try await Task.sleep(for: .seconds(1_000))
            }
            .on(\.said, .each.timeout(.milliseconds(1))) { _, _ in try await Task.sleep(for: .seconds(1_000)) }
            .cancel(on: \.isStop)
        let office = Office(.gated, effects)
        for jobs in [[Job.go(1)], [.said("x")], [.go(2), .go(2), .stop]] {
            for job in jobs { office.dispatch(job) }
            await office.settled()
        }
        office.send(.open(false))
        office.dispatch(.go(3))
        return office.recording
    }
}

/// Notifies the test of ended tasks, after the recorder.
struct EndProbe: MiddlewareProtocol {
    private let ended: AsyncStream<Void>.Continuation

    init(_ ended: AsyncStream<Void>.Continuation) {
        self.ended = ended
    }

    func handle(
        action: OfficeAction,
        from dispatcher: ActionSource,
        state: @escaping GetState<OfficeState>
    ) -> IO<OfficeAction> { .pure() }

    func receiveContext(getState: @escaping GetState<OfficeState>, output: AnyActionHandler<OfficeAction>) {
        output.eachTask { [ended] task in task.onEnd { ended.yield() } }
    }
}

// SPDX-License-Identifier: MIT

import EffectMiddleware
public import RexCore

extension Feature where Dependencies: Sendable {
    /// A feature that makes a request, as long as the state says that it runs.
    ///
    /// ```swift
    /// Feature.request(.retrying(2)) { (word: String, api: API) in try await api.find(word) }
    ///     .lift(case: NewsAction.prisms.titles, state: \.titles)
    /// ```
    ///
    /// A reducer that starts the next run at `.answered` or `.failed` stands after this feature. Before
    /// it, the answer ends the new run at once, which a debug build reports.
    ///
    /// - Parameters:
    ///   - policy: The time before the request starts, further attempts, a limit of time.
    ///   - name: The name of its runs in recordings; by default the case that lifts it.
    ///   - file: The place where the feature is written, for sources and messages.
    ///   - function: The function in which it is written.
    ///   - line: The line on which it is written.
    ///   - load: Asks for the output, in a task of the store. It is cancelled once the state does
    ///     not have this run any more.
    /// - Precondition: The policy has no negative duration.
    public static func request<Input, Output>(
        _ policy: RequestPolicy = .immediate,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        load: @escaping @Sendable (Input, Dependencies) async throws -> Output
    ) -> Feature where ActionType == RequestAction<Input, Output>, StateType == Request<Input, Output> {
        request(
            policy,
            failure: RequestFailure.init(_:),
            named: name,
            file: file,
            function: function,
            line: line,
            load: load
        )
    }

    /// A feature that makes a request, whose failures have a type of their own.
    ///
    /// - Parameters:
    ///   - policy: The time before the request starts, further attempts, a limit of time.
    ///   - failure: Makes the failure of the error of the last attempt.
    ///   - name: The name of its runs in recordings; by default the case that lifts it.
    ///   - file: The place where the feature is written, for sources and messages.
    ///   - function: The function in which it is written.
    ///   - line: The line on which it is written.
    ///   - load: Asks for the output; see ``request(_:named:file:function:line:load:)``.
    /// - Precondition: The policy has no negative duration.
    public static func request<Input, Output, Failure>(
        _ policy: RequestPolicy = .immediate,
        failure: @escaping @Sendable (any Error) -> Failure,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        load: @escaping @Sendable (Input, Dependencies) async throws -> Output
    ) -> Feature
    where
        ActionType == TypedRequestAction<Input, Output, Failure>, StateType == TypedRequest<Input, Output, Failure>
    {
        let place = ActionSource(file: file, function: function, line: line, info: nil)
        let reducer = Reducer<ActionType, StateType>.reduce { action, request in
            #if DEBUG
            reportRunThatEndsAtOnce(of: request, at: action, place)
            #endif
            switch action {
            case .start(let input): request.start(input)
            case .cancel: request.cancel()
            case .retry: request.retry()
            case .reset: request.reset()
            case .answered(let output): request.answer(output)
            case .failed(let failure): request.fail(failure)
            case .attempted(let attempt): request.noteAttempt(attempt)
            }
        }
        return Feature(reducer)
            <> Feature { dependencies in
                EffectMiddleware<ActionType, ActionType, StateType>()
                    .during(
                        { request in
                            #if DEBUG
                            request.run?.noteSeen()
                            #endif
                            return request.run
                        },
                        policy.adding(to: .latest),
                        named: name,
                        file: file,
                        function: function,
                        line: line
                    ) { run, effect in
                        // A state that was kept may say another one than the first.
                        if effect.attempt != effect.state.attempt { effect.send(.attempted(effect.attempt)) }
                        effect.send(.answered(try await load(run.input, dependencies)))
                    } catch: {
                        .failed(failure($0))
                    }
                    .namedByCase()
            }
    }
}

#if DEBUG
/// Reports a reducer that starts a request at its answer, and stands before the request's feature.
private func reportRunThatEndsAtOnce<Input, Output, Failure>(
    of request: TypedRequest<Input, Output, Failure>,
    at action: TypedRequestAction<Input, Output, Failure>,
    _ place: ActionSource
) {
    switch action {
    case .answered, .failed: break
    default: return
    }
    guard request.run?.beganInThisReduction == true else { return }
    report(
        """
        A reducer has started the request at \(place.file):\(place.line) while the answer of its last run was reduced. \
        This answer ends the new run, so nothing is asked. Put the reducer after the request's feature.
        """
    )
}
#endif

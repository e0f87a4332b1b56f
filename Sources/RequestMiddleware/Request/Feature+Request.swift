// SPDX-License-Identifier: MIT

import EffectMiddleware
public import RexCore

extension Feature where Dependencies: Sendable {
    /// A feature that runs a request while the state contains its run.
    ///
    /// ```swift
    /// Feature.request(.retrying(2)) { (word: String, api: API) in try await api.find(word) }
    ///     .lift(case: NewsAction.prisms.titles, state: \.titles)
    /// ```
    ///
    /// A reducer that starts the next run after `.answered` or `.failed` must come after this
    /// feature. Before it, the answer ends the new run at once, which a debug build reports.
    ///
    /// - Parameters:
    ///   - policy: The delay of the request, its retries, and its time limit.
    ///   - name: The name of its runs in recordings; by default, the line of this call names them.
    ///   - file: The file of this call, for sources and messages.
    ///   - function: The function of this call.
    ///   - line: The line of this call.
    ///   - load: Returns the output, in a task of the store. The task is cancelled when the state
    ///     does not contain its run any more.
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

    /// A feature that runs a request with a custom failure type.
    ///
    /// - Parameters:
    ///   - policy: The delay of the request, its retries, and its time limit.
    ///   - failure: Makes the failure from the error of the last attempt.
    ///   - name: The name of its runs in recordings; by default, the line of this call names them.
    ///   - file: The file of this call, for sources and messages.
    ///   - function: The function of this call.
    ///   - line: The line of this call.
    ///   - load: Returns the output; see ``request(_:named:file:function:line:load:)``.
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
                        .latest.with(optionsOf: policy.effect),
                        named: name,
                        file: file,
                        function: function,
                        line: line
                    ) { run, effect in
                        // A restored state may contain another attempt than the first.
                        if effect.attempt != effect.state.attempt { effect.send(.attempted(effect.attempt)) }
                        effect.send(.answered(try await load(run.input, dependencies)))
                    } catch: { error, _ in
                        .failed(failure(error))
                    }
                    .asRequest()
            }
    }
}

#if DEBUG
/// Reports a reducer that starts a request at its answer and comes before the request's feature.
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

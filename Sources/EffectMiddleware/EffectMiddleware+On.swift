// SPDX-License-Identifier: MIT

public import RexCore

extension EffectMiddleware {
    /// Adds an effect for each action for which `trigger` returns a value.
    ///
    /// ```swift
    /// .on(\.opened, .latest.by(\.id)) { row, effect in
    ///     effect.send(.loaded(row.id, try await api.load(row.id)))
    /// } catch: { error, row in
    ///     .failed(row.id, "\(error)")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - trigger: Returns a value, or nil for an action that doesn't match. A key path literal or
    ///     a function. It is called for each action, before the reducer.
    ///   - policy: What happens to a trigger while an earlier one is running.
    ///   - name: The name of the rule in sources, and for `cancel`. Rules with the same name share
    ///     one policy, which applies to all of them together.
    ///   - file: The file of the rule, for sources and messages.
    ///   - function: The function that contains the rule.
    ///   - line: The line of the rule.
    ///   - run: The work, in a task of the store.
    ///   - onError: Called with the error of a run that is not retried, and its trigger. The action
    ///     that it returns is sent. Without it, or if it returns nil, the error and the rule are
    ///     reported on standard error. A release build reports only the type of the error.
    ///   - ended: Called once for each run that was started, with its end and its trigger. The
    ///     action that it returns is sent after all other actions of the run, and can't be
    ///     cancelled. For a cancelled run, it is called in the `IO` of the cancelling action. It
    ///     isn't called when the store has ended or the element was removed or replaced.
    /// - Precondition: The policy has no limit below 1 and no negative duration, and equals the
    ///   policy of other rules with the same name.
    @inlinable public func on<Trigger: Sendable>(
        _ trigger: @escaping @Sendable (InputActionType) -> Trigger?,
        _ policy: EffectPolicy<Trigger> = .each,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        run: @escaping @Sendable (Trigger, Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error, Trigger) -> OutputActionType?)? = nil,
        ended: (@Sendable (EffectEnd, Trigger) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        adding { base in
            let call = ActionSource.here(file: file, function: function, line: line)
            let rule = base.rules.newRule(named: name, (policy.options, nil), call, hasFinalAction: ended != nil)
            let work = EffectWork(rule, onError: onError, ended: ended, body: run)
            let matcher = EffectMatcher(trigger, policy.key, work)
            let position = base.rules.nextPosition
            return base.adding(
                rule,
                ActionRule { action in
                    guard let value = matcher.trigger(action) else { return [] }
                    return [EffectMatch(.start(matcher.start(value)), at: position)]
                } handle: { action, source, getState, registry in
                    guard let value = matcher.trigger(action) else { return nil }
                    return matcher.response(to: value, source, getState, registry)
                }
            )
        }
    }

    /// Adds an effect for each action for which `isOn` returns true.
    ///
    /// Otherwise like `on` for a value, with true as the trigger.
    @inlinable public func on(
        _ isOn: @escaping @Sendable (InputActionType) -> Bool,
        _ policy: EffectPolicy<Bool> = .each,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        run: @escaping @Sendable (Bool, Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error, Bool) -> OutputActionType?)? = nil,
        ended: (@Sendable (EffectEnd, Bool) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        on(
            { isOn($0).matched },
            policy,
            named: name,
            file: file,
            function: function,
            line: line,
            run: run,
            catch: onError,
            ended: ended
        )
    }

    /// Adds an effect whose body doesn't get the trigger.
    ///
    /// `trigger` returns a `Bool` or an optional value.
    ///
    /// ```swift
    /// .on(\.isRefreshed, .latest) { effect in effect.send(.shown(try await api.load())) }
    /// ```
    @inlinable public func on<Match: ActionMatch>(
        _ trigger: @escaping @Sendable (InputActionType) -> Match,
        _ policy: EffectPolicy<Match.Value> = .each,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        run: @escaping @Sendable (Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error, Match.Value) -> OutputActionType?)? = nil,
        ended: (@Sendable (EffectEnd, Match.Value) -> OutputActionType?)? = nil
    ) -> EffectMiddleware where Match.Value: Sendable {
        on(
            { trigger($0).matched },
            policy,
            named: name,
            file: file,
            function: function,
            line: line,
            run: { _, effect in try await run(effect) },
            catch: onError,
            ended: ended
        )
    }
}

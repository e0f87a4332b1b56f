// SPDX-License-Identifier: MIT

public import RexCore

// The forms of `on`: what matches, and whether `catch` gets the trigger. Each passes on to
// `adding`.

extension EffectMiddleware {
    /// Adds an effect for each action in which `trigger` finds something.
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
    ///   - trigger: A key path literal or a function; nil for an action that does not match. It is
    ///     called for each action, before the reducer.
    ///   - policy: The fate of a trigger while an earlier one runs.
    ///   - name: The name of the rule in sources, and for `cancel`. Rules of one name have one
    ///     policy, which holds for all of them together.
    ///   - file: The place where the rule is written, for sources and messages.
    ///   - function: The function in which the rule is written.
    ///   - line: The line on which the rule is written.
    ///   - run: The work, in a task of the store.
    ///   - onError: A function that is called with the error of a run that is not tried again, and
    ///     its trigger; the action that it returns is sent. Without it, or where it returns nil,
    ///     one line on standard error names the error and the rule.
    ///   - ended: A function that is called once for each run that was begun, with its end and its
    ///     trigger; the action that it returns is sent behind all others of the run, and nothing
    ///     cancels it. For a run that is cancelled that is in the `IO` of the action that cancels
    ///     it. It is not called when the store has ended, or the element is gone.
    /// - Precondition: The policy has no limit below 1 and no negative duration, and is that of the
    ///   other rules of its name.
    @inlinable public func on<Trigger: Sendable>(
        _ trigger: @escaping @Sendable (InputActionType) -> Trigger?,
        _ policy: EffectPolicy<Trigger> = .each,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        run: @escaping @Sendable (Trigger, Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: @escaping @Sendable (any Error, Trigger) -> OutputActionType?,
        ended: (@Sendable (EffectEnd, Trigger) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        adding(trigger, policy, named: name, .here(file: file, function: function, line: line), run, onError, ended)
    }

    /// Adds an effect whose `catch`, if there is one, gets the error alone; see `on` above.
    @inlinable public func on<Trigger: Sendable>(
        _ trigger: @escaping @Sendable (InputActionType) -> Trigger?,
        _ policy: EffectPolicy<Trigger> = .each,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        run: @escaping @Sendable (Trigger, Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error) -> OutputActionType?)? = nil,
        ended: (@Sendable (EffectEnd, Trigger) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        adding(
            trigger,
            policy,
            named: name,
            .here(file: file, function: function, line: line),
            run,
            withTrigger(onError),
            ended
        )
    }

    /// Adds an effect for each action for which `isOn` is true; its trigger is nothing but that.
    @inlinable public func on(
        _ isOn: @escaping @Sendable (InputActionType) -> Bool,
        _ policy: EffectPolicy<Void> = .each,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        run: @escaping @Sendable (Void, Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: @escaping @Sendable (any Error, Void) -> OutputActionType?,
        ended: (@Sendable (EffectEnd, Void) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        adding(
            { isOn($0) ? () : nil },
            policy,
            named: name,
            .here(file: file, function: function, line: line),
            run,
            onError,
            ended
        )
    }

    /// Adds an effect for each action for which `isOn` is true; its trigger is nothing but that.
    @inlinable public func on(
        _ isOn: @escaping @Sendable (InputActionType) -> Bool,
        _ policy: EffectPolicy<Void> = .each,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        run: @escaping @Sendable (Void, Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error) -> OutputActionType?)? = nil,
        ended: (@Sendable (EffectEnd, Void) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        adding(
            { isOn($0) ? () : nil },
            policy,
            named: name,
            .here(file: file, function: function, line: line),
            run,
            withTrigger(onError),
            ended
        )
    }

    /// Adds an effect for each action for which `isOn` is true, whose functions take no trigger.
    @inlinable public func on(
        _ isOn: @escaping @Sendable (InputActionType) -> Bool,
        _ policy: EffectPolicy<Void> = .each,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        run: @escaping @Sendable (Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error) -> OutputActionType?)? = nil,
        ended: (@Sendable (EffectEnd) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        adding(
            { isOn($0) ? () : nil },
            policy,
            named: name,
            .here(file: file, function: function, line: line),
            { _, effect in try await run(effect) },
            withTrigger(onError),
            withTrigger(ended)
        )
    }

    @inlinable func adding<Trigger: Sendable>(
        _ trigger: @escaping @Sendable (InputActionType) -> Trigger?,
        _ policy: EffectPolicy<Trigger>,
        named name: String?,
        _ call: ActionSource,
        _ run: @escaping @Sendable (Trigger, Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        _ onError: (@Sendable (any Error, Trigger) -> OutputActionType?)?,
        _ ended: (@Sendable (EffectEnd, Trigger) -> OutputActionType?)?
    ) -> EffectMiddleware {
        adding { base in
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
}

// Key paths that are values, which no form takes. Without these the compiler would report a
// misspelt literal twice: that there is no such member, and that a function, into which it is not
// converted, is not Sendable.
//
// NB: as of Swift 6.3; to be removed once a misspelt literal for a `@Sendable` function gives one
// error.

extension EffectMiddleware {
    /// Unavailable: a key path has to be a literal.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
    public func on<Trigger: Sendable>(
        _ trigger: KeyPath<InputActionType, Trigger?>,
        _ policy: EffectPolicy<Trigger> = .each,
        named name: String? = nil,
        run: @escaping @Sendable (Trigger, Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: @escaping @Sendable (any Error, Trigger) -> OutputActionType?,
        ended: (@Sendable (EffectEnd, Trigger) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        self
    }

    /// Unavailable: a key path has to be a literal.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
    public func on<Trigger: Sendable>(
        _ trigger: KeyPath<InputActionType, Trigger?>,
        _ policy: EffectPolicy<Trigger> = .each,
        named name: String? = nil,
        run: @escaping @Sendable (Trigger, Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error) -> OutputActionType?)? = nil,
        ended: (@Sendable (EffectEnd, Trigger) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        self
    }

    /// Unavailable: a key path has to be a literal.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
    public func on(
        _ isOn: KeyPath<InputActionType, Bool>,
        _ policy: EffectPolicy<Void> = .each,
        named name: String? = nil,
        run: @escaping @Sendable (Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error) -> OutputActionType?)? = nil,
        ended: (@Sendable (EffectEnd) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        self
    }
}

// The key of a policy, whose type the compiler cannot find where a trigger is misspelt, as of Swift
// 6.3.
extension EffectPolicy {
    /// Unavailable: a key path has to be a literal.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
    public func by(_ key: PartialKeyPath<Trigger>) -> EffectPolicy {
        self
    }
}

// SPDX-License-Identifier: MIT

public import RexCore

extension EffectMiddleware {
    /// Adds an effect for each action in which `trigger` finds something.
    ///
    /// ```swift
    /// .on(\.opened, .latest.by(\.id)) { row, effect in
    ///     effect.send(.loaded(row.id, try await api.load(row.id)))
    /// }
    /// ```
    ///
    /// - `trigger`: a key path literal or a function; nil for an action that does not match. It is called for each
    ///     action, before the reducer.
    /// - `policy`: what becomes of a trigger while an earlier one runs.
    /// - `name`: what the rule is called in sources, and by `cancel`. Rules of one name have
    ///     one policy, which holds for all of them together.
    /// - `file`: where the rule is written, for sources and messages.
    /// - `function`: where the rule is written.
    /// - `line`: where the rule is written.
    /// - `run`: the work, in a task of the store.
    /// - `onError`: called with the error of a run that is not tried again; the action that it returns is sent. Without it,
    ///     or where it returns nil, one line on standard error names the error and the rule.
    /// - Precondition: The policy has no limit below 1 and no negative duration, and is that of the other rules of its name.
    @inlinable public func on<Trigger: Sendable>(
        _ trigger: @escaping @Sendable (InputActionType) -> Trigger?,
        _ policy: EffectPolicy<Trigger> = .each,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        run: @escaping @Sendable (Trigger, Effect<OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        let rule = newRule(named: name, policy.plan, .here(file: file, function: function, line: line))
        let matcher = EffectMatcher(trigger, policy.key, EffectWork(rule, onError: onError, body: run))
        return adding(
            rule,
            Finder { action in
                matcher.trigger(action).map { .start(matcher.start($0)) }
            } handle: { action, source, getState, stores in
                guard let value = matcher.trigger(action) else { return nil }
                return matcher.step(value, source, getState, stores)
            }
        )
    }

    /// Ends the running and waiting effects of all rules of this middleware, for each action in which `trigger` finds
    /// something.
    ///
    /// Rules act in their order: before an `on` for the same action it ends what ran, and the new one starts; behind it, it
    /// ends the new one too. In rules that were lifted into a collection it ends the effects of the same element.
    @inlinable public func cancel<Value>(on trigger: @escaping @Sendable (InputActionType) -> Value?)
        -> EffectMiddleware
    {
        cancelling(nil) { trigger($0).map { _ in EffectCancellation(name: nil, key: nil) } }
    }

    /// Ends the running and waiting effects of the rules of this name; see ``cancel(on:)``.
    ///
    /// In debug builds one line on standard error says so if no rule has the name.
    @inlinable public func cancel<Value>(
        _ name: String,
        on trigger: @escaping @Sendable (InputActionType) -> Value?
    ) -> EffectMiddleware {
        cancelling(name) { trigger($0).map { _ in EffectCancellation(name: name, key: nil) } }
    }

    /// Ends the running and waiting effects of one key of the rules of this name; see ``cancel(on:)``.
    ///
    /// - `key`: the key of the effects to end, as ``EffectPolicy/by(_:)``, `during` or `forEach` returns it.
    @inlinable public func cancel<Value, Key: Hashable & Sendable>(
        _ name: String,
        on trigger: @escaping @Sendable (InputActionType) -> Value?,
        by key: @escaping @Sendable (Value) -> Key
    ) -> EffectMiddleware {
        cancelling(name) { trigger($0).map { EffectCancellation(name: name, key: EffectKey(key($0))) } }
    }

    /// Adds an effect that runs while the state has a key: another key cancels it, and starts the next one.
    ///
    /// The state is looked at after each reduction, and for the first time when the store is made. A run that returns, fails
    /// or is cancelled by an action is not started again before the key changes.
    ///
    /// - `key`: finds the key in the state; nil while nothing is to run. It is called for each action of the store.
    /// - `name`: as for ``on(_:_:named:file:function:line:run:catch:)``, like the parameters that follow.
    /// - Complexity: For each action of the store a call of `key` and a comparison.
    @inlinable public func during<Key: Hashable & Sendable>(
        _ key: @escaping @Sendable (StateType) -> Key?,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        run: @escaping @Sendable (Key, Effect<OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        let rule = newRule(named: name, .ofState(Key.self), .here(file: file, function: function, line: line))
        let work = EffectWork(rule, onError: onError, body: run)
        return watching(
            rule,
            EffectWatch(during: key) { key in
                EffectStart(work, at: EffectPlace(group: rule.group, key: EffectKey(key)), key)
            }
        )
    }

    /// Adds an effect that runs while a part of the state is true; see `during`.
    @inlinable public func during(
        _ isOn: @escaping @Sendable (StateType) -> Bool,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        run: @escaping @Sendable (Effect<OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        let rule = newRule(named: name, .ofState(nil), .here(file: file, function: function, line: line))
        let work = EffectWork<Void, _, _>(rule, onError: onError) { _, effect in try await run(effect) }
        return watching(
            rule,
            EffectWatch(during: { isOn($0) ? true : nil }) { _ in
                EffectStart(work, at: EffectPlace(group: rule.group), ())
            }
        )
    }

    /// Adds an effect that runs for each key of the state, as long as it is there; each key once.
    ///
    /// ```swift
    /// .forEach(\.visibleRows) { id, effect in
    ///     while true { try await effect.sleep(for: .seconds(5)); effect.send(.refresh(id)) }
    /// }
    /// ```
    ///
    /// The state is looked at as by `during`. New keys start in their order.
    ///
    /// - Complexity: For each action of the store a call of `keys`, and a comparison of the keys in their order; O(*n*) more
    ///   if they differ.
    @inlinable public func forEach<Keys: Collection>(
        _ keys: @escaping @Sendable (StateType) -> Keys,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        run: @escaping @Sendable (Keys.Element, Effect<OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error) -> OutputActionType?)? = nil
    ) -> EffectMiddleware where Keys: SendableMetatype, Keys.Element: Hashable & Sendable {
        let rule = newRule(named: name, .ofState(Keys.Element.self), .here(file: file, function: function, line: line))
        let work = EffectWork(rule, onError: onError, body: run)
        return watching(
            rule,
            EffectWatch(forEach: keys) { key in
                EffectStart(work, at: EffectPlace(group: rule.group, key: EffectKey(key)), key)
            }
        )
    }
}

extension EffectMiddleware {
    /// Describes a rule that is about to be added.
    @usableFromInline func newRule(named name: String?, _ plan: EffectPlan, _ call: ActionSource) -> EffectRule {
        func stop(_ mistake: String) -> Never {
            preconditionFailure("\(EffectRule.text(name, call)) cannot work: \(mistake).")
        }
        if let mistake = plan.mistake { stop(mistake) }
        let namesake = name.flatMap { name in rules.first { $0.name == name } }
        if let namesake, !plan.goesWith(namesake.plan) {
            stop(
                """
                \(namesake.text) has the same name and another policy, which holds for both together. \
                Give them one policy, or two names
                """
            )
        }
        let group = plan.isOfState ? rules.count : namesake?.group ?? rules.count
        return EffectRule(name: name, call: call, plan: plan, group: group)
    }

    /// A copy to be changed, which keeps its runs apart from those of this middleware.
    func changed(_ change: (inout EffectMiddleware) -> Void) -> EffectMiddleware {
        var copy = EffectMiddleware()
        copy.finders = finders
        copy.watches = watches
        copy.presences = presences
        copy.rules = rules
        copy.cancelledNames = cancelledNames
        change(&copy)
        return copy
    }

    @usableFromInline func adding(
        _ rule: EffectRule?,
        _ finder: Finder,
        cancelling name: String? = nil
    ) -> EffectMiddleware {
        changed {
            $0.finders = Members(finders.all + [finder])
            if let rule { $0.rules.append(rule) }
            if let name { $0.cancelledNames.append(name) }
        }
    }

    @inlinable func cancelling(
        _ name: String?,
        _ find: @escaping @Sendable (InputActionType) -> EffectCancellation?
    ) -> EffectMiddleware {
        adding(nil, Finder { action in find(action).map { .cancel($0) } }, cancelling: name)
    }

    @usableFromInline func watching(
        _ rule: EffectRule,
        _ watch: EffectWatch<OutputActionType, StateType>
    ) -> EffectMiddleware {
        changed {
            $0.watches.append(watch)
            $0.rules.append(rule)
        }
    }
}

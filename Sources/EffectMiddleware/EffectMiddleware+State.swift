// SPDX-License-Identifier: MIT

public import RexCore

// The overloads of the rules of the state differ in what they run for and whether `catch` gets the
// key. Each forwards to `adding`.

extension EffectMiddleware {
    /// Adds an effect that runs while the state has a key.
    ///
    /// Another key cancels it and starts the next one.
    ///
    /// ```swift
    /// .during(\.roomID) { room, effect in
    ///     for try await message in api.messages(in: room) { effect.send(.received(message)) }
    /// }
    /// ```
    ///
    /// The state is checked when the store is made and after each reduction. A run that returns,
    /// fails or is cancelled by an action starts again only after the key has changed. A key that
    /// isn't equal to itself, such as NaN, counts as changed when its hash changes.
    ///
    /// - Parameters:
    ///   - key: Returns the key, or nil while nothing should run. It is called for each action of
    ///     the store.
    ///   - policy: `.latest`, or `.queued`: the next key waits until the body for the previous key
    ///     has returned. It may have debounce, retries, a timeout and a priority.
    ///   - name: The name of the rule, as for `on`.
    ///   - file: The file of the rule, for sources and messages.
    ///   - function: The function that contains the rule.
    ///   - line: The line of the rule.
    ///   - run: The work, in a task of the store.
    ///   - onError: Gets the error and the key, as for `on`.
    ///   - ended: Gets the end and the key, as for `on`.
    /// - Precondition: `policy` is `.latest` or `.queued`, optionally with the modifiers listed
    ///   above.
    /// - Complexity: A call of `key` and a comparison for each action of the store.
    @inlinable public func during<Key: Hashable & Sendable>(
        _ key: @escaping @Sendable (StateType) -> Key?,
        _ policy: EffectPolicy<Key> = .latest,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        run: @escaping @Sendable (Key, Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: @escaping @Sendable (any Error, Key) -> OutputActionType?,
        ended: (@Sendable (EffectEnd, Key) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        adding(key, policy.options, named: name, .here(file: file, function: function, line: line), run, onError, ended)
    }

    /// Adds an effect whose `catch`, if there is one, only gets the error.
    ///
    /// See `during` above.
    @inlinable public func during<Key: Hashable & Sendable>(
        _ key: @escaping @Sendable (StateType) -> Key?,
        _ policy: EffectPolicy<Key> = .latest,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        run: @escaping @Sendable (Key, Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error) -> OutputActionType?)? = nil,
        ended: (@Sendable (EffectEnd, Key) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        adding(
            key,
            policy.options,
            named: name,
            .here(file: file, function: function, line: line),
            run,
            withTrigger(onError),
            ended
        )
    }

    /// Adds an effect that runs while a Boolean of the state is true.
    ///
    /// See `during` above.
    @inlinable public func during(
        _ isOn: @escaping @Sendable (StateType) -> Bool,
        _ policy: EffectPolicy<Bool> = .latest,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        run: @escaping @Sendable (Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error) -> OutputActionType?)? = nil,
        ended: (@Sendable (EffectEnd) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        adding(
            { isOn($0) ? true : nil },
            policy.options,
            named: name,
            .here(file: file, function: function, line: line),
            { _, effect in try await run(effect) },
            withTrigger(onError),
            withTrigger(ended)
        )
    }

    /// Adds an effect whose body also gets the Boolean, which is true.
    ///
    /// See `during` above.
    @inlinable public func during(
        _ isOn: @escaping @Sendable (StateType) -> Bool,
        _ policy: EffectPolicy<Bool> = .latest,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        run: @escaping @Sendable (Bool, Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error) -> OutputActionType?)? = nil,
        ended: (@Sendable (EffectEnd, Bool) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        adding(
            { isOn($0) ? true : nil },
            policy.options,
            named: name,
            .here(file: file, function: function, line: line),
            run,
            withTrigger(onError),
            ended
        )
    }

    /// Adds an effect whose `catch` also gets the Boolean.
    ///
    /// See `during` above.
    @inlinable public func during(
        _ isOn: @escaping @Sendable (StateType) -> Bool,
        _ policy: EffectPolicy<Bool> = .latest,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        run: @escaping @Sendable (Bool, Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: @escaping @Sendable (any Error, Bool) -> OutputActionType?,
        ended: (@Sendable (EffectEnd, Bool) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        adding(
            { isOn($0) ? true : nil },
            policy.options,
            named: name,
            .here(file: file, function: function, line: line),
            run,
            onError,
            ended
        )
    }

    /// Adds an effect that runs for each key of the state while the state has that key.
    ///
    /// Each distinct key has one run.
    ///
    /// ```swift
    /// .forEach(\.visibleRows) { id, effect in
    ///     while true { try await effect.sleep(for: .seconds(5)); effect.send(.refresh(id)) }
    /// }
    /// ```
    ///
    /// The state is checked as for `during`. New keys start in order.
    ///
    /// - Parameters:
    ///   - keys: Returns the keys. It is called for each action of the store.
    ///   - policy: `.each`, or `.each(limit:)`: at most `limit` keys run at once, and the others
    ///     wait in order. It may have debounce, retries, a timeout and a priority.
    ///   - name: The name of the rule, as for `on`.
    ///   - file: The file of the rule, for sources and messages.
    ///   - function: The function that contains the rule.
    ///   - line: The line of the rule.
    ///   - run: The work, in a task of the store.
    ///   - onError: Gets the error and the key, as for `on`.
    ///   - ended: Gets the end and the key, as for `on`.
    /// - Precondition: `policy` is `.each` or `.each(limit:)`, optionally with the modifiers listed
    ///   above.
    /// - Complexity: For each action of the store, a call of `keys` and a comparison of *n* keys
    ///   with the previous ones. Each added, removed or replaced key costs a few hashes. If the
    ///   order has changed completely, *n* keys are hashed.
    @inlinable public func forEach<Keys: Collection>(
        _ keys: @escaping @Sendable (StateType) -> Keys,
        _ policy: EffectPolicy<Keys.Element> = .each,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        run:
            @escaping @Sendable (Keys.Element, Effect<InputActionType, OutputActionType, StateType>) async throws ->
            Void,
        catch onError: @escaping @Sendable (any Error, Keys.Element) -> OutputActionType?,
        ended: (@Sendable (EffectEnd, Keys.Element) -> OutputActionType?)? = nil
    ) -> EffectMiddleware where Keys: SendableMetatype, Keys.Element: Hashable & Sendable {
        adding(
            each: keys,
            policy.options,
            named: name,
            .here(file: file, function: function, line: line),
            run,
            onError,
            ended
        )
    }

    /// Adds an effect whose `catch`, if there is one, only gets the error.
    ///
    /// See `forEach` above.
    @inlinable public func forEach<Keys: Collection>(
        _ keys: @escaping @Sendable (StateType) -> Keys,
        _ policy: EffectPolicy<Keys.Element> = .each,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        run:
            @escaping @Sendable (Keys.Element, Effect<InputActionType, OutputActionType, StateType>) async throws ->
            Void,
        catch onError: (@Sendable (any Error) -> OutputActionType?)? = nil,
        ended: (@Sendable (EffectEnd, Keys.Element) -> OutputActionType?)? = nil
    ) -> EffectMiddleware where Keys: SendableMetatype, Keys.Element: Hashable & Sendable {
        adding(
            each: keys,
            policy.options,
            named: name,
            .here(file: file, function: function, line: line),
            run,
            withTrigger(onError),
            ended
        )
    }

    /// Adds an effect for each key, which is caused by the current action or by an earlier one.
    ///
    /// - Parameter cause: Returns the source of the action that has caused the run, or nil for the
    ///   action at hand. It is called where the store processes.
    @inlinable package func forEach<Keys: Collection>(
        _ keys: @escaping @Sendable (StateType) -> Keys,
        named name: String?,
        at call: ActionSource,
        causedBy cause: @escaping @Sendable (Keys.Element) -> ActionSource?,
        run:
            @escaping @Sendable (Keys.Element, Effect<InputActionType, OutputActionType, StateType>) async throws ->
            Void
    ) -> EffectMiddleware where Keys: SendableMetatype, Keys.Element: Hashable & Sendable {
        adding(each: keys, EffectPolicy<Keys.Element>.each.options, named: name, call, run, nil, nil, causedBy: cause)
    }

    @inlinable func adding<Key: Hashable & Sendable>(
        _ key: @escaping @Sendable (StateType) -> Key?,
        _ options: EffectOptions,
        named name: String?,
        _ call: ActionSource,
        _ run: @escaping @Sendable (Key, Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        _ onError: (@Sendable (any Error, Key) -> OutputActionType?)?,
        _ ended: (@Sendable (EffectEnd, Key) -> OutputActionType?)?
    ) -> EffectMiddleware {
        adding { base in
            let options = options.ofState(Key.self, isForEach: false)
            let rule = base.rules.newRule(named: name, options, call, hasFinalAction: ended != nil)
            let work = EffectWork(rule, onError: onError, ended: ended, body: run)
            return base.adding(rule, StateRule(at: base.rules.nextPosition, during: key) { EffectStart(work, of: $0) })
        }
    }

    @inlinable func adding<Keys: Collection>(
        each keys: @escaping @Sendable (StateType) -> Keys,
        _ options: EffectOptions,
        named name: String?,
        _ call: ActionSource,
        _ run:
            @escaping @Sendable (Keys.Element, Effect<InputActionType, OutputActionType, StateType>) async throws ->
            Void,
        _ onError: (@Sendable (any Error, Keys.Element) -> OutputActionType?)?,
        _ ended: (@Sendable (EffectEnd, Keys.Element) -> OutputActionType?)?,
        causedBy cause: (@Sendable (Keys.Element) -> ActionSource?)? = nil
    ) -> EffectMiddleware where Keys: SendableMetatype, Keys.Element: Hashable & Sendable {
        adding { base in
            let options = options.ofState(Keys.Element.self, isForEach: true)
            let rule = base.rules.newRule(named: name, options, call, hasFinalAction: ended != nil)
            let work = EffectWork(rule, onError: onError, ended: ended, causedBy: cause, body: run)
            return base.adding(
                rule,
                StateRule(at: base.rules.nextPosition, forEach: keys) { EffectStart(work, of: $0) }
            )
        }
    }
}

extension EffectMiddleware {
    /// Unavailable: the functions of a key take the key.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "this rule has a key: write { key, effect in … } or { _, effect in … }")
    @_disfavoredOverload public func during<Key: Hashable & Sendable>(
        _ key: @escaping @Sendable (StateType) -> Key?,
        _ policy: EffectPolicy<Key> = .latest,
        named name: String? = nil,
        run: @escaping @Sendable (Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error) -> OutputActionType?)? = nil,
        ended: (@Sendable (EffectEnd) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        self
    }
}

// SPDX-License-Identifier: MIT

public import RexCore

// The rules that look at the state: what they run for, and whether `catch` gets the key. Each
// passes on to `adding`.

extension EffectMiddleware {
    /// Adds an effect that runs while the state has a key: another key cancels it, and starts the
    /// next one.
    ///
    /// ```swift
    /// .during(\.roomID) { room, effect in
    ///     for try await message in api.messages(in: room) { effect.send(.received(message)) }
    /// }
    /// ```
    ///
    /// The state is looked at after each reduction, and for the first time when the store is made.
    /// A run that returns, fails or is cancelled by an action is not started again before the key
    /// changes. A key that is not equal to itself, such as a NaN, changes when its hash does.
    ///
    /// - Parameters:
    ///   - key: Finds the key in the state; nil while nothing is to run. It is called for each
    ///     action of the store.
    ///   - policy: `.latest`, or `.queued`: the next key waits until the body of the last one has
    ///     returned. It may be debounced, tried again, limited in time, and have a priority.
    ///   - name: The name of the rule, as for `on`.
    ///   - file: The place where the rule is written, for sources and messages.
    ///   - function: The function in which the rule is written.
    ///   - line: The line on which the rule is written.
    ///   - run: The work, in a task of the store.
    ///   - onError: A function of the error and the key, as for `on`.
    ///   - ended: A function of the end and the key, as for `on`.
    /// - Precondition: The policy is one of these.
    /// - Complexity: For each action of the store a call of `key` and a comparison.
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

    /// Adds an effect whose `catch`, if there is one, gets the error alone; see `during` above.
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

    /// Adds an effect that runs while a part of the state is true; see `during` above.
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

    /// Adds an effect whose body takes the condition as well, which is true; see `during` above.
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

    /// Adds an effect whose `catch` takes the condition as well; see `during` above.
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
    /// - Parameters:
    ///   - keys: Finds the keys in the state. It is called for each action of the store.
    ///   - policy: `.each`, or `.each(limit:)`: so many keys at most run at once, the others wait
    ///     in their order. It may be debounced, tried again, limited in time, and have a priority.
    ///   - name: The name of the rule, as for `on`.
    ///   - file: The place where the rule is written, for sources and messages.
    ///   - function: The function in which the rule is written.
    ///   - line: The line on which the rule is written.
    ///   - run: The work, in a task of the store.
    ///   - onError: A function of the error and the key, as for `on`.
    ///   - ended: A function of the end and the key, as for `on`.
    /// - Precondition: The policy is one of these.
    /// - Complexity: For each action of the store, a call of `keys` and a comparison of *n* keys with
    ///   the previous ones. Each key that was added, removed or replaced costs a few hashes. If the
    ///   order has changed throughout, *n* keys are hashed.
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

    /// Adds an effect whose `catch`, if there is one, gets the error alone; see `forEach` above.
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
        _ ended: (@Sendable (EffectEnd, Keys.Element) -> OutputActionType?)?
    ) -> EffectMiddleware where Keys: SendableMetatype, Keys.Element: Hashable & Sendable {
        adding { base in
            let options = options.ofState(Keys.Element.self, isForEach: true)
            let rule = base.rules.newRule(named: name, options, call, hasFinalAction: ended != nil)
            let work = EffectWork(rule, onError: onError, ended: ended, body: run)
            return base.adding(
                rule,
                StateRule(at: base.rules.nextPosition, forEach: keys) { EffectStart(work, of: $0) }
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
    public func during<Key: Hashable & Sendable>(
        _ key: KeyPath<StateType, Key?>,
        _ policy: EffectPolicy<Key> = .latest,
        named name: String? = nil,
        run: @escaping @Sendable (Key, Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: @escaping @Sendable (any Error, Key) -> OutputActionType?,
        ended: (@Sendable (EffectEnd, Key) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        self
    }

    /// Unavailable: a key path has to be a literal.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
    public func during<Key: Hashable & Sendable>(
        _ key: KeyPath<StateType, Key?>,
        _ policy: EffectPolicy<Key> = .latest,
        named name: String? = nil,
        run: @escaping @Sendable (Key, Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error) -> OutputActionType?)? = nil,
        ended: (@Sendable (EffectEnd, Key) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        self
    }

    /// Unavailable: a key path has to be a literal.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
    public func during(
        _ isOn: KeyPath<StateType, Bool>,
        _ policy: EffectPolicy<Bool> = .latest,
        named name: String? = nil,
        run: @escaping @Sendable (Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error) -> OutputActionType?)? = nil,
        ended: (@Sendable (EffectEnd) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        self
    }

    /// Unavailable: a key path has to be a literal.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
    public func forEach<Keys: Collection>(
        _ keys: KeyPath<StateType, Keys>,
        _ policy: EffectPolicy<Keys.Element> = .each,
        named name: String? = nil,
        run:
            @escaping @Sendable (Keys.Element, Effect<InputActionType, OutputActionType, StateType>) async throws ->
            Void,
        catch onError: @escaping @Sendable (any Error, Keys.Element) -> OutputActionType?,
        ended: (@Sendable (EffectEnd, Keys.Element) -> OutputActionType?)? = nil
    ) -> EffectMiddleware where Keys: SendableMetatype, Keys.Element: Hashable & Sendable {
        self
    }

    /// Unavailable: a key path has to be a literal.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
    public func forEach<Keys: Collection>(
        _ keys: KeyPath<StateType, Keys>,
        _ policy: EffectPolicy<Keys.Element> = .each,
        named name: String? = nil,
        run:
            @escaping @Sendable (Keys.Element, Effect<InputActionType, OutputActionType, StateType>) async throws ->
            Void,
        catch onError: (@Sendable (any Error) -> OutputActionType?)? = nil,
        ended: (@Sendable (EffectEnd, Keys.Element) -> OutputActionType?)? = nil
    ) -> EffectMiddleware where Keys: SendableMetatype, Keys.Element: Hashable & Sendable {
        self
    }
}

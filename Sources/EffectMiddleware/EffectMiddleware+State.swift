// SPDX-License-Identifier: MIT

public import RexCore

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
        catch onError: (@Sendable (any Error, Key) -> OutputActionType?)? = nil,
        ended: (@Sendable (EffectEnd, Key) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        adding(
            changes: StateRule.reader(of: key),
            policy.options.ofState(Key.self, isForEach: false),
            named: name,
            .here(file: file, function: function, line: line),
            run,
            onError,
            ended
        )
    }

    /// Adds an effect that runs while a Boolean of the state is true.
    ///
    /// Otherwise like `during` for a key, with true as the key. A key of type `Bool?` runs for false
    /// too.
    @inlinable public func during(
        _ isOn: @escaping @Sendable (StateType) -> Bool,
        _ policy: EffectPolicy<Bool> = .latest,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        run: @escaping @Sendable (Bool, Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error, Bool) -> OutputActionType?)? = nil,
        ended: (@Sendable (EffectEnd, Bool) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        during(
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

    /// Adds an effect whose body doesn't get the key.
    ///
    /// `key` returns a `Bool` or an optional value.
    ///
    /// ```swift
    /// .during(\.isOpen) { effect in
    ///     for await price in prices.updates() { effect.send(.price(price)) }
    /// }
    /// ```
    @inlinable public func during<Match: ActionMatch>(
        _ key: @escaping @Sendable (StateType) -> Match,
        _ policy: EffectPolicy<Match.Value> = .latest,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        run: @escaping @Sendable (Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error, Match.Value) -> OutputActionType?)? = nil,
        ended: (@Sendable (EffectEnd, Match.Value) -> OutputActionType?)? = nil
    ) -> EffectMiddleware where Match.Value: Hashable & Sendable {
        during(
            { key($0).matched },
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
    ///   - policy: `.each`, `.queued`, or `.each(limit:)`: at most `limit` keys run at once, and the others
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
        catch onError: (@Sendable (any Error, Keys.Element) -> OutputActionType?)? = nil,
        ended: (@Sendable (EffectEnd, Keys.Element) -> OutputActionType?)? = nil
    ) -> EffectMiddleware where Keys: SendableMetatype, Keys.Element: Hashable & Sendable {
        adding(
            changes: StateRule.reader(ofEach: keys),
            policy.options.ofState(Keys.Element.self, isForEach: true),
            named: name,
            .here(file: file, function: function, line: line),
            run,
            onError,
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
        adding(
            changes: StateRule.reader(ofEach: keys),
            EffectPolicy<Keys.Element>.each.options.ofState(Keys.Element.self, isForEach: true),
            named: name,
            call,
            run,
            nil,
            nil,
            causedBy: cause
        )
    }

    /// Adds an effect for each key, by a function that returns the added and removed keys.
    ///
    /// - Parameter makeReader: Makes the function that returns the keys that were removed and added
    ///   since its last call. It is called for each action of the store.
    @inlinable package func forEach<Key: Hashable & Sendable>(
        changes makeReader: @escaping @Sendable () -> (StateType) -> (removed: [Key], added: [Key]),
        _ policy: EffectPolicy<Key> = .each,
        named name: String? = nil,
        at call: ActionSource,
        run: @escaping @Sendable (Key, Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error, Key) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        adding(
            changes: makeReader,
            policy.options.ofState(Key.self, isForEach: true),
            named: name,
            call,
            run,
            onError,
            nil
        )
    }

    /// Adds a rule with one run for each key, from its addition to its removal.
    @inlinable func adding<Key: Hashable & Sendable>(
        changes makeReader: @escaping @Sendable () -> StateRule.ReadChanges<Key>,
        _ options: (options: EffectOptions, mistake: String?),
        named name: String?,
        _ call: ActionSource,
        _ run: @escaping @Sendable (Key, Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        _ onError: (@Sendable (any Error, Key) -> OutputActionType?)?,
        _ ended: (@Sendable (EffectEnd, Key) -> OutputActionType?)?,
        causedBy cause: (@Sendable (Key) -> ActionSource?)? = nil
    ) -> EffectMiddleware {
        adding { base in
            let rule = base.rules.newRule(named: name, options, call, hasFinalAction: ended != nil)
            let work = EffectWork(rule, onError: onError, ended: ended, causedBy: cause, body: run)
            return base.adding(
                rule,
                StateRule(at: base.rules.nextPosition, changes: makeReader) { EffectStart(work, of: $0) }
            )
        }
    }
}

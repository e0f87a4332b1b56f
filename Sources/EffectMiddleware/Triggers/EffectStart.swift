// SPDX-License-Identifier: MIT

public import RexCore

/// A run to start.
@usableFromInline struct EffectStart<Input, Output, State>: Sendable {
    /// Makes a run, or returns nil if its element is missing in the state.
    ///
    /// The slot has the elements outside of this start.
    @usableFromInline typealias Make =
        @Sendable (EffectSlotID, ActionSource, EffectContext<Input, Output, State>) -> EffectRun?

    @usableFromInline let rule: EffectRule
    /// The slot, without elements: their keys are known when the run is made.
    @usableFromInline let slotID: EffectSlotID
    private let make: Make

    @inlinable init<Value>(_ work: EffectWork<Value, Input, Output, State>, at slotID: EffectSlotID, _ value: Value) {
        self.init(work.rule, slotID) { slotID, source, context in
            WorkRun(
                work,
                value,
                at: slotID,
                from: work.cause?(value) ?? source,
                in: context.engine,
                context.inputs,
                context.output,
                context.getState
            )
        }
    }

    /// Makes the run for a key of the state.
    @inlinable init<Key: Hashable>(_ work: EffectWork<Key, Input, Output, State>, of key: Key) {
        self.init(work, at: EffectSlotID(group: work.rule.group, key: EffectKey(key)), key)
    }

    @usableFromInline init(_ rule: EffectRule, _ slotID: EffectSlotID, _ make: @escaping Make) {
        self.rule = rule
        self.slotID = slotID
        self.make = make
    }

    /// Passes the run to the engine, unless its element is missing in the state.
    func begin(from source: ActionSource, in context: EffectContext<Input, Output, State>) {
        if let run = make(slotID, source, context) { context.engine.receive(run) }
    }

    /// Returns the run of one element, for global types.
    ///
    /// - Parameter find: Returns the key of the element and a function that reads it, or nil if the
    ///   element is missing.
    func lifted<GlobalInput, GlobalOutput, GlobalState>(
        _ input: @escaping @Sendable (GlobalInput) -> Input?,
        _ embed: @escaping @Sendable (Output) -> GlobalOutput,
        _ find: @escaping @Sendable (GlobalState) -> (key: EffectKey, read: @Sendable (GlobalState) -> State)?
    ) -> EffectStart<GlobalInput, GlobalOutput, GlobalState> {
        EffectStart<GlobalInput, GlobalOutput, GlobalState>(rule, slotID) { [make] slotID, source, context in
            guard let element = find(context.getState()) else { return nil }
            return make(slotID.inside(element.key), source, context.local(input, embed, element.read))
        }
    }
}

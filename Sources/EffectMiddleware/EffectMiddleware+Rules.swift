// SPDX-License-Identifier: MIT

import RexCore

// The primitives by which all forms of rules are added.

extension EffectMiddleware {
    /// Adds a rule by a step, which is kept so that it can be taken behind other rules as well.
    @usableFromInline func adding(_ step: @escaping Step) -> EffectMiddleware {
        var result = step(self)
        result.steps = steps + [step]
        return result
    }

    /// Returns this middleware with the rules of another one behind its own, as if they had been
    /// added to it.
    ///
    /// - Precondition: The other one was not lifted.
    func adding(rulesOf other: EffectMiddleware) -> EffectMiddleware {
        precondition(
            other.steps.count == other.rules.nextPosition,
            """
            An EffectMiddleware that was lifted stands among the rules of a feature.
            Add it to the feature with adding(_:), or lift a feature that has it.
            """
        )
        return other.steps.reduce(self) { $0.adding($1) }
    }

    @usableFromInline func adding(
        _ rule: EffectRule?,
        _ actionRule: ActionRule,
        cancelling name: EffectCancelledName? = nil
    ) -> EffectMiddleware {
        changed {
            $0.actionRules = Members(actionRules.all + [actionRule])
            $0.rules.append(rule, cancelling: name)
        }
    }

    @usableFromInline func adding(_ rule: EffectRule, _ stateRule: StateRule) -> EffectMiddleware {
        changed {
            $0.stateRules.append(stateRule)
            $0.rules.append(rule)
        }
    }
}

/// Returns the function with a second parameter for the trigger, which it ignores.
@inlinable func withTrigger<Event, Trigger, Output>(
    _ function: (@Sendable (Event) -> Output?)?
) -> (@Sendable (Event, Trigger) -> Output?)? {
    guard let function else { return nil }
    return { event, _ in function(event) }
}

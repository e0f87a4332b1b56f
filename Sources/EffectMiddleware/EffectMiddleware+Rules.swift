// SPDX-License-Identifier: MIT

import RexCore

// The primitives that all overloads use to add rules.

extension EffectMiddleware {
    /// Adds a rule with a step.
    ///
    /// The step is kept, so that the rule can be added to other middlewares too.
    @usableFromInline func adding(_ step: @escaping Step) -> EffectMiddleware {
        var result = step(self)
        result.steps = steps + [step]
        return result
    }

    /// Returns this middleware with the rules of `other` added after its own.
    ///
    /// - Precondition: `other` was not lifted.
    func adding(rulesOf other: EffectMiddleware) -> EffectMiddleware {
        precondition(
            other.steps.count == other.rules.nextPosition,
            """
            A lifted EffectMiddleware is among the rules of a feature.
            Add it to the feature with adding(_:), or lift a feature that contains its rules.
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

// SPDX-License-Identifier: MIT

import RexCore

// The primitives by which all forms of rules are added.

extension EffectMiddleware {
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

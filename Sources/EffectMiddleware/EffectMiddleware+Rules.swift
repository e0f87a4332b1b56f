// SPDX-License-Identifier: MIT

public import RexCore

// How rules are added.

extension EffectMiddleware {
    /// Describes a rule that is about to be added.
    @usableFromInline func newRule(
        named name: String?,
        _ plan: (plan: EffectPlan, mistake: String?),
        _ call: ActionSource,
        hasLastWord: Bool
    ) -> EffectRule {
        func stop(_ mistake: String) -> Never {
            preconditionFailure("\(EffectRule.text(name, call)) cannot work: \(mistake).")
        }
        if let mistake = plan.plan.mistake ?? plan.mistake { stop(mistake) }
        let plan = plan.plan
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
        return EffectRule(name: name, call: call, plan: plan, group: group, hasLastWord: hasLastWord)
    }

    /// A copy to be changed, which keeps its runs apart from those of this middleware.
    func changed(_ change: (inout EffectMiddleware) -> Void) -> EffectMiddleware {
        var copy = EffectMiddleware()
        copy.finders = finders
        copy.watches = watches
        copy.elements = elements
        copy.ruleCount = ruleCount
        copy.rules = rules
        copy.cancelled = cancelled
        change(&copy)
        return copy
    }

    @usableFromInline func adding(
        _ rule: EffectRule?,
        _ finder: Finder,
        cancelling name: EffectCancelledName? = nil
    ) -> EffectMiddleware {
        changed {
            $0.finders = Members(finders.all + [finder])
            $0.ruleCount += 1
            if let rule { $0.rules.append(rule) }
            if let name { $0.cancelled.append(name) }
        }
    }

    @usableFromInline func watching(_ rule: EffectRule, _ watch: Watch) -> EffectMiddleware {
        changed {
            $0.watches.append(watch)
            $0.ruleCount += 1
            $0.rules.append(rule)
        }
    }
}

/// A function that takes the trigger as well, and has no use for it.
@inlinable func withTrigger<Event, Trigger, Output>(
    _ function: (@Sendable (Event) -> Output?)?
) -> (@Sendable (Event, Trigger) -> Output?)? {
    guard let function else { return nil }
    return { event, _ in function(event) }
}

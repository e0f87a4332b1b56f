// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

/// Overloads can make the time to type-check an expression grow exponentially with its length.
///
/// Each file must be checked within ten seconds on a loaded machine. With exponential growth it would take hours.
@Suite(.serialized) struct TypeCheckTests {
    @Test(arguments: FeatureSource.all)
    func manyFeaturesInOneExpressionAreCheckedQuickly(source: FeatureSource) throws {
        #if DEBUG
        let features = 40
        #else
        // A joined path has four times as many key paths as another lift.
        let features = source.kind == .joinedFeatures ? 80 : 160
        #endif
        let outcome = try Compiler.check(source.text(features: features), for: .types, deadline: 10)
        #expect(outcome.succeeded, "\(outcome.diagnostics)")
        print("\(features) \(source): \((outcome.seconds * 100).rounded() / 100) s")
    }

    @Test func manyFeaturesInABuilderAreCheckedInTwoSeconds() throws {
        let source = FeatureSource(kind: .features, form: .builder, root: .inferred)
        let outcome = try Compiler.check(
            source.text(features: 160),
            for: .types,
            deadline: 60,
            processorSeconds: 2
        )
        #expect(outcome.succeeded, "\(outcome.diagnostics)")
    }

    @Test(arguments: RuleSource.bridges + RuleSource.effects)
    func manyRulesInOneExpressionAreCheckedQuickly(source: RuleSource) throws {
        let outcome = try Compiler.check(source.text(rules: 40), for: .types, deadline: 10)
        #expect(outcome.succeeded, "\(outcome.diagnostics)")
        print("40 \(source.rule): \((outcome.seconds * 100).rounded() / 100) s")
    }

    @Test func featureWithSixtyRulesIsCheckedQuickly() throws {
        let rules = (0..<60).map { RuleSource.effects[$0 % RuleSource.effects.count] }
        let outcome = try Compiler.check(RuleSource.feature(rules), for: .types, deadline: 10)
        #expect(outcome.succeeded, "\(outcome.diagnostics)")
        print("a feature with 60 rules: \((outcome.seconds * 100).rounded() / 100) s")
    }

    @Test func mistakeInAFeatureWithSixtyRulesIsFoundQuickly() throws {
        var rules = (0..<60).map { RuleSource.effects[$0 % RuleSource.effects.count] }
        rules[30] = RuleSource(rule: ".cancel(on: \\.claered)", type: "Effects")
        let outcome = try Compiler.check(RuleSource.feature(rules), for: .types, deadline: 10)
        let errors = outcome.diagnostics.split(separator: "\n").filter { $0.contains(": error: ") }
        #expect(errors.contains { $0.contains("has no member 'claered'") }, "\(outcome.diagnostics)")
        print("a mistake in a feature with 60 rules: \((outcome.seconds * 100).rounded() / 100) s")
    }

    @Test func bridgesOfAllFormsInOneExpressionAreCheckedQuickly() throws {
        let outcome = try Compiler.check(RuleSource.text(RuleSource.bridges), for: .types, deadline: 10)
        #expect(outcome.succeeded, "\(outcome.diagnostics)")
    }

    @Test(arguments: [
        #".on(\.isDone) { _, effect in effect.send(.done) }"#,
        #".on(\.isDone, .latest) { _, effect in effect.send(.done) } catch: { error, _ in .failed("\(error)") }"#,
        #".on(\.isDone, .latest) { effect in effect.send(.done) } catch: { .failed("\($0)") }"#,
        #".on({ $0 }) { action, effect in effect.send(action) }"#,
        #".on({ $0 }, .latest) { action, effect in effect.send(action) } catch: { error, action in action }"#,
        #".on(\.toggled) { isOn, effect in effect.send(.toggled(!isOn)) }"#,
        #".during(\.flag) { _, effect in effect.send(.done) }"#,
        #".during(\.flag) { _, effect in effect.send(.done) } catch: { error, _ in .failed("\(error)") }"#,
        #".cancel(on: { $0 == .cleared })"#,
        #".cancel("name", on: \.isDone, by: { $0 })"#,
        #".cancel("name", on: \.opened?.id, by: { $0 })"#,
        #".cancel("name", on: { $0.opened?.id }, by: { $0 })"#,
    ])
    func formOfAnEffectIsAccepted(rule: String) throws {
        let source = RuleSource(rule: rule, type: "Effects")
        let outcome = try Compiler.check(source.text(rules: 1), for: .types, deadline: 10)
        #expect(outcome.succeeded, "\(outcome.diagnostics)")
    }
}

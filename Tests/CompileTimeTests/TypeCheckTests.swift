// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// Overloads can make the time to type-check an expression grow exponentially with its length.
///
/// Lifts have a limit of processor time, which depends less on the load of the machine. Rules must be checked within ten
/// seconds on a loaded machine. With exponential growth it would take hours.
@Suite(.serialized) struct TypeCheckTests {
    /// Whether to check 160 lifts instead of 20, also as a list.
    ///
    /// `REX_LIFTS=full` in the environment sets it.
    private static let isFull = ProcessInfo.processInfo.environment["REX_LIFTS"] == "full"

    @Test(arguments: FeatureSource.all(isFull ? [.chain, .list, .builder] : [.chain, .builder]))
    func manyLiftsInOneExpressionAreCheckedQuickly(source: FeatureSource) throws {
        let (lifts, limit) = Self.isFull ? (160, 20) : (20, 5)
        let outcome = try Compiler.check(
            source.text(lifts: lifts),
            for: .types,
            deadline: limit * 12,
            processorSeconds: limit
        )
        #expect(outcome.succeeded, "\(outcome.diagnostics)")
        #expect(outcome.processorSeconds < Double(limit))
        print("\(lifts) lifts: \(source): \(Self.rounded(outcome.processorSeconds)) s of processor time")
    }

    @Test(.enabled(if: isFull), arguments: LiftForm.allCases)
    func declarationsOfManyPartsAreAccepted(form: LiftForm) throws {
        let source = FeatureSource.declarations(of: form, lifts: 160)
        let outcome = try Compiler.check(source, for: .types, deadline: 60)
        #expect(outcome.succeeded, "\(outcome.diagnostics)")
        print("160 lifts: \(form), declarations: \(Self.rounded(outcome.processorSeconds)) s of processor time")
    }

    private static func rounded(_ seconds: Double) -> Double { (seconds * 100).rounded() / 100 }

    @Test(arguments: RuleSource.bridges + RuleSource.effects)
    func manyRulesInOneExpressionAreCheckedQuickly(source: RuleSource) throws {
        let outcome = try Compiler.check(source.text(rules: 40), for: .types, deadline: 10)
        #expect(outcome.succeeded, "\(outcome.diagnostics)")
        print("40 \(source.rule): \(Self.rounded(outcome.seconds)) s")
    }

    @Test func featureWithSixtyRulesIsCheckedQuickly() throws {
        let rules = (0..<60).map { RuleSource.effects[$0 % RuleSource.effects.count] }
        let outcome = try Compiler.check(RuleSource.feature(rules), for: .types, deadline: 10)
        #expect(outcome.succeeded, "\(outcome.diagnostics)")
        print("a feature with 60 rules: \(Self.rounded(outcome.seconds)) s")
    }

    @Test func mistakeInAFeatureWithSixtyRulesIsFoundQuickly() throws {
        var rules = (0..<60).map { RuleSource.effects[$0 % RuleSource.effects.count] }
        rules[30] = RuleSource(rule: ".cancel(on: \\.claered)", type: "Effects")
        let outcome = try Compiler.check(RuleSource.feature(rules), for: .types, deadline: 10)
        let errors = outcome.diagnostics.split(separator: "\n").filter { $0.contains(": error: ") }
        #expect(errors.contains { $0.contains("has no member 'claered'") }, "\(outcome.diagnostics)")
        print("a mistake in a feature with 60 rules: \(Self.rounded(outcome.seconds)) s")
    }

    @Test func bridgesOfAllFormsInOneExpressionAreCheckedQuickly() throws {
        let outcome = try Compiler.check(RuleSource.text(RuleSource.bridges), for: .types, deadline: 10)
        #expect(outcome.succeeded, "\(outcome.diagnostics)")
    }

    @Test(arguments: [
        #".on(\.isDone) { _, effect in effect.send(.done) }"#,
        #".on(\.isDone, .latest) { _, effect in effect.send(.done) } catch: { error, _ in .failed("\(error)") }"#,
        #".on(\.isDone, .latest) { effect in effect.send(.done) } catch: { error, _ in .failed("\(error)") }"#,
        #".on(\.typed, .latest.by(\.count)) { effect in effect.send(.done) } catch: { error, text in .failed(text) }"#,
        #".on(\.cleared) { effect in effect.send(.done) }"#,
        #".on({ $0 == .done }) { effect in effect.send(.cleared) }"#,
        #".during(\.roomID) { effect in effect.send(.done) }"#,
        #".cancel("name", on: \.cleared)"#,
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

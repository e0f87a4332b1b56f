// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@Suite struct PartIdentityTests {
    private struct Named: Sendable, Identifiable {
        var id: String
        var count = 0
    }

    private struct Unnamed: Sendable {
        var id = 0
    }

    private struct Wide: Sendable, Identifiable {
        struct ID: Hashable, Sendable { var numbers = [1, 2, 3].map(Double.init), text = "" }
        var id = ID()
    }

    private final class Shared: Sendable, Identifiable {}

    private func part<Part: Sendable>(
        _: Part.Type,
        _ identity: PartIdentity<Part> = .automatic
    ) -> StateParts<OnlyPart, Part?, Part> {
        StateParts(value: { $0 }, identity: identity)
    }

    private func isSame<Part>(_ parts: StateParts<OnlyPart, Part?, Part>, _ one: Part, _ other: Part) -> Bool {
        parts.identity(of: OnlyPart(), in: one) == parts.identity(of: OnlyPart(), in: other)
    }

    @Test func identifiableValueIsIdentifiedByItsID() {
        let parts = part(Named.self)
        #expect(parts.hasIdentity)
        #expect(isSame(parts, Named(id: "a"), Named(id: "a", count: 5)))
        #expect(!isSame(parts, Named(id: "a"), Named(id: "b")))
        #expect(parts.identity(of: OnlyPart(), in: nil) == nil)
        #expect(isSame(part(Wide.self), Wide(), Wide()))
        #expect(!isSame(part(Wide.self), Wide(), Wide(id: Wide.ID(text: "b"))))
    }

    @Test func objectIsIdentifiedByItself() {
        let (one, other) = (Shared(), Shared())
        #expect(isSame(part(Shared.self), one, one))
        #expect(!isSame(part(Shared.self), one, other))
    }

    @Test func otherValuesHaveNoIdentity() {
        for parts in [part(Unnamed.self), part(Unnamed.self, .none)] {
            #expect(!parts.hasIdentity)
            #expect(parts.identity(of: OnlyPart(), in: Unnamed()) == nil)
        }
        #expect(!part(Named.self, .none).hasIdentity)
    }

    @Test func keyIsTheIdentity() {
        let parts = part(Named.self, .by(\.count))
        #expect(isSame(parts, Named(id: "a"), Named(id: "b")))
        #expect(!isSame(parts, Named(id: "a"), Named(id: "a", count: 1)))
    }

    @Test func identitiesOfKeysWithTwoTypesDiffer() {
        let (number, text) = (part(Unnamed.self, .by { $0.id }), part(Unnamed.self, .by { "\($0.id)" }))
        #expect(number.identity(of: OnlyPart(), in: Unnamed()) != text.identity(of: OnlyPart(), in: Unnamed()))
    }

    @Test func keyThatIsUnequalToItselfIsOneIdentity() {
        let parts = part(Unnamed.self, .by { $0.id == 0 ? Double.nan : $0.id == 1 ? .signalingNaN : 1 })
        #expect(isSame(parts, Unnamed(id: 0), Unnamed(id: 0)))
        #expect(isSame(parts, Unnamed(id: 2), Unnamed(id: 2)))
        #expect(!isSame(parts, Unnamed(id: 0), Unnamed(id: 2)))
    }

    @Test func equalIdentitiesHaveOneHash() {
        let parts = part(Named.self)
        let ids = [Named(id: "a"), Named(id: "a", count: 1), Named(id: "b")].map {
            parts.identity(of: OnlyPart(), in: $0)
        }
        #expect(Set(ids).count == 2)
    }

    @Test func elementsAndValuesOfADictionaryHaveNoIdentity() {
        let elements = StateParts<String, [Named], Named>(elements: { $0 })
        let values = StateParts<String, [String: Named], Named>(values: { $0 })
        #expect(!elements.hasIdentity && !values.hasIdentity)
        #expect(elements.identity(of: "a", in: [Named(id: "a")]) == nil)
        #expect(values.identity(of: "a", in: ["a": Named(id: "a")]) == nil)
    }

    @Test func readerWithAnIdentityReadsNoOtherValue() throws {
        let parts = part(Named.self)
        let first = Named(id: "a", count: 1)
        let identity = parts.identity(of: OnlyPart(), in: first)
        let one = try #require(parts.reader(of: OnlyPart(), with: identity, in: first))
        let any = try #require(parts.reader(of: OnlyPart(), in: first))
        let states = [Named(id: "a", count: 2), Named(id: "b", count: 3), nil, Named(id: "a", count: 4)]
        #expect(states.map { one($0).count } == [2, 2, 2, 4])
        #expect(states.map { any($0).count } == [2, 3, 3, 4])
        #expect(parts.reader(of: OnlyPart(), with: identity, in: nil) == nil)
    }

    /// Other middlewares than effects read the state that is there.
    @Test func plainMiddlewareReadsTheNewValue() {
        let seen = Recorder<Int>()
        let local = AnyMiddleware<PartAction, PartAction, Part> { _, _, state in
            IO { _ in seen.record(state().count) }
        }
        let middleware = local.lift(.case(FeatureAction.maybe, optional: \FeatureState.maybe))
        let state = Lock(FeatureState(maybe: Part(id: 1, count: 1)))
        let io = middleware.handle(action: .maybe(.add(1)), from: .here(), state: { state.withLock { $0 } })
        state.withLock { $0 = FeatureState(maybe: Part(id: 2, count: 2)) }
        _ = sent(by: io)
        #expect(seen.events == [2])
    }
}

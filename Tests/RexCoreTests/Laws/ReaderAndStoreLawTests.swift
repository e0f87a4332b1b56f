// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// A middleware with a name.
///
/// Joining two joins their names.
private struct Named: MiddlewareProtocol, Monoid, Sendable {
    let name: String

    static let identity = Named(name: "")

    static func append(_ lhs: Named, _ rhs: Named) -> Named { Named(name: lhs.name + rhs.name) }

    func handle(action: Int, from dispatcher: ActionSource, state: @escaping GetState<Int>) -> IO<Int> { .pure() }
}

private typealias Reader = MiddlewareReader<Int, Named>

private func randomReader(using generator: inout SeededGenerator) -> Reader {
    let name = Int.random(in: 0...99, using: &generator)
    switch Int.random(in: 0...2, using: &generator) {
    case 0: return .identity
    case 1: return .pure(Named(name: "<\(name)>"))
    default: return Reader { world in Named(name: "(\(name) \(world))") }
    }
}

@Suite struct ReaderAndStoreLawTests {
    @Test func readersOfAMonoidFormAMonoid() {
        forAllSamples { generator in
            let (a, b, c) = (
                randomReader(using: &generator), randomReader(using: &generator), randomReader(using: &generator)
            )
            let world = Int.random(in: 0...9, using: &generator)
            func name(_ reader: Reader) -> String { reader.inject(world).name }
            let (left, right): (Reader, Reader) = (.append(.append(a, b), c), .append(a, .append(b, c)))
            #expect(name(left) == name(right), "seed \(generator.seed)")
            #expect(name(.append(a, .identity)) == name(a), "seed \(generator.seed)")
            #expect(name(.append(.identity, a)) == name(a), "seed \(generator.seed)")
            #expect(name(mconcat([a, b, c])) == name(left), "seed \(generator.seed)")
        }
    }

    @Test func zipIsNestedFlatMap() {
        forAllSamples { generator in
            let (a, b, c) = (
                randomReader(using: &generator), randomReader(using: &generator), randomReader(using: &generator)
            )
            let world = Int.random(in: 0...9, using: &generator)
            let zipped = Reader.zip(a, b, c) { Named(name: "\($0.name),\($1.name),\($2.name)") }
            let nested = a.flatMap { a in
                b.flatMap { b in c.mapMiddleware { c in Named(name: "\(a.name),\(b.name),\(c.name)") } }
            }
            #expect(zipped.inject(world).name == nested.inject(world).name, "seed \(generator.seed)")
        }
    }

    @Test func mapsOfReadersCompose() {
        forAllSamples { generator in
            let reader = randomReader(using: &generator)
            let world = Int.random(in: 0...9, using: &generator)
            let (f, g): (@Sendable (Named) -> Named, @Sendable (Named) -> Named) = (
                { Named(name: "f\($0.name)") }, { Named(name: "g\($0.name)") }
            )
            let (h, k): (@Sendable (Int) -> Int, @Sendable (Int) -> Int) = ({ $0 + 1 }, { $0 * 2 })
            #expect(
                reader.mapMiddleware(f).mapMiddleware(g).inject(world).name
                    == reader.mapMiddleware { g(f($0)) }.inject(world).name
            )
            #expect(
                reader.contramapDependencies(h).contramapDependencies(k).inject(world).name
                    == reader.contramapDependencies { h(k($0)) }.inject(world).name
            )
        }
    }

    @Test func viewsOfAStoreCompose() {
        forAllSamples { generator in
            let store = Store(initialState: [], reducer: listing)
            let (a, b) = (Int.random(in: 1...9, using: &generator), Int.random(in: 1...9, using: &generator))
            let (f, g): (@Sendable (Int) -> Int, @Sendable (Int) -> Int) = ({ $0 * a }, { $0 + b })
            let (p, q): (@Sendable ([Int]) -> [Int], @Sendable ([Int]) -> Int) = (
                { $0.map { $0 % 5 } }, { $0.reduce(b) { $0 * a + $1 } }
            )
            let action = Int.random(in: 0...9, using: &generator)
            store.contramapAction(f).contramapAction(g).dispatch(action)
            store.contramapAction { f(g($0)) }.dispatch(action)
            #expect(store.state[0] == store.state[1], "seed \(generator.seed)")
            #expect(
                store.mapState(p).mapState(q).state == store.mapState { q(p($0)) }.state,
                "seed \(generator.seed)"
            )
            #expect(store.mapState { $0 }.contramapAction { $0 }.state == store.state, "seed \(generator.seed)")
        }
    }
}

// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// Answers with its dependencies followed by the action.
private struct Prefixer: MiddlewareProtocol, Sendable {
    let prefix: String

    func handle(
        action: String,
        from dispatcher: ActionSource,
        state: @escaping GetState<Int>
    ) -> IO<String> {
        IO { [prefix] output in output.dispatch("\(prefix)\(action)\(state())", from: dispatcher) }
    }
}

/// A middleware that is its own composition.
///
/// It consists of a name.
private final class Named: MiddlewareProtocol, Monoid, Sendable {
    let name: String

    init(_ name: String) {
        self.name = name
    }

    static let identity = Named("")

    static func append(_ lhs: Named, _ rhs: Named) -> Named { Named(lhs.name + rhs.name) }

    func handle(action: String, from dispatcher: ActionSource, state: @escaping GetState<Int>) -> IO<String> {
        IO { [name] output in output.dispatch(name + action, from: dispatcher) }
    }
}

private typealias PrefixReader = MiddlewareReader<String, Prefixer>
private typealias NamedReader = MiddlewareReader<String, Named>

/// Returns the answers of a middleware to the action "x" with the state 7.
private func answers(_ middleware: some MiddlewareProtocol<String, String, Int>) -> [String] {
    sent(by: middleware.handle(action: "x", from: .here(), state: { 7 })).map(\.action)
}

extension MiddlewareReader where Dependencies == String, MiddlewareType == Prefixer {
    fileprivate static var prefixer: MiddlewareReader { MiddlewareReader { Prefixer(prefix: $0) } }

    fileprivate static var two: some MiddlewareReaderProtocol<String, ComposedMiddleware<String, String, Int>> {
        MiddlewareReader.combine {
            prefixer
            prefixer.contramapDependencies { (prefix: String) in "\(prefix)2" }
        }
    }
}

@Suite struct ReaderTests {
    /// In the extension, the type name without parameters means the extended type.
    @Test func shortNameInAnExtensionCombinesReaders() {
        let two = MiddlewareReader.two
        #expect(answers(two.inject("a")) == ["ax7", "a2x7"])
    }

    private let prefixer = PrefixReader { Prefixer(prefix: $0) }
    private let named = NamedReader { Named($0) }

    @Test func eachInjectCreatesANewMiddleware() {
        let made = Recorder<String>()
        let reader = NamedReader { name in
            made.record(name)
            return Named(name)
        }
        let composed =
            reader.mapMiddleware { $0 }.contramapDependencies { (world: Int) in "\(world)" }
            <> NamedReader
            .identity.contramapDependencies { (world: Int) in "\(world)" }
        #expect(made.events == [])
        let (first, second) = (reader.inject("a"), reader.inject("a"))
        #expect(first !== second)
        _ = composed.inject(3)
        #expect(made.events == ["a", "a", "3"])
    }

    /// Once, all stores shared one object, although the queue of a store doesn't protect it from other stores.
    @Test func pureEvaluatesItsValueForEachInject() {
        let made = Recorder<Int>()
        @Sendable func make() -> Named {
            made.record(1)
            return Named("pure")
        }
        let reader = NamedReader.pure(make())
        #expect(made.events == [])
        let (first, second) = (reader.inject("ignored"), reader.inject("ignored too"))
        #expect(first !== second)
        #expect(made.events == [1, 1])
    }

    /// Once, a lock was held during the evaluation, and such a reader took it twice.
    @Test func pureMayInjectItselfWhileItIsEvaluated() {
        let depth = Lock(0)
        @Sendable func make() -> Named {
            let isFirst = depth.withLock { depth in
                depth += 1
                return depth == 1
            }
            return Named(isFirst ? NamedReader.pure(make()).inject("").name + "!" : "pure")
        }
        #expect(NamedReader.pure(make()).inject("").name == "pure!")
    }

    @Test func pureTakesAMiddlewareThatIsNotSendable() {
        let reader = MiddlewareReader<Int, AnyMiddleware<String, String, Int>>.pure(
            AnyMiddleware { action, source, _ in IO { $0.dispatch(action + "!", from: source) } }
        )
        #expect(answers(reader.inject(0)) == ["x!"])
    }

    @Test func readersOfDifferentMiddlewaresComposeFromLeftToRight() {
        let reader = prefixer <> named <> prefixer.contramapDependencies { $0 + "2" }
        #expect(answers(reader.inject("d")) == ["dx7", "dx", "d2x7"])
    }

    @Test func readersOfOneSemigroupKeepItsType() {
        let reader: NamedReader = named <> named.contramapDependencies { $0 + "2" }
        #expect(reader.inject("a").name == "aa2")
        #expect(mconcat([named, reader, named]).inject("b").name == "bbb2b")
    }

    @Test func joinedReadersAreInjectedFromLeftToRight() {
        let injected = Recorder<String>()
        func noting<Made: MiddlewareProtocol>(_ reader: MiddlewareReader<String, Made>, _ name: String)
            -> MiddlewareReader<String, Made>
        {
            reader.contramapDependencies { world in
                injected.record(name)
                return world
            }
        }
        _ = (noting(prefixer, "1") <> noting(named, "2") <> noting(prefixer, "3")).inject("")
        #expect(injected.events == ["1", "2", "3"])
        _ = (noting(named, "4") <> noting(named, "5") <> noting(named, "6")).inject("")
        _ = mconcat([noting(named, "7"), noting(named, "8")]).inject("")
        #expect(injected.events == ["1", "2", "3", "4", "5", "6", "7", "8"])
    }

    @Test func identityOfAMonoidHasItsType() {
        let own: NamedReader = NamedReader.identity
        #expect(own.inject("ignored").name == "")
        let plain: MiddlewareReader<String, IdentityMiddleware<String, String, Int>> = PrefixReader.identity
        #expect(answers(plain.inject("ignored")) == [])
        #expect(answers((prefixer <> plain).inject("d")) == answers(prefixer.inject("d")))
        #expect(answers((plain <> prefixer).inject("d")) == answers(prefixer.inject("d")))
    }

    @Test func mapsChangeMiddlewareAndDependencies() {
        #expect(prefixer.mapMiddleware { Named($0.prefix) }.inject("m").name == "m")
        #expect(prefixer.contramapDependencies { (world: [Int]) in "\(world.count)" }.inject([1, 2]).prefix == "2")
        #expect(prefixer.contramapDependecies { (world: [Int]) in "\(world.count)" }.inject([1, 2]).prefix == "2")
        let both = prefixer.dimap(
            transformMiddleware: { Named($0.prefix + "t") },
            extractOnlyDependenciesNeededForThisMiddleware: { (world: Int) in "\(world)" }
        )
        #expect(both.inject(4).name == "4t")
    }

    @Test func flatMapInjectsTheSameDependenciesTwice() {
        let injected = Recorder<String>()
        let reader = NamedReader { name in
            injected.record("outer \(name)")
            return Named(name)
        }
        .flatMap { outer in
            PrefixReader { name in
                injected.record("inner \(name)")
                return Prefixer(prefix: outer.name + name)
            }
        }
        #expect(reader.inject("d").prefix == "dd")
        #expect(injected.events == ["outer d", "inner d"])
    }

    @Test func zipInjectsFromLeftToRightThenMaps() {
        let injected = Recorder<String>()
        func reader(_ name: String) -> NamedReader {
            NamedReader { world in
                injected.record(name)
                return Named(name + world)
            }
        }
        let two = NamedReader.zip(reader("1"), prefixer) { Named($0.name + $1.prefix) }
        #expect(two.inject("w").name == "1ww")
        let ten = MiddlewareReader<String, Named>.zip(
            reader("1"),
            reader("2"),
            reader("3"),
            reader("4"),
            reader("5"),
            reader("6"),
            reader("7"),
            reader("8"),
            reader("9"),
            reader("10")
        ) {
            Named($0.name + $1.name + $2.name + $3.name + $4.name + $5.name + $6.name + $7.name + $8.name + $9.name)
        }
        #expect(ten.inject("-").name == "1-2-3-4-5-6-7-8-9-10-")
        #expect(injected.events == ["1", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"])
    }

    @Test func zipTakesCustomReaders() {
        struct Doubling<Inner: MiddlewareProtocol>: MiddlewareReaderProtocol {
            let inject: @Sendable (String) -> Inner
            init(inject: @escaping @Sendable (String) -> Inner) { self.inject = { inject($0 + $0) } }
        }
        let own = Doubling { Named($0) }
        #expect(NamedReader.zip(own, named) { Named($0.name + $1.name) }.inject("a").name == "aaa")
        #expect(answers((own <> named).inject("a")) == ["aax", "ax"])
        #expect(Doubling<Named>.pure(Named("p")).inject("").name == "p")
    }
}

// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// A list of which each change that copies it is recorded.
private struct Items: Sendable, Equatable {
    final class Storage: Sendable {
        let texts: [String]
        init(_ texts: [String]) { self.texts = texts }
    }

    private var storage = Storage([])
    private let copies: Recorder<String>?

    init(copies: Recorder<String>? = nil) { self.copies = copies }

    var texts: [String] { storage.texts }

    mutating func append(_ text: String) {
        if !isKnownUniquelyReferenced(&storage) { copies?.record(text) }
        storage = Storage(storage.texts + [text])
    }

    static func == (left: Items, right: Items) -> Bool { left.texts == right.texts }
}

private struct Page: Sendable, Equatable {
    var isBusy = false
    var title = Items()
}

private enum PageAction: Sendable, Equatable { case add(String), added(Int) }

/// What the page needs of the home around it.
private struct PageState: Sendable, Equatable {
    var page = Page()
    var list = Items()
    var outbox = Items()
}

private struct Home: Sendable, Equatable {
    var number = 1
    var list = Items()
    var page: Page?
    var outbox = Items()
    var listChanges = 0
    var observed = Items() { didSet { listChanges += 1 } }
}

private struct App: Sendable, Equatable {
    var home: Home?
    var drafts = Items()
}

private enum AppAction: Sendable, Equatable {
    case page(PageAction), other, closed

    static let page = CasePath<AppAction, PageAction>(
        extract: { if case .page(let action) = $0 { action } else { nil } },
        embed: AppAction.page,
        name: "page"
    )
}

extension JoinedPath<Home, PageState> {
    fileprivate static var page: Self {
        JoinedPath(
            PageState(),
            .optionalPart(\.page, as: \.page),
            .part(\.list, as: \.list),
            .part(\.outbox, as: \.outbox)
        )
    }
}

/// Reads the state at each action, and answers with the length of the list before the reduction.
///
/// It doesn't keep the state in its `IO`, in which every lift to an optional would copy it.
private struct Counter: MiddlewareProtocol, Sendable {
    let handled: Recorder<PageAction>

    func handle(
        action: PageAction,
        from source: ActionSource,
        state: @escaping GetState<PageState>
    ) -> IO<PageAction> {
        handled.record(action)
        guard case .add = action else { return .pure() }
        let count = state().list.texts.count
        return IO { $0.dispatch(.added(count), from: source) }
    }
}

@Suite struct JoinedLiftTests {
    private let copies = Recorder<String>()
    private let handled = Recorder<PageAction>()

    private let reducer = Reducer<PageAction, PageState>.reduce { action, state in
        switch action {
        case .add(let text):
            state.page.title.append(text)
            state.list.append(text)
            state.outbox.append(text)
        case .added(let count): state.outbox.append("\(count)")
        }
    }

    private var home: Home {
        let items = Items(copies: copies)
        return Home(list: items, page: Page(title: items), outbox: items, observed: items)
    }

    private func texts(_ home: Home?) -> [[String]?] {
        [home?.page?.title.texts, home?.list.texts, home?.outbox.texts]
    }

    @Test func eachPartIsChanged() {
        var home = home
        reducer.lift(.case(AppAction.page, joined: .page)).reduce(.page(.add("milk")), &home)
        #expect(texts(home) == [["milk"], ["milk"], ["milk"]])
    }

    @Test func otherActionsAndAnAbsentPartLeaveTheStateUnchanged() {
        let lifted = reducer.lift(.case(AppAction.page, joined: .page))
        var home = home
        lifted.reduce(.other, &home)
        #expect(home == self.home)
        home.page = nil
        let closed = home
        lifted.reduce(.page(.add("milk")), &home)
        #expect(home == closed)
    }

    @Test func noPartIsCopiedByAFeatureThatReadsThem() {
        let feature = Feature<PageAction, PageState, Void>(reducer).adding(Counter(handled: handled))
        let store = Store(
            initialState: App(home: home),
            feature: Feature<AppAction, App, Void>.combine {
                feature.lift(.case(AppAction.page, joined: .page)).lift(
                    .case(CasePath(extract: { $0 }, embed: { $0 }), optional: \App.home)
                )
            },
            dependencies: ()
        )
        // The initial items share one storage: the first change of two of them copies it.
        store.dispatch(.page(.add("milk")))
        let first = copies.events.count
        for text in ["tea", "salt", "rice"] { store.dispatch(.page(.add(text))) }
        #expect(texts(store.state.home)[1] == ["milk", "tea", "salt", "rice"])
        #expect(copies.events.count == first)
        #expect(handled.events.count == 8)
    }

    @Test func noPartIsCopiedThroughTwoJoinedPaths() {
        struct HomeParts: Sendable {
            var home = Home()
            var drafts = Items()
        }
        let inner = reducer.lift(
            .case(
                AppAction.page,
                joined: JoinedPath<HomeParts, PageState>(
                    PageState(),
                    .optionalPart(\.home.page, as: \.page),
                    .part(\.drafts, as: \.list),
                    .part(\.home.outbox, as: \.outbox)
                )
            )
        )
        let lifted = inner.lift(
            .state(
                joined: JoinedPath<App, HomeParts>(
                    HomeParts(),
                    .optionalPart(\.home, as: \.home),
                    .part(\.drafts, as: \.drafts)
                )
            )
        )
        let store = Store(initialState: App(home: home, drafts: Items(copies: copies)), reducer: lifted)
        store.dispatch(.page(.add("milk")))
        let first = copies.events.count
        store.dispatch(.page(.add("tea")))
        #expect(store.state.drafts.texts == ["milk", "tea"])
        #expect(texts(store.state.home) == [["milk", "tea"], [], ["milk", "tea"]])
        #expect(copies.events.count == first)
    }

    @Test func observedPropertyIsChangedThroughItsAccessors() {
        var home = home
        let lifted = reducer.lift(
            .case(
                AppAction.page,
                joined: JoinedPath<Home, PageState>(
                    PageState(),
                    .optionalPart(\.page, as: \.page),
                    .part(\.observed, as: \.list),
                    .part(\.outbox, as: \.outbox)
                )
            )
        )
        lifted.reduce(.page(.add("milk")), &home)
        #expect(home.observed.texts == ["milk"])
        #expect(home.listChanges == 2)
    }

    @Test func tupleIsAStateOfParts() {
        let reducer = Reducer<PageAction, (list: Items, number: Int)>.reduce { action, state in
            guard case .add(let text) = action else { return }
            state.list.append(text)
            state.number += 1
        }
        var home = home
        reducer.lift(
            .case(
                AppAction.page,
                joined: JoinedPath(
                    (list: Items(), number: 0),
                    .part(\Home.list, as: \.list),
                    .part(\.number, as: \.number)
                )
            )
        )
        .reduce(.page(.add("milk")), &home)
        #expect(home.list.texts == ["milk"])
        #expect(home.number == 2)
    }

    @Test func valueIsReadUnlessAnOptionalPartIsNil() {
        var home = home
        reducer.lift(.case(AppAction.page, joined: .page)).reduce(.page(.add("milk")), &home)
        let value = JoinedPath<Home, PageState>.page.value(in: home)
        #expect(value?.list.texts == ["milk"])
        #expect(value?.page.title.texts == ["milk"])
        home.page = nil
        #expect(JoinedPath<Home, PageState>.page.value(in: home) == nil)
    }

    @Test func middlewareOfAnAbsentPartGetsNoAction() {
        let feature = Feature<PageAction, PageState, Int>(reducer).adding(Counter(handled: handled))
        let store = Store(
            initialState: home,
            feature: Feature<AppAction, Home, String>.combine {
                feature.lift(dependencies: \.count).lift(.case(AppAction.page, joined: .page))
                Feature { action, home in if action == .closed { home.page = nil } }
            },
            dependencies: "dependency"
        )
        store.dispatch(.page(.add("milk")))
        store.dispatch(.closed)
        store.dispatch(.page(.add("tea")))
        #expect(handled.events == [.add("milk"), .added(0)])
        #expect(store.state.list.texts == ["milk"])
    }

    @Test func propertyWithoutAPartTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = JoinedPath<Home, PageState>(PageState(), .part(\.list, as: \.list), .part(\.outbox, as: \.outbox))
        }
        expectMessage(
            of: result,
            contains: "PageState has 3 stored properties, but its JoinedPath has parts for 2 of them.",
            "Add a part for each."
        )
    }

    @Test func twoPartsForOnePropertyTrap() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = JoinedPath<Home, PageState>(
                PageState(),
                .optionalPart(\.page, as: \.page),
                .part(\.list, as: \.list),
                .part(\.outbox, as: \.list)
            )
        }
        expectMessage(
            of: result,
            contains: "Two parts of a JoinedPath are the same property of PageState."
        )
    }

    @Test func partInsideAnotherTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            struct Parts: Sendable {
                var home = Home()
                var list = Items()
            }
            struct Root: Sendable { var home = Home() }
            _ = JoinedPath<Root, Parts>(Parts(), .part(\.home, as: \.home), .part(\.home.list, as: \.list))
        }
        expectMessage(
            of: result,
            contains: "Two parts of a JoinedPath to Parts overlap in Root.",
            "Leave out the inner one."
        )
    }

    @Test func objectAsAValueTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Parts: Sendable {}
            _ = JoinedPath<Home, Parts>(Parts())
        }
        expectMessage(of: result, contains: "Parts is a class", "Join the parts in a struct.")
    }
}

// SPDX-License-Identifier: MIT

import EffectMiddleware
import OutboxMiddleware
import PersistenceMiddleware
import Prism
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// A screen of a shopping list that changes the list, the drafts and the outbox of its parent.
@Suite struct OutboxJoinedTests {
    /// What the screen needs.
    private struct Detail: Sendable {
        var page = Page()
        var list: [String] = []
        var drafts: [String] = []
        var outbox = Outbox<String>()
    }

    struct Page: Sendable {
        var name = ""
    }

    struct Home: Sendable {
        var isOnline = true
        var list: [String] = []
        var outbox = Outbox<String>()
        var drafts = ["tea"]
        var detail: Page?
    }

    @Prism enum DetailAction: Sendable { case added(String), outbox(OutboxAction<String, String>) }

    @Prism enum HomeAction: Sendable {
        case detail(DetailAction), opened(String), closed
    }

    private let detail = Feature<DetailAction, Detail, OutboxFile<String>> { action, detail in
        guard case .added(let text) = action else { return }
        detail.drafts.removeAll { $0 == text }
        detail.list.append("\(text) (\(detail.page.name))")
        detail.outbox.add(text)
    }

    private func home(sent: RexTestSupport.Recorder<String>) -> Feature<HomeAction, Home, OutboxFile<String>> {
        .combine {
            detail.lift(
                .case(
                    HomeAction.prisms.detail,
                    joined: JoinedPath(
                        Detail(),
                        .optionalPart(\.detail, as: \.page),
                        .part(\.list, as: \.list),
                        .part(\.drafts, as: \.drafts),
                        .part(\.outbox, as: \.outbox)
                    ),
                    // The outbox has the same case, and its actions come without the page too.
                    absent: .reachesParents
                )
            )
            Feature.outbox(
                case: DetailAction.prisms.outbox,
                state: \.outbox,
                while: \.isOnline,
                to: { $0 }
            ) { (text: String, _, _: OutboxFile<String>) in
                sent.record(text)
                return text
            }
            .lift(
                .case(
                    HomeAction.prisms.detail,
                    joined: JoinedPath(
                        (isOnline: true, outbox: Outbox<String>()),
                        .part(\Home.isOnline, as: \.isOnline),
                        .part(\.outbox, as: \.outbox)
                    )
                )
            )
            Feature { action, home in
                switch action {
                case .opened(let name): home.detail = Page(name: name)
                case .closed: home.detail = nil
                case .detail: break
                }
            }
        }
    }

    @Test func anEntryThatAScreenAddsToTheOutboxOfItsParentIsSent() async {
        let sent = RexTestSupport.Recorder<String>()
        let store = Store(
            initialState: Home(),
            feature: home(sent: sent),
            dependencies: OutboxFile(at: "home.log", storage: MemoryStorage())
        )
        store.dispatch(.detail(.added("milk")))
        store.dispatch(.opened("mine"))
        store.dispatch(.detail(.added("tea")))
        store.dispatch(.detail(.added("rice")))
        store.dispatch(.closed)
        await store.settled()
        #expect(sent.events == ["tea", "rice"])
        #expect(store.state.list == ["tea (mine)", "rice (mine)"])
        #expect(store.state.drafts == [])
        #expect(store.state.outbox.isEmpty)
    }
}

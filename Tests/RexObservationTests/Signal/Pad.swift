// SPDX-License-Identifier: MIT

import RexCore
import RexNavigation
import RexObservation
import RexTestSupport

// A pad with a sheet and pages. Each has numbers that a view handles once.

struct Page: Sendable, Identifiable {
    var id = 0
    /// The number of posts.
    var posts = 0
    var numbers = Signals<Int>()
    var inner = Presented<Signals<Int>>()

    mutating func post(_ count: Int = 1) {
        for _ in 0..<count {
            posts += 1
            numbers.post(posts)
        }
    }
}

enum PageAction: Sendable {
    case post(Int)
    case seen(SignalID)
    case ignored(SignalID)
    case inner(PresentationAction<SignalID>)
}

struct Pad: Sendable {
    var page = Page()
    var visits = 0
    var sheet = Presented<Page>()
    var pages: [Page] = []
    var note: Page?
}

enum PadAction: Sendable {
    case change(@Sendable (inout Pad) -> Void)
    case page(PageAction)
    case sheet(PresentationAction<PageAction>)
    case row(ElementIDAction<Int, PageAction>)
    case note(PageAction)

    static func seen(_ id: SignalID) -> PadAction { .page(.seen(id)) }
}

extension CasePath where Root == PadAction, Value == PresentationAction<PageAction> {
    fileprivate static let sheet = CasePath(
        extract: { if case .sheet(let action) = $0 { action } else { nil } },
        embed: PadAction.sheet
    )
}

extension CasePath where Root == PadAction, Value == PageAction {
    fileprivate static let page = CasePath(
        extract: { if case .page(let action) = $0 { action } else { nil } },
        embed: PadAction.page
    )
    fileprivate static let note = CasePath(
        extract: { if case .note(let action) = $0 { action } else { nil } },
        embed: PadAction.note
    )
}

extension CasePath where Root == PadAction, Value == ElementIDAction<Int, PageAction> {
    fileprivate static let row = CasePath(
        extract: { if case .row(let action) = $0 { action } else { nil } },
        embed: PadAction.row
    )
}

private let page = Feature<PageAction, Page, Void>(
    .reduce { action, page in
        switch action {
        case .post(let count): page.post(count)
        case .seen(let id): page.numbers.seen(upTo: id)
        case .ignored, .inner: break
        }
    }
)

private let pad = Feature<PadAction, Pad, Void>.combine {
    Feature<PadAction, Pad, Void>(
        .reduce { action, pad in
            if case .change(let change) = action { change(&pad) }
        }
    )
    page.lift(case: .page, state: \.page)
    page.lift(.case(.note, optional: \.note))
    page.lift(.case(.sheet, presented: \.sheet))
    page.lift(.case(.row, each: \.pages))
}

/// A store of the pad, which records the acknowledgements that reached it.
@MainActor struct PadStore {
    let store: Store<PadAction, Pad>
    let model: ObservableStore<PadAction, Pad>
    private let log = Recorder<(text: String, line: UInt)>()

    init(executor: StoreExecutor = .mainQueue) {
        let log = log
        let logger = Feature<PadAction, Pad, Void>(middleware: PadLogger(log: log))
        store = Store(initialState: Pad(), feature: logger <> pad, dependencies: (), executor: executor)
        model = ObservableStore(store)
    }

    var state: Pad { store.state }
    var acknowledgements: [String] { log.events.map(\.text) }
    var lines: [UInt] { log.events.map(\.line) }

    func change(_ change: @escaping @Sendable (inout Pad) -> Void) {
        store.dispatch(.change(change))
    }

    func post(_ count: Int = 1) {
        store.dispatch(.page(.post(count)))
    }
}

private struct PadLogger: MiddlewareProtocol {
    let log: Recorder<(text: String, line: UInt)>

    func receiveContext(getState: @escaping GetState<Pad>, output: AnyActionHandler<PadAction>) {
        output.eachRefused { [log] in log.record(("refused: \($0.reason)", 0)) }
    }

    func handle(
        action: PadAction,
        from dispatcher: ActionSource,
        state: @escaping GetState<Pad>
    ) -> IO<PadAction> {
        switch action {
        case .page(.seen(let id)): log.record(("\(id)", dispatcher.line))
        case .sheet(.presented(let sheet, .seen(let id))): log.record(("sheet \(sheet) \(id)", dispatcher.line))
        case .row(let row): if case .seen(let id) = row.action { log.record(("row \(row.id) \(id)", dispatcher.line)) }
        default: break
        }
        return .pure()
    }
}

/// An executor that runs when the test calls it, as one of another thread does later.
final class ManualExecutor: Sendable {
    private let jobs = Lock<[@Sendable () -> Void]>([])

    var executor: StoreExecutor {
        StoreExecutor(isCurrent: { false }, shouldYield: { true }) { [self] job in
            jobs.withLock { $0.append(job) }
        }
    }

    /// Processes the next action.
    func step() {
        jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
    }

    /// Runs the waiting jobs, and those that they add.
    func run() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { job() }
    }
}

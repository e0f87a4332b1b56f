// SPDX-License-Identifier: MIT

import RequestMiddleware
import RexCore

/// Compares the list after each action with the model, and records the first difference.
final class ReaderWatch: Sendable {
    private struct Contents: Sendable {
        var model = ListModel()
        var kept: ListModel?
        /// The number of runs that the state has started.
        var generation = 0
        var wrong: String?
        var answers = 0
        /// The last answered call of each page.
        var calls: [Int: Int] = [:]
    }

    private let server: FakeServer
    private let book: Book
    private let contents = Lock(Contents())

    init(_ server: FakeServer, _ book: Book) {
        (self.server, self.book) = (server, book)
    }

    /// The state's run, or nil if it is for another page.
    func run(for page: Int) -> Int? {
        contents.withLock { contents in
            guard case .running(page, _) = contents.model.status else { return nil }
            return contents.generation
        }
    }

    var wrong: String? { contents.withLock { $0.wrong } }
    var answers: Int { contents.withLock { $0.answers } }

    func noteCall(_ call: Int, page: Int) {
        contents.withLock { contents in
            // A cancelled call may answer too, and must not count.
            if server.run(ofCall: call) == contents.generation { contents.calls[page] = call }
        }
    }

    func note(_ action: ReaderAction, _ rows: Rows) {
        contents.withLock { contents in
            guard contents.wrong == nil else { return }
            let before = contents.model.run
            contents.wrong = apply(action, to: &contents) ?? difference(contents.model, rows)
            if contents.model.run != before { contents.generation += 1 }
        }
    }

    /// Notes that the app has ended, and that another one continues with its state.
    func restart(isRead: Bool, _ rows: Rows) {
        contents.withLock { contents in
            contents.generation += 1
            if isRead { contents.model.restart() }
            contents.kept = nil
            contents.wrong = contents.wrong ?? difference(contents.model, rows)
        }
    }

    /// Changes the model, or reports an action that must not occur.
    private func apply(_ action: ReaderAction, to contents: inout Contents) -> String? {
        switch action {
        case .loadMore, .rows(.loadMore): contents.model.loadMore()
        case .reload, .rows(.reload): contents.model.reload()
        case .cancel, .rows(.cancel): contents.model.cancel()
        case .retry, .rows(.retry): contents.model.retry()
        case .keep: contents.kept = contents.model
        case .restore: if let kept = contents.kept { contents.model = kept }
        case .rows(.answered(let items, let next)): return apply(items, next, to: &contents)
        case .rows(.failed(let failure)):
            guard contents.model.run != nil else { return "\(failure), but no page is requested" }
            let call = failure.message.hasPrefix("call ") ? Int(failure.message.dropFirst(5)) : nil
            guard call.map({ server.run(ofCall: $0) == contents.generation }) ?? true else {
                return "\(failure) belongs to an earlier run"
            }
            contents.model.fail()
        }
        return nil
    }

    private func apply(_ items: [Int], _ next: Int?, to contents: inout Contents) -> String? {
        guard case .running(let page, _) = contents.model.status else { return "\(items), but no page is requested" }
        let call = contents.calls[page] ?? -1
        guard items == Book.rows(of: page), server.run(ofCall: call) == contents.generation else {
            return "\(items) is not page \(page) of this run"
        }
        contents.answers += 1
        contents.model.answer(isLast: next == nil)
        return nil
    }

    /// The difference between the model and the state, if any.
    private func difference(_ model: ListModel, _ rows: Rows) -> String? {
        let items = model.pages.flatMap(Book.rows)
        if rows.items != items { return "the items are \(rows.items), in the model \(items)" }
        if rows.hasMore == model.isComplete { return "hasMore is \(rows.hasMore)" }
        let next = model.pages.isEmpty || model.isComplete ? nil : model.pages.count + 1
        if rows.next != next { return "next is \(rows.next ?? 0), in the model \(next ?? 0)" }
        if rows.isRunning != (model.run != nil) { return "isRunning is \(rows.isRunning)" }
        if rows.isReloading != model.isReloading { return "isReloading is \(rows.isReloading)" }
        let hasFailed = if case .failed = model.status { true } else { false }
        return (rows.failure != nil) == hasFailed ? nil : "failure is \(String(describing: rows.failure))"
    }
}

// SPDX-License-Identifier: MIT

import RequestMiddleware
import RexCore
import RexTesting

/// A random program for a cache and its model.
///
/// The schedule chooses the steps.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct CacheProgram {
    private typealias Page = TestStore<CachePageAction, CachePage>

    private enum Step: CaseIterable {
        case need, wait, invalidate, invalidateTag, edit, write, end, retry, reload, restart
    }

    private static let keys = Array(0..<4)

    private let schedule: Schedule
    private let world: TestWorld
    private let server: CacheServer
    private let options: CacheOptions
    private var page: Page
    private var lastEdit = 0
    /// The edits that the server has applied.
    private var written: Set<Int> = []

    init(_ schedule: Schedule) {
        self.schedule = schedule
        world = TestWorld(schedule: schedule)
        server = CacheServer(schedule, in: world)
        options = CacheOptions(drawnBy: schedule)
        page = Self.page(CachePage(model: CacheModel(options.times)), options, server, world)
    }

    private static func page(
        _ state: CachePage,
        _ options: CacheOptions,
        _ server: CacheServer,
        _ world: TestWorld
    ) -> Page {
        let feature = options.feature(server, world.clock)
        return Page(initialState: state, feature: feature, dependencies: (), checks: .onlyWhatIsSaid, in: world)
    }

    /// Runs the program, and returns the number of processed actions.
    mutating func run() -> Int {
        for _ in 0..<schedule.int(in: 1...14, "steps") {
            take(schedule.element(of: Step.allCases, "step"))
            check()
            if !page.state.complaints.isEmpty { break }
        }
        end()
        return page.actions.count
    }

    private mutating func take(_ step: Step) {
        switch step {
        case .need: page.send(.cache(.need(someKeys())))
        case .wait: page.advance(by: .milliseconds(500 * schedule.int(in: 1...12, "time")))
        case .invalidate:
            let keys = someKeys()
            server.change { contents in keys.forEach { contents.versions[$0, default: 0] += 1 } }
            page.send(.cache(.invalidate(keys)))
        case .invalidateTag:
            let tag = "tag \(schedule.int(in: 0...2, "tag"))"
            server.change { $0.tagVersions[tag, default: 0] += 1 }
            page.send(.cache(.invalidateTag("\(tag)")))
        case .edit:
            lastEdit += 1
            page.send(.edit(key: key(), edit: lastEdit))
        case .write:
            if let edit = someEdit() { write(edit) }
        case .end:
            if let edit = someEdit() { end(edit) }
        case .retry: page.send(.cache(.retry(key())))
        case .reload: page.send(.reload)
        case .restart: restart()
        }
    }

    // MARK: Edits

    private func key() -> Int { schedule.element(of: Self.keys, "key") }

    private func someKeys() -> [Int] {
        (0..<schedule.int(in: 0...4, "number of keys")).map { _ in key() }
    }

    private func someEdit() -> Int? {
        let pending = page.state.edits.keys.sorted()
        return pending.isEmpty ? nil : schedule.element(of: pending, "edit")
    }

    private mutating func write(_ edit: Int) {
        guard let key = page.state.edits[edit]?.key, written.insert(edit).inserted else { return }
        server.change { _ = $0.edits[key, default: []].insert(edit) }
    }

    /// Confirms applied edits, and rolls the others back or applies them.
    private mutating func end(_ edit: Int) {
        if schedule.bool("is written") { write(edit) }
        page.send(.end(edit: edit, isConfirmed: written.contains(edit)))
    }

    // MARK: Restarts and the end

    private mutating func restart() {
        var state = page.state
        page.kill()
        server.restart()
        do { state.cache = try state.cache.copied() } catch { state.complaints.append("\(error)") }
        state.edits = [:]
        state.model.restart(at: world.clock.now.offset)
        page = Self.page(state, options, server, world)
    }

    private mutating func end() {
        for edit in page.state.edits.keys.sorted() { end(edit) }
        page.send(.cache(.need(Self.keys)))
        page.advance(by: .seconds(30))
        check()
        for key in Self.keys where page.state.cache[key].isAnswered && !page.state.cache.isStale(key) {
            let shown = page.state.cache[key].output?.edits
            page.expect(shown == server.now.edits[key, default: []], "\(key) shows what the server has")
        }
        page.send(.cache(.need([])))
        page.run()
        page.advance(by: (options.times.keptFor ?? .zero) + .seconds(1))
        check()
        page.expect(page.runs.isEmpty, "nothing runs any more: \(page.runs)")
        page.expect(page.state.cache.keys.isEmpty || options.times.keptFor == nil, "nothing is kept")
        page.expect(server.now.working == 0, "each body has returned")
        page.finish()
    }

    /// Checks the conditions that hold after each step.
    private func check() {
        let state = page.state
        page.expect(state.complaints.isEmpty, state.complaints.joined(separator: "; "))
        let overdue = state.model.overdue(at: world.clock.now.offset)
        page.expect(overdue.isEmpty, overdue.joined(separator: "; "))
        let running = state.cache.keys.count { state.cache[$0].isRunning }
        let loads = page.runs.filter { $0.key.map { Int($0) != nil } ?? false }
        let (alive, all) = (loads.count { !$0.isCancelled }, loads.count)
        let isFull = options.limit.map { all >= $0 } ?? false
        page.expect(alive == running || isFull && alive < running, "\(running) entries run, with \(page.runs)")
        page.expect(server.now.most <= options.limit ?? .max, "\(server.now.most) bodies were at work")
    }
}

extension CacheOptions {
    fileprivate init(drawnBy schedule: Schedule) {
        func time(_ label: String) -> Duration? {
            schedule.bool("has \(label)") ? .seconds(schedule.int(in: 1...6, label)) : nil
        }
        times = CacheTimes(staleAfter: time("staleAfter"), keptFor: time("keptFor"), polling: time("polling"))
        limit = schedule.bool("has limit") ? schedule.int(in: 1...3, "limit") : nil
        retries = schedule.int(in: 0...2, "retries")
        delay = .milliseconds(500 * schedule.int(in: 0...2, "delay"))
        timeout = schedule.bool("has timeout") ? .milliseconds(1_250) : nil
        pollsByRequest = schedule.bool("polls by request")
    }
}

extension Request {
    fileprivate var isAnswered: Bool { if case .done = phase { true } else { false } }
}

// SPDX-License-Identifier: MIT

import EffectMiddleware
import Foundation
import Prism
import RequestMiddleware
import RexCore
import RexTesting

/// A cache and its model, which are compared after each action.
struct CachePage: Sendable {
    var cache = Requests<Int, Answer>()
    var model: CacheModel
    /// The names of the pending edits.
    var edits: [Int: (key: Int, id: RequestEdit)] = [:]
    /// The confirmed edits, by key.
    var confirmed: [Int: Set<Int>] = [:]
    /// The versions at the last invalidations.
    var invalidated: [Int: Int] = [:]
    var invalidatedTags: [String: Int] = [:]
    var complaints: [String] = []
}

@Prism enum CachePageAction: Sendable {
    case cache(RequestsAction<Int, Answer>)
    case edit(key: Int, edit: Int)
    case end(edit: Int, isConfirmed: Bool)
    /// Encodes and decodes the cache.
    case reload
}

/// The options of a cache.
struct CacheOptions: Sendable {
    var times = CacheTimes()
    /// Whether polling follows the request, always with the same time.
    var pollsByRequest = false
    var limit: Int?
    var retries = 0
    var delay: Duration = .zero
    var timeout: Duration?

    var policy: RequestPolicy {
        let policy = RequestPolicy.retrying(retries, delay: .constant(delay))
        return timeout.map { policy.timeout($0) } ?? policy
    }

    private func requests(
        _ server: CacheServer
    ) -> Feature<RequestsAction<Int, Answer>, Requests<Int, Answer>, Void> {
        let tags: @Sendable (Int, Answer) -> Set<RequestTag> = { Set($1.tags.keys.map { "\($0)" }) }
        let load: @Sendable (Int, Void) async throws -> Answer = { key, _ in try await server.load(key) }
        let (staleAfter, keptFor) = (times.staleAfter, times.keptFor)
        guard pollsByRequest else {
            return .requests(
                staleAfter: staleAfter,
                keptFor: keptFor,
                polling: times.polling,
                limit: limit,
                policy: policy,
                tags: tags,
                load: load
            )
        }
        return .requests(
            staleAfter: staleAfter,
            keptFor: keptFor,
            polling: { [times] key, request in
                // The request of a key that waits has ended.
                request.phase == .done(key) || request.failure != nil ? times.polling : .zero
            },
            limit: limit,
            policy: policy,
            tags: tags,
            load: load
        )
    }

    func feature(_ server: CacheServer, _ clock: TestClock) -> Feature<CachePageAction, CachePage, Void> {
        .combine {
            requests(server).lift(case: CachePageAction.prisms.cache, state: \.cache)
            Feature { action, page in page.process(action, server.now, at: clock.now.offset) }
        }
    }
}

extension CachePage {
    fileprivate mutating func process(_ action: CachePageAction, _ server: CacheServer.Contents, at now: Duration) {
        switch action {
        case .cache(let action): processInModel(action, server, at: now)
        case .edit(let key, let edit):
            edits[edit] = (key, cache.edit(key) { $0.edits.insert(edit) })
            model.edit(key, edit, at: now)
        case .end(let edit, let isConfirmed):
            guard let (key, id) = edits.removeValue(forKey: edit) else { return }
            if isConfirmed {
                cache.confirm(key, id)
                confirmed[key, default: []].insert(edit)
            } else {
                cache.rollback(key, id)
            }
            model.end(key, edit, isConfirmed: isConfirmed, at: now)
        case .reload:
            do { cache = try cache.copied() } catch { complaints.append("\(error)") }
            edits = [:]
            model.restart(at: now)
        }
        if complaints.isEmpty { complaints = model.differences(from: cache) + lies }
        if complaints.isEmpty { complaints = model.overdue(at: now) }
    }

    private mutating func processInModel(
        _ action: RequestsAction<Int, Answer>,
        _ server: CacheServer.Contents,
        at now: Duration
    ) {
        switch action {
        case .need(let keys): model.need(keys, at: now)
        case .invalidate(let keys):
            for key in keys { invalidated[key] = server.versions[key] }
            model.invalidate(keys)
        case .invalidateTag(let tag):
            invalidatedTags[tag.name] = server.tagVersions[tag.name]
            model.invalidate(tag: tag.name)
        case .retry(let key): model.retry(key)
        case .answered(let key, let answer):
            if model.entries[key]?.isRunning != true { complaints.append("\(key) is answered, and does not run") }
            model.answer(key, answer, at: now)
        case .failed(let key, let failure): model.fail(key, failure.message, at: now)
        case .attempted(let key, let attempt): model.attempt(key, attempt)
        case .aged(let age, _): model.age(age, in: cache, at: now)
        case .poll: model.age(.resting, in: cache, at: now)
        }
    }

    /// The wrong parts of the output, independent of the model.
    private var lies: [String] {
        cache.keys.sorted().flatMap { key -> [String] in
            guard let shown = cache[key].output else { return [] }
            var lies: [String] = []
            let isFresh =
                shown.version >= invalidated[key, default: 0]
                && shown.tags.allSatisfy { $1 >= invalidatedTags[$0, default: 0] }
            if !isFresh, !cache.isStale(key) { lies.append("\(key) is shown as fresh") }
            if !shown.edits.isSuperset(of: confirmed[key, default: []]) { lies.append("\(key) has lost an edit") }
            let pending = Set(edits.filter { $1.key == key }.keys)
            if !shown.edits.isSuperset(of: pending) { lies.append("\(key) does not show an edit") }
            return lies
        }
    }
}

extension Requests where Key: Codable, Output: Codable {
    /// The cache after encoding and decoding.
    func copied() throws -> Requests {
        try JSONDecoder().decode(Requests.self, from: JSONEncoder().encode(self))
    }
}

// SPDX-License-Identifier: MIT

@testable import RequestMiddleware
import Testing

/// The versions by which the feature finds caches without changes.
@Suite struct RequestsVersionWhiteBoxTests {
    private typealias Cache = Requests<Int, Int>

    private let changes: [(name: String, change: (inout Cache) -> Void)] = [
        ("need", { $0.need([1, 2, 3]) }),
        ("attempt", { $0.noteAttempt(1, 2) }),
        ("answer", { $0.answer(1, 10, tags: ["a"]) }),
        ("failure", { $0.fail(2, RequestFailure(CancellationError())) }),
        ("retry", { $0.retry(2) }),
        ("edit", { $0.edit(1) { $0 += 1 } }),
        ("confirmation", { $0.confirm(1) }),
        ("second edit", { $0.edit(1) { $0 += 1 } }),
        ("rollback", { $0.rollback(1) }),
        ("invalidation", { $0.invalidate([1]) }),
        ("invalidation of a tag", { $0.invalidate(tag: "a") }),
        ("other needed keys", { $0.need([2]) }),
        ("age", { $0.age(.unneeded, upTo: .max) }),
    ]

    @Test func eachChangeHasAVersionThatNoOtherCacheHas() {
        var cache = Cache()
        var seen = [cache.contents.version]
        for (name, change) in changes {
            // A copy from before the change, and the same change in another copy.
            var other = cache
            let before = cache
            change(&cache)
            change(&other)
            #expect(!seen.contains { $0 === cache.contents.version }, "\(name)")
            #expect(cache.contents.version !== other.contents.version, "\(name)")
            #expect(before.contents.version === seen.last, "\(name)")
            seen.append(cache.contents.version)
        }
    }

    @Test func readingAndNeedingTheSameKeysKeepTheVersion() {
        var cache = Cache()
        cache.need([1])
        cache.answer(1, 10)
        let version = cache.contents.version
        _ = (cache[1], cache.needed, cache.isStale(1))
        cache.need([1])
        #expect(cache.contents.version === version)
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import InspectorMiddleware
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder

/// The beginning and the end of inspectors.
@Suite(.serialized) struct LifetimeTests {
    @Test func endOfTheInspectorClosesEveryConnection() throws {
        let shop = Shop()
        var inspector: Inspector? = try shop.inspector()
        let port = try #require(inspector).port
        var client: Client? = try Client(try #require(inspector))
        let streams = try (0..<3).map { _ in try #require(try client?.stream()) }
        for stream in streams { _ = try stream.next() }
        let idle = try Socket(port)
        client = nil
        inspector = nil
        #expect(throws: Socket.Refused.self) { try Socket(port) }
        for stream in streams { #expect(try stream.next() == nil) }
        #expect(idle.rest().isEmpty)
        // The port is free at once.
        let next = try Inspector(shop.recorder, port: port, allowingReleaseBuilds: true)
        #expect(next.port == port)
    }

    /// The thread of an inspector retains the recorder, and releases it when it ends.
    @Test func nothingOfAnEndedInspectorRemains() async throws {
        for _ in 0..<50 {
            weak var remaining: Recorder<ShopAction, ShopState>?
            do {
                let shop = Shop()
                remaining = shop.recorder
                let client = try Client(shop.inspector())
                shop.store.dispatch(.close)
                #expect(try client.stream().next(2).count == 2)
            }
            while remaining != nil { await Task.yield() }
        }
    }

    /// A forked process has copies of all descriptors, and the next inspector gets their numbers.
    @Test func inspectorEndsAlthoughAnotherProcessHasItsPipe() async throws {
        var copies: [Int32] = []
        defer { for copy in copies { close(copy) } }
        for _ in 0..<100 {
            weak var remaining: Recorder<ShopAction, ShopState>?
            let other = Shop()
            do {
                let shop = Shop()
                remaining = shop.recorder
                let pipes = openPipes()
                let inspector = try shop.inspector()
                // Its thread begins to wait for a client.
                for _ in 0..<100 { await Task.yield() }
                copies += openPipes().subtracting(pipes).map { dup($0) }
                withExtendedLifetime(inspector) {}
            }
            let next = try other.inspector()
            let limit = ContinuousClock.now + .seconds(10)
            while remaining != nil, .now < limit { await Task.yield() }
            try #require(remaining == nil)
            withExtendedLifetime(next) {}
        }
    }

    private func openPipes() -> Set<Int32> {
        var status = stat()
        return Set((0..<1_024).filter { unsafe fstat($0, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO })
    }

    /// An inspector may be dropped by an action that it has dispatched itself.
    @Test func inspectorIsDroppedByItsOwnAction() throws {
        let kept = Lock<Inspector?>(nil)
        let recorder = Recorder<ShopAction, ShopState>()
        let dropping = ShopMiddleware { _, _, _ in
            IO { (_: AnyActionHandler<ShopAction>) in _ = kept.withLock { $0.take() } }
        }
        let store = Store(
            initialState: ShopState(),
            reducer: Reducer.reduce { (_: ShopAction, _: inout ShopState) in },
            middleware: dropping <> recorder.middleware
        )
        var inspector: Inspector? = try Inspector(
            recorder,
            allowing: .dispatch(on: .immediate),
            allowingReleaseBuilds: true
        )
        kept.withLock { $0 = inspector }
        let request = try Client(try #require(inspector)).request(
            "POST",
            "/dispatch",
            ["Content-Type": "application/json"],
            body: #"{"action": {"close": {}}}"#
        )
        let socket = try Socket(try #require(inspector).port)
        inspector = nil
        withExtendedLifetime(store) {
            socket.write(Array(request.utf8))
            _ = socket.rest()
        }
        #expect(kept.withLock { $0 == nil })
    }

    @Test func takenPortIsAnError() throws {
        let shop = Shop()
        let inspector = try shop.inspector()
        #expect {
            _ = try Inspector(shop.recorder, port: inspector.port, allowingReleaseBuilds: true)
        } throws: { error in
            "\(error)".contains(
                "cannot listen on port \(inspector.port) of 127.0.0.1: Address already in use. Use another port."
            )
        }
    }

    @Test func releaseBuildsAreRefused() throws {
        let recorder = Recorder<ShopAction, ShopState>()
        #if DEBUG
        _ = try Inspector(recorder)
        #else
        #expect(throws: InspectorError.self) { _ = try Inspector(recorder) }
        #endif
    }

    @Test func ninthConnectionIsRefused() throws {
        let client = try Client(Shop().inspector())
        var streams = try (0..<8).map { _ in try client.stream() }
        for stream in streams { _ = try stream.next() }
        #expect(try client.send("/pending").status == 503)
        streams.removeLast()
        var status = 503
        while status == 503 { status = try client.send("/pending").status }
        #expect(status == 200)
    }

    /// A client that the listening queue has no room for would try again only after a second.
    @Test func manyClientsConnectWhileTheServerIsBusy() throws {
        let (isBusy, isFree) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let executor = StoreExecutor(
            isCurrent: { false },
            enqueue: { _ in
                isBusy.signal()
                isFree.wait()
            }
        )
        let shop = Shop()
        let client = try Client(shop.inspector(allowing: .dispatch(on: executor)))
        let thread = Thread { _ = try? client.post("/dispatch", #"{"action": {"close": {}}}"#) }
        thread.start()
        isBusy.wait()
        defer { isFree.signal() }
        // Without room, this throws after 20 seconds.
        _ = try (0..<64).map { _ in try Socket(client.port) }
        isFree.signal()
        #expect(try client.send("/pending").status == 200)
        withExtendedLifetime(shop) {}
    }

    /// Clients without the token cannot lock out the others, or close their streams.
    @Test func idleConnectionsMakeRoom() throws {
        let shop = Shop()
        let client = try Client(shop.inspector())
        let stream = try client.stream()
        _ = try stream.next()
        let idle = try (0..<12).map { _ in try Socket(client.port) }
        #expect(try client.send("/pending").status == 200)
        #expect(idle[0].rest().isEmpty)
        shop.store.dispatch(.close)
        #expect(try stream.next()?.number == 1)
        withExtendedLifetime(idle) {}
    }

    /// A client that has its answer and stays takes no place, so closing its connection makes no room.
    @Test func answeredConnectionMakesNoRoom() throws {
        let client = try Client(Shop().inspector())
        let answered = try Socket(client.port)
        answered.write(Array(client.request("GET", "/pending", ["Authorization": ""]).utf8))
        #expect(Reply(answered.rest())?.status == 401)
        let idle = try (0..<8).map { _ in try Socket(client.port) }
        #expect(try client.send("/pending").status == 200)
        withExtendedLifetime((answered, idle)) {}
    }

    /// A reader that has stopped gets all later events or their number, and others are served.
    @Test func readerThatHasStoppedStopsNobody() throws {
        let shop = Shop(Recorder(capacity: 1_000, keeping: .none))
        let client = try Client(shop.inspector())
        let stopped = try client.stream()
        _ = try stopped.next()
        for number in 0..<20_000 { shop.store.dispatch(.add("tea", amount: number)) }
        #expect(try client.events(after: 19_999).map(\.number) == [20_000])
        var (last, count) = (0, 0)
        while last < 20_000, let event = try stopped.next() {
            count += event.type == "skipped" ? try #require(Int(event["count"])) : 1
            last = event.number
        }
        #expect(count == 20_000)
    }
}

// SPDX-License-Identifier: MIT

import Dispatch
import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording

/// The names of middlewares, stores and runs in a recording.
@Suite struct NameTests {
    /// Starts a task when it gets its context.
    ///
    /// The task ends before the next middleware gets its context.
    private var opening: ShopMiddleware {
        ShopMiddleware { _, output in
            let ended = DispatchSemaphore(value: 0)
            let task = output.startTask(from: .here().derived(by: "Opening", kind: "opening")) { output in
                output.dispatch(.add("tea", amount: 1))
            }
            task.onEnd { ended.signal() }
            ended.wait()
        } handle: { _, _, _ in
            .pure()
        }
    }

    @Test(arguments: [true, false]) func runOfTheBeginningIsRecordedInAnyPosition(isFirst: Bool) async {
        let recorder = Recorder<ShopAction, ShopState>()
        let made = Lock<Store<ShopAction, ShopState>?>(nil)
        // Not on a thread of the pool, since it waits for a task.
        await awaitThreads(1) { _ in
            let middleware = isFirst ? recorder.middleware <> opening : opening <> recorder.middleware
            let store = Store(initialState: ShopState(), reducer: .shop, middleware: middleware)
            made.withLock { $0 = store }
        }
        await made.withLock { $0 }?.settled()
        let recording = recorder.recording()
        #expect(recording.runs.map(\.kind) == ["opening"])
        let sentences = recording.entries.map { recording.explain($0).replacing(/\sat \w+.swift:\d+/, with: "") }
        #expect(sentences == ["Opening, started by no action, sent it."])
    }

    /// A container that does not know recorders only forwards the context.
    @Test func recorderInAContainerOfClosuresRecords() {
        let recorder = Recorder<ShopAction, ShopState>()
        let inner = recorder.middleware
        let middleware = ShopMiddleware {
            inner.receiveContext(getState: $0, output: $1)
        } handle: {
            inner.handle(action: $0, from: $1, state: $2)
        }
        let store = Store(initialState: ShopState(), reducer: .shop, middleware: middleware)
        store.dispatch(.add("tea", amount: 1))
        #expect(recorder.recording().entries.map(\.isDone) == [true])
    }

    @Test func actionOfANamedMiddlewareHasItsName() {
        let plain = ShopMiddleware { action, source, _ in
            if case .remove = action { .send(.checkOut, from: source) } else { .pure() }
        }
        let shop = RecordedShop(Recorder(), plain.named("till", line: 7))
        shop.store.dispatch(.remove("tea"))
        #expect(
            shop.recording.explain(shop.entries[1])
                == "1 remove(\"tea\") led to it, by middleware till at NameTests.swift:7."
        )
        #expect(shop.recording.coverage.rules.map(\.text) == ["till"])
    }

    /// An action's own step is more precise than the name of the middleware.
    @Test func actionWithAStepKeepsItsInfo() async {
        let shop = RecordedShop(Recorder(), (ShopMiddleware.answering <> ShopMiddleware.paying).named("till"))
        shop.store.dispatch(.remove("tea"))
        await shop.store.settled()
        let steps = shop.entries.map { $0.source.trail.map { $0.text.replacing(/\sat .*/, with: "") } }
        #expect(steps == [[], ["till"], ["till", "Cashier"], ["till", "Effect pay"]])
    }

    @Test func namedFeatureOfAPartEndsWithThePart() async {
        let effects = ClerkEffects().on(\.go) { _, _ in try await Task.sleep(for: .seconds(1_000)) }
        let recorder = OfficeRecorder()
        let feature = Feature<Job, Clerk, Void>(middleware: MiddlewareReader { _ in effects }).named("clerk")
            .lift(.case(CasePath(extract: { $0.clerk }, embed: OfficeAction.clerk), each: \OfficeState.clerks))
        let store = Store(
            initialState: OfficeState(),
            feature: Feature(.office) <> feature.adding(recorder.middleware),
            dependencies: ()
        )
        store.dispatch(.clerk(ElementIDAction(id: 1, action: .go(1))))
        store.dispatch(.fire(1))
        await store.settled()
        #expect(recorder.recording().runs.map(\.ending) == [.cancelled(by: recorder.recording().entries[1].number)])
    }

    // MARK: Stores

    private func dispatch(_ recorder: Recorder<ShopAction, ShopState>, named names: [String?]) {
        for name in names {
            let recording = name.map { recorder.middleware(named: $0) } ?? recorder.middleware
            let store = Store(
                initialState: ShopState(),
                reducer: .shop,
                middleware: ShopMiddleware.answering <> recording
            )
            store.dispatch(.remove("tea"))
        }
    }

    @Test(arguments: [true, false]) func storesThatShareARecorderHaveNames(isInFile: Bool) throws {
        let folder = try TemporaryFolder()
        let recorder = isInFile ? Recorder<ShopAction, ShopState>(file: folder.file("shop.rex")) : Recorder()
        dispatch(recorder, named: ["Phone", "Tablet", nil])
        var recordings = [recorder.recording()]
        if isInFile { recordings.append(try Recording(file: folder.file("shop.rex"))) }
        recordings.append(try Recording(jsonLines: recordings[0].text(as: .jsonLines)))
        for recording in recordings {
            let stores = recording.entries.map(\.store)
            #expect(stores == ["Phone", "Phone", "Phone", "Tablet", "Tablet", "Tablet", nil, nil, nil])
            #expect(recording.explain(recording.entries[1]).hasPrefix("Phone 1 remove(\"tea\") led to it, by "))
            #expect(recording.explain(recording.entries[4]).hasPrefix("Tablet 1 remove(\"tea\") led to it, by "))
            #expect(recording.explain(recording.entries[7]).contains(/^\d+\.1 remove\("tea"\) led to it/))
            #expect(recording.text(as: .text).contains("Tablet 2 checkOut"))
        }
    }

    /// With a single store, the number is unambiguous.
    @Test func nameOfASingleStoreIsOmitted() {
        let recorder = Recorder<ShopAction, ShopState>()
        dispatch(recorder, named: ["Phone"])
        let recording = recorder.recording()
        #expect(recording.explain(recording.entries[1]).hasPrefix("1 remove(\"tea\") led to it, by "))
    }
}

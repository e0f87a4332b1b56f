// SPDX-License-Identifier: MIT

import RexNavigation
import RexObservation
import RexTestSupport
import Testing

@Suite struct SignalCoordinatorTests {
    private func values(_ coordinator: inout SignalCoordinator, _ signals: Signals<String>) -> [String] {
        var values: [String] = []
        while let signal = coordinator.next(in: signals) { values.append(signal.value) }
        return values
    }

    private func signals(_ values: String...) -> Signals<String> {
        var signals = Signals<String>()
        for value in values { signals.post(value) }
        return signals
    }

    @Test func eachValueIsDeliveredOnceInOrderAndAcknowledgedWithOneID() {
        var (signals, coordinator) = (signals("a", "b"), SignalCoordinator())
        #expect(values(&coordinator, signals) == ["a", "b"])
        #expect(values(&coordinator, signals) == [])
        #expect(coordinator.takeAcknowledgement() == 2)
        #expect(coordinator.takeAcknowledgement() == nil)
        // The state doesn't have the acknowledgement yet.
        signals.post("c")
        #expect(values(&coordinator, signals) == ["c"])
        signals.seen(upTo: 2)
        #expect(values(&coordinator, signals) == [])
        #expect(coordinator.takeAcknowledgement() == 3)
    }

    @Test func anAcknowledgementCoversALostOne() {
        var (signals, coordinator) = (signals("a"), SignalCoordinator())
        #expect(values(&coordinator, signals) == ["a"])
        #expect(coordinator.takeAcknowledgement() == 1)
        signals.post("b")
        #expect(values(&coordinator, signals) == ["b"])
        #expect(coordinator.takeAcknowledgement() == 2)
    }

    @Test func valuesThatWereRemovedAreNotDelivered() {
        var (signals, coordinator) = (signals("a", "b"), SignalCoordinator())
        signals.seen(upTo: 1)
        #expect(values(&coordinator, signals) == ["b"])
        signals.seen(upTo: 2)
        #expect(values(&coordinator, signals) == [])
    }

    @Test func aCoordinatorIsNeededUntilTheStateHasTheAcknowledgement() {
        var (signals, coordinator) = (signals("a"), SignalCoordinator())
        #expect(!coordinator.isNeeded(for: signals))
        #expect(values(&coordinator, signals) == ["a"])
        #expect(coordinator.isNeeded(for: signals))
        signals.post("b")
        #expect(coordinator.isNeeded(for: signals))
        signals.seen(upTo: 1)
        #expect(!coordinator.isNeeded(for: signals))
        #expect(!coordinator.isNeeded(for: Signals<String>()))
    }

    @Test func aCounterThatWentBackIsReportedAndItsValuesAreNew() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            var (signals, coordinator) = (Signals<String>(), SignalCoordinator())
            for value in ["a", "b"] { signals.post(value) }
            while coordinator.next(in: signals) != nil {}
            #expect(coordinator.takeAcknowledgement() == 2)
            var other = Signals<String>()
            other.post("c")
            #expect(coordinator.next(in: other)?.value == "c")
            #expect(coordinator.next(in: other) == nil)
            #expect(coordinator.takeAcknowledgement() == 1)
        }
        expectMessage(of: result, contains: "The counter of a Signals<String> went back below #2")
    }

    @Test func anIDThatComesAgainAfterItsAcknowledgementIsReportedAndItsValueIsNew() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            var (signals, coordinator) = (Signals<String>(), SignalCoordinator())
            signals.post("a")
            #expect(coordinator.next(in: signals)?.value == "a")
            #expect(coordinator.takeAcknowledgement() == 1)
            signals.seen(upTo: 1)
            #expect(coordinator.next(in: signals) == nil)
            var other = Signals<String>()
            other.post("b")
            #expect(coordinator.next(in: other)?.value == "b")
            #expect(coordinator.takeAcknowledgement() == 1)
        }
        expectMessage(of: result, contains: "The counter of a Signals<String> went back below #2")
    }

    @Test func aSignalsThatOnlyGrowsIsNotReported() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            var (signals, coordinator) = (Signals<Int>(), SignalCoordinator())
            for number in 1...300 {
                signals.post(number)
                if number % 120 != 0 { while coordinator.next(in: signals) != nil {} }
                if number % 7 == 0, let id = coordinator.takeAcknowledgement() { signals.seen(upTo: id) }
            }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!message.contains("went back"))
    }
}

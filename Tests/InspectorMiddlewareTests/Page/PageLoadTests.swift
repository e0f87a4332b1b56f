// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder

/// The page of an app that sends many actions, in a real browser.
///
/// With `REX_LOAD=full` in the environment, each test sends ten times as many actions, and has the
/// limits of the documentation. Otherwise the limits are for a machine with other work.
@Suite(.serialized, .enabled(if: WebDriver.isThere, "There is no chromedriver."), .webDriver)
struct PageLoadTests: LivePageSuite {
    private let isFull = ProcessInfo.processInfo.environment["REX_LOAD"] == "full"
    /// The time until a click is answered, in milliseconds.
    private var clickLimit: Double { isFull ? 100 : 1_000 }

    @Test func actionsAtFullSpeedLeaveThePageUsable() throws {
        let count = isFull ? 100_000 : 10_000
        let shop = Shop(Recorder(capacity: count, keeping: .changes))
        let inspector = try shop.inspector()
        try open(inspector)
        try observeClicks()
        Thread.detachNewThread {
            for amount in 0..<count { shop.store.dispatch(.add("tea \(amount % 9)", amount: amount)) }
        }
        let during = try clickTimes(isFull ? 40 : 5)
        // A script may run for 30 seconds.
        for _ in 0..<6 { if try value("return await until(() => actions.length === \(count))") == "true" { break } }
        let found = try value(
            """
            list.scrollTop = 5000 * rowHeight;
            drawRows();
            await askForTexts();
            select(5003);
            await until(() => !isBrief(actions[5003]));
            return [actions.length, actions[5003].text, live.skipped];
            """
        )
        #expect(found == #"[\#(count),"add(\"tea 8\", amount: 5003)",0]"#)
        try expectAnswered(during, while: "actions arrive")
        // Single actions arrive on the full page.
        let later = try clickTimes(isFull ? 20 : 6) { shop.store.dispatch(.close) }
        try expectAnswered(later, while: "the page is full")
        try expectBoundedMemory(actions: count)
    }

    @Test func actionsAtASteadyRateAreShownAtOnce() throws {
        let (rate, seconds) = (500, isFull ? 60 : 6)
        let shop = Shop()
        let inspector = try shop.inspector()
        try open(inspector)
        try observeClicks()
        let sender = SteadySender(rate: rate, count: rate * seconds) { number in
            if number % 25 == 0 { shop.store.dispatch(.stay) }
            if number % 25 == 1 { shop.store.dispatch(.leave) }
            shop.store.dispatch(.add("tea \(number % 9)", amount: number))
        }
        var clicks: [Double] = []
        var memoryAfterHalf: Int?
        while !sender.isDone {
            clicks += try clickTimes(4)
            if memoryAfterHalf == nil, sender.sent > rate * seconds / 2 { memoryAfterHalf = peakResidentKilobytes() }
        }
        let growth = peakResidentKilobytes() - (memoryAfterHalf ?? 0)
        let last = rate * seconds + 2 * rate * seconds / 25
        let found = try value(
            """
            const began = performance.now();
            await until(() => actions.length === \(last));
            return [actions.length, live.skipped, !\(isFull) || performance.now() - began < 500];
            """
        )
        #expect(found == "[\(last),0,true]")
        try expectAnswered(clicks, while: "\(rate) actions arrive in a second")
        try expectBoundedMemory(actions: last)
        // Other tests of the process take memory too, unless they are left out.
        if isFull { #expect(growth < 20_000, "The app's memory grew by \(growth) KB in the second half.") }
    }

    // MARK: Clicks

    /// Notes the time from each press of a button until the page has drawn the next frame.
    private func observeClicks() throws {
        _ = try value(
            """
            window.clicks = [];
            document.addEventListener('mousedown', event => requestAnimationFrame(() => {
              const drawn = new MessageChannel();
              drawn.port1.onmessage = () => clicks.push(performance.now() - event.timeStamp);
              drawn.port2.postMessage(0);
            }), true);
            return 1;
            """
        )
    }

    /// Clicks rows of the list, and returns the milliseconds until each click was answered.
    private func clickTimes(_ count: Int, before: () -> Void = {}) throws -> [Double] {
        let driver = try driver()
        for index in 0..<count {
            before()
            for kind in ["mousePressed", "mouseReleased"] {
                let place = #""x": 300, "y": \#(480 + index * 31 % 300), "button": "left", "clickCount": 1"#
                let _: WebDriver.Nothing = try driver.command(
                    "Input.dispatchMouseEvent",
                    #"{"type": "\#(kind)", \#(place)}"#
                )
            }
        }
        let json = try value("await until(() => clicks.length >= \(count)); return clicks.splice(0)")
        let times = try JSONDecoder().decode([Double].self, from: Data(json.utf8))
        #expect(times.count == count)
        return times
    }

    private func expectAnswered(_ clicks: [Double], while condition: String) throws {
        let sorted = clicks.sorted()
        let (median, late) = (sorted[sorted.count / 2], sorted[sorted.count * 9 / 10])
        let figures = "median \(Int(median)) ms, nine tenths \(Int(late)) ms, \(sorted.count) clicks"
        print("Clicks while \(condition): \(figures)")
        #expect(median <= clickLimit && late <= 3 * clickLimit, "Clicks while \(condition): \(figures).")
    }

    // MARK: Memory

    /// Expects at most 1 KB for each action and 10 MB for the page, and elements only of what can be seen.
    private func expectBoundedMemory(actions: Int) throws {
        struct Usage: Decodable { let usedSize: Double }
        let driver = try driver()
        let _: WebDriver.Nothing = try driver.command("HeapProfiler.collectGarbage", "{}")
        let usage: Usage = try driver.command("Runtime.getHeapUsage", "{}")
        print("Heap of the page with \(actions) actions: \(Int(usage.usedSize / 1_000)) KB")
        #expect(usage.usedSize < Double(actions) * 1_000 + 10_000_000)
        let elements: Int = try driver.run("return document.querySelectorAll('*').length")
        #expect(elements < 1_500)
    }
}

/// Calls a function at a steady rate, on a thread of its own.
private final class SteadySender: Sendable {
    private let done = Lock(0)
    private let count: Int

    init(rate: Int, count: Int, send: @escaping @Sendable (Int) -> Void) {
        self.count = count
        let (clock, start) = (ContinuousClock(), ContinuousClock.now)
        Thread.detachNewThread { [done] in
            for number in 0..<count {
                send(number)
                done.withLock { $0 = number + 1 }
                let due = start.advanced(by: .seconds(Double(number + 1) / Double(rate)))
                let rest = clock.now.duration(to: due)
                // The pause is the load, and no test waits for it to be over.
                if rest > .zero { Thread.sleep(forTimeInterval: rest / .seconds(1)) }
            }
        }
    }

    var sent: Int { done.withLock { $0 } }
    var isDone: Bool { sent == count }
}

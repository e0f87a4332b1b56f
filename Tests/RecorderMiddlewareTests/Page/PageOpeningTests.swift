// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder

/// The time in which a page with many actions opens, in a real browser.
///
/// With `REX_LOAD=full` in the environment, there are 100,000 actions.
@Suite(.serialized, .enabled(if: WebDriver.isThere, "There is no chromedriver."), .webDriver)
struct PageOpeningTests {
    private let isFull = ProcessInfo.processInfo.environment["REX_LOAD"] == "full"

    @Test func pageWithManyActionsOpens() throws {
        let count = isFull ? 100_000 : 10_000
        let shop = RecordedShop(Recorder(capacity: count, keeping: .changes))
        for number in 0..<(count / 4) {
            shop.store.dispatch(.add("tea \(number % 9)", amount: number))
            shop.store.dispatch(.remove("tea \(number % 7)"))
        }
        let folder = try TemporaryFolder()
        try folder.write(shop.recording.text(as: .html), to: "page.html")
        let driver = try #require(WebDriverTrait.driver)
        var times: [Double] = []
        for _ in 0..<9 {
            try driver.open("about:blank")
            try driver.open("file://\(folder.file("page.html"))")
            let opened: [Double] = try driver.run(
                "return [performance.getEntriesByType('navigation')[0].loadEventEnd, actions.length]"
            )
            #expect(opened[1] == Double(count))
            times.append(opened[0])
        }
        let median = times.sorted()[times.count / 2]
        print("A page with \(count) actions opens in \(Int(median)) ms, median of \(times.count)")
        #expect(median < (isFull ? 3_000 : 2_000))
    }
}

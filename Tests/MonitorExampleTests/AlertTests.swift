// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// What is alerted, and when.
@Suite struct AlertTests {
    private let machine: Machine

    init() throws {
        machine = try Machine()
    }

    @Test func loadAboveItsLimitIsAlertedOnceAndItsEndIsReported() throws {
        let child = try machine.watch()
        #expect(child.nextLine() == "load 1.00, memory 40.0 %")
        try machine.set(load: "2.00")
        #expect(child.line { $0.hasPrefix("load 2.00") } != nil)
        try machine.set(load: "2.01")
        #expect(news(from: child, until: "ALERT: load 2.01 is above 2.00").count == 1)
        try machine.set(load: "7.50")
        #expect(child.line { $0.hasPrefix("load 7.50") } != nil)
        try machine.set(load: "0.20")
        let over = "over: load 0.20 is no longer above its limit"
        #expect(news(from: child, until: over) == [over])
        child.signal(SIGTERM)
        let rest = child.remainingOutput().split(separator: "\n").map(String.init)
        #expect(news(in: rest).count == 1)
        #expect(rest.last?.hasSuffix(", alerts: 1") == true)
    }

    @Test func memoryHasALimitOfItsOwn() throws {
        let child = try machine.watch("--memory-limit", "50")
        try machine.set(available: 490)
        let alert = "ALERT: memory 51.0 % is above 50.0 %"
        #expect(news(from: child, until: alert) == [alert])
        try machine.set(available: 500)
        let over = "over: memory 50.0 % is no longer above its limit"
        #expect(news(from: child, until: over) == [over])
    }

    @Test func quietAlertsAreRaisedAndReportedOnceTheyAreHeard() throws {
        try machine.set(load: "3.00")
        try machine.set(available: 50)
        let child = try machine.watch("--quiet")
        #expect(child.nextLine() == "alerts are quiet")
        let samples = child.nextLines(3)
        #expect(samples == Array(repeating: "load 3.00, memory 95.0 %", count: 3))
        child.signal(SIGUSR1)
        let memory = "ALERT: memory 95.0 % is above 90.0 %"
        #expect(
            news(from: child, until: memory) == ["alerts are heard", "ALERT: load 3.00 is above 2.00", memory]
        )
        child.signal(SIGUSR1)
        #expect(news(from: child, until: "alerts are quiet") == ["alerts are quiet"])
        try machine.set(load: "1.00")
        #expect(child.line { $0.hasPrefix("load 1.00") } != nil)
        #expect(child.nextLine() == "load 1.00, memory 95.0 %")
        child.signal(SIGUSR1)
        #expect(news(from: child, until: "alerts are heard") == ["alerts are heard"])
        child.signal(SIGTERM)
        let rest = child.remainingOutput().split(separator: "\n").map(String.init)
        #expect(news(in: rest) == rest.suffix(1))
        #expect(rest.last?.hasSuffix(", alerts: 2") == true)
    }

    @Test func sampleThatFailsIsReportedAndTheNextOneIsTaken() throws {
        let child = try machine.watch()
        #expect(child.nextLine() == "load 1.00, memory 40.0 %")
        try machine.folder.write("nothing\n", to: "meminfo")
        let failure = "no sample: meminfo has no MemTotal"
        #expect(news(from: child, until: failure) == [failure])
        try machine.set(available: 700)
        #expect(child.line { $0.hasPrefix("load") } == "load 1.00, memory 30.0 %")
    }
}

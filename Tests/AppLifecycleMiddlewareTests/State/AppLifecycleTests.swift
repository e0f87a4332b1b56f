// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import Foundation
import RexCore
import Testing

@Suite struct AppLifecycleTests {
    private static let states: [AppLifecycle] = [
        .backgroundActive, .backgroundInactive, .foregroundActive, .foregroundInactive,
    ]

    private static let table: [(AppLifecycleAction, [AppLifecycle])] = [
        (.didEnterBackground, [.backgroundActive, .backgroundInactive, .backgroundActive, .backgroundInactive]),
        (.willEnterForeground, [.foregroundActive, .foregroundInactive, .foregroundActive, .foregroundInactive]),
        (.didBecomeActive, [.backgroundActive, .backgroundActive, .foregroundActive, .foregroundActive]),
        (.willBecomeInactive, [.backgroundInactive, .backgroundInactive, .foregroundInactive, .foregroundInactive]),
    ]

    @Test(arguments: table)
    func eachActionSetsVisibilityOrActivity(action: AppLifecycleAction, results: [AppLifecycle]) {
        for (state, result) in zip(Self.states, results) {
            var changed = state
            Reducer.lifecycle.reduce(action, &changed)
            #expect(changed == result, "\(action) in \(state)")
        }
    }

    @Test func appIsInTheBackgroundBeforeItsStart() {
        #expect(AppLifecycle.initial == .backgroundInactive)
    }

    @Test func eachActionHasOnlyItsOwnProperty() {
        let properties: [(AppLifecycleAction, @Sendable (AppLifecycleAction) -> Void?)] = [
            (.didEnterBackground, \.didEnterBackground), (.willEnterForeground, \.willEnterForeground),
            (.didBecomeActive, \.didBecomeActive), (.willBecomeInactive, \.willBecomeInactive),
        ]
        for (owner, property) in properties {
            let found = properties.map(\.0).filter { property($0) != nil }
            #expect(found == [owner])
        }
    }

    @Test(arguments: states)
    func lifecycleIsEncodedByName(state: AppLifecycle) throws {
        let data = try JSONEncoder().encode([state])
        #expect(String(decoding: data, as: UTF8.self) == "[\"\(state)\"]")
        #expect(try JSONDecoder().decode([AppLifecycle].self, from: data) == [state])
    }
}

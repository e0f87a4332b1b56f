// SPDX-License-Identifier: MIT

import EffectMiddleware
import Foundation
import GatedMiddleware
import InspectorMiddleware
import RexCore

import class RecorderMiddleware.Recorder

enum ShopAction: Codable, Equatable, Sendable {
    case add(String, amount: Int)
    case checkOut
    case paid(Double)
    case stay
    case leave
    case close
    case knock

    var isKnock: Bool { self == .knock }
    var isStay: Bool { self == .stay }
    var isLeave: Bool { self == .leave }
}

struct ShopState: Codable, Equatable, Sendable {
    var amounts: [String: Int] = [:]
    var log: [String] = []
    var isOpen = true
}

typealias ShopMiddleware = AnyMiddleware<ShopAction, ShopAction, ShopState>

/// A store with its recorder.
struct Shop {
    let recorder: Recorder<ShopAction, ShopState>
    let store: Store<ShopAction, ShopState>

    init(
        _ recorder: Recorder<ShopAction, ShopState> = Recorder(),
        named name: String? = nil,
        executor: StoreExecutor = .immediate
    ) {
        self.recorder = recorder
        let paying = ShopMiddleware { action, source, _ in
            action == .checkOut
                ? IO { $0.dispatch(.paid(1.5), from: source.derived(by: "Till", kind: "till")) } : .pure()
        }
        let visits = EffectMiddleware<ShopAction, ShopAction, ShopState>()
            .on(\.isStay, .first) { _, _ in try await Task.sleep(for: .seconds(1_000)) }
            .cancel(on: \.isLeave)
            .on(\.isKnock, named: "knocking") { _, _ in }
        store = Store(
            initialState: ShopState(),
            reducer: .reduce { action, state in
                switch action {
                case .add(let name, let amount): state.amounts[name, default: 0] += amount
                case .paid(let sum): state.log.append("paid \(sum)")
                case .close: state.isOpen = false
                case .checkOut, .stay, .leave, .knock: break
                }
            },
            middleware: paying <> visits.composition
                <> (name.map { recorder.middleware(named: $0) } ?? recorder.middleware),
            executor: executor
        )
    }

    /// Starts an inspector, also in a release build.
    func inspector(
        token: String? = nil,
        hosts: [Inspector.Host] = [],
        map: FeatureMap? = nil,
        allowing permission: Inspector.Permission? = nil,
        assistants: Inspector.Permission? = .read
    ) throws -> Inspector {
        try Inspector(
            recorder,
            token: token,
            hosts: hosts,
            map: map,
            allowing: permission,
            assistants: assistants,
            allowingReleaseBuilds: true
        )
    }
}

/// Numbers that a number of JavaScript cannot hold.
enum NumberAction: Codable, Equatable, Sendable {
    case integer(Int64)
    case unsigned(UInt64)
    case double(Double)
    case decimal(Decimal)
}

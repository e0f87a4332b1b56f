// SPDX-License-Identifier: MIT

import RexCore

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording

/// A shop whose actions and state can be encoded.
enum ShopAction: Codable, Equatable, Sendable {
    case add(String, amount: Int)
    case remove(String)
    case checkOut
    case payment(PaymentAction)
}

enum PaymentAction: Codable, Equatable, Sendable {
    case paid(Double)
    case refused(reason: String)
}

struct ShopState: Codable, Equatable, Sendable {
    var amounts: [String: Int] = [:]
    var note = ""
    var paid = 0.0
}

extension Reducer where ActionType == ShopAction, StateType == ShopState {
    static let shop = Reducer.reduce { action, state in
        switch action {
        case .add(let name, let amount): state.amounts[name, default: 0] += amount
        case .remove(let name): state.amounts[name] = nil
        case .checkOut: state.note = "checking out"
        case .payment(.paid(let sum)): state.paid += sum
        case .payment(.refused(let reason)): state.note = reason
        }
    }
}

typealias ShopMiddleware = AnyMiddleware<ShopAction, ShopAction, ShopState>

extension ShopMiddleware {
    /// Checks out after a removal, and pays.
    static var answering: ShopMiddleware {
        ShopMiddleware { action, source, _ in
            switch action {
            case .remove: .send(.checkOut, from: source)
            case .checkOut: .send(.payment(.paid(1.5)), from: source.derived(by: "Cashier", kind: "cashier"))
            default: .pure()
            }
        }
    }

    /// Pays in a task, at once or after a delay of the store's clock.
    static func paying(after delay: Duration) -> ShopMiddleware {
        ShopMiddleware { action, source, _ in
            guard action == .checkOut else { return .pure() }
            let step = source.derived(by: "Effect pay", kind: "effect")
            return .task(from: step) { output in
                if delay > .zero { try? await output.environment.clock.sleep(for: delay) }
                output.dispatch(.payment(.paid(2)), from: step)
            }
        }
    }

    static var paying: ShopMiddleware { paying(after: .zero) }
}

/// A store of a shop with its recorder.
struct RecordedShop: Sendable {
    let recorder: Recorder<ShopAction, ShopState>
    let store: Store<ShopAction, ShopState>

    init(
        _ recorder: Recorder<ShopAction, ShopState> = Recorder(),
        _ middleware: sending ShopMiddleware = .answering
    ) {
        self.recorder = recorder
        store = Store(initialState: ShopState(), reducer: .shop, middleware: middleware <> recorder.middleware)
    }

    var recording: Recording<ShopAction, ShopState> { recorder.recording() }
    var entries: [Recording<ShopAction, ShopState>.Entry] { recording.entries }
    var actions: [ShopAction?] { entries.map(\.action) }
}

extension Recording {
    /// The index of each action's cause, or nil.
    var causes: [Int?] {
        entries.map { entry in entries.firstIndex { $0.number == entry.cause } }
    }
}

// SPDX-License-Identifier: MIT

import RexCore

extension Reducer where ActionType == GaugeAction, StateType == GaugeState {
    static let gauge = Reducer.reduce { action, gauge in
        gauge.wasHigh = gauge.isHigh
        switch action {
        case .measured(let value): gauge.value = value
        case .limit(let limit): gauge.limit = limit
        }
    }
}

// SPDX-License-Identifier: MIT

import RexCore

extension Reducer where ActionType == SamplingAction, StateType == SamplingState {
    static let sampling = Reducer.reduce { action, sampling in
        if action.isSampled { sampling.count += 1 }
    }
}

// SPDX-License-Identifier: MIT

import Observation

/// Reads under `withObservationTracking`, and reads again after each notification, as a view does.
@MainActor final class Reader<Value: Sendable> {
    private let read: @MainActor () -> Value
    /// All values that were read, including the first one.
    private(set) var values: [Value] = []
    private(set) var notified = 0
    private var isOn = true
    private let readsAgain: Bool

    init(readsAgain: Bool = true, _ read: @escaping @MainActor () -> Value) {
        self.read = read
        self.readsAgain = readsAgain
        track()
    }

    func end() { isOn = false }

    func track() {
        let value = withObservationTracking {
            read()
        } onChange: { [weak self] in
            MainActor.assumeIsolated { self?.changed() }
        }
        values.append(value)
    }

    private func changed() {
        notified += 1
        if isOn, readsAgain { track() }
    }
}

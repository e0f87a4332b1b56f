// SPDX-License-Identifier: MIT

import Observation

/// Reads under `withObservationTracking`, and again each time it is notified, as a view does.
@MainActor final class Reader<Value: Sendable> {
    private let read: @MainActor () -> Value
    /// Every value that was read, the first one too.
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

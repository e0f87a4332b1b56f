// SPDX-License-Identifier: MIT

internal import CRexSystem

/// Whether some middleware has taken an action upon itself.
///
/// It is unchecked Sendable, and safe, because nobody else has the memory, which is good from `init` to `deinit`, and
/// because it is only read and written as a whole.
@safe final class Claim: @unchecked Sendable {
    private let wasMade = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

    init() {
        unsafe wasMade.initialize(to: 0)
    }

    deinit {
        unsafe wasMade.deallocate()
    }

    var isMade: Bool { unsafe rex_atomic_load(wasMade) != 0 }

    func make() {
        unsafe rex_atomic_store(wasMade, 1)
    }
}

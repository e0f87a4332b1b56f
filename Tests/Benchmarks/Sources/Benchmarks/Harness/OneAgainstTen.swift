// SPDX-License-Identifier: MIT

/// Compares an action in a store of `size` elements with ten actions, one in each of ten stores with a tenth of them.
///
/// The ratio is 1 if the time is proportional to the number of elements. Both sides use the same amount of memory,
/// so the caches of the machine affect both alike. If the ratio is near 1, their rounds have the same length, so other
/// processes interrupt both equally often.
///
/// - Parameter prepare: Creates a store of `size` elements, and returns a closure that dispatches an action to it.
func oneAgainstTen(_ size: Int, prepare: (_ size: Int) -> (_ number: Int) -> Void) -> Contest {
    let (one, ten) = (prepare(size), (0..<10).map { _ in prepare(size / 10) })
    return Contest { count in
        for number in 0..<count { one(number) }
    } reference: { count in
        for number in 0..<count {
            for dispatch in ten { dispatch(number) }
        }
    }
}

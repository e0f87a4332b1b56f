// SPDX-License-Identifier: MIT

// The reference for type-checking times: about 150 ms on an idle machine with two cores. Code may take twice as long.
func reference(_ count: Int, _ scale: Double) -> [[Double]] {
    let first = [1, 2, 3].map { $0 + count }.filter { $0 > 1 }.map { Double($0) * scale + 1 - 2 }
    let second = [1, 2, 3].map { $0 + count }.filter { $0 > 1 }.map { Double($0) * scale + 1 - 2 }
    let third = [1, 2, 3].map { $0 + count }.filter { $0 > 1 }.map { Double($0) * scale + 1 - 2 }
    let fourth = [1, 2, 3].map { $0 + count }.filter { $0 > 1 }.map { Double($0) * scale + 1 - 2 }
    let fifth = [1, 2, 3].map { $0 + count }.filter { $0 > 1 }.map { Double($0) * scale + 1 - 2 }
    let sixth = [1, 2, 3].map { $0 + count }.filter { $0 > 1 }.map { Double($0) * scale + 1 - 2 }
    return [first, second, third, fourth, fifth, sixth]
}

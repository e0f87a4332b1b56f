// SPDX-License-Identifier: MIT

import Prism
import RexCore

@Prism private enum Generated {
    case number(Int)
    case text(String)
}

private enum HandWrittenCases {
    case number(Int)
    case text(String)

    var number: Int? {
        get { if case .number(let number) = self { number } else { nil } }
        set { if case .number = self, let newValue { self = .number(newValue) } }
    }
}

/// Reading a property that `@Prism` makes, against one written by hand.
func prismGetter(_ count: Int) -> Workload {
    let (generated, byHand) = ([Generated.number(1), .text("a")], [HandWrittenCases.number(1), .text("a")])
    return Workload(
        name: "getter of a case",
        actions: count,
        floor: {
            var sum = 0
            for index in 0..<count { sum &+= byHand[index & 1].number ?? 0 }
            keep(sum)
        },
        run: {
            var sum = 0
            for index in 0..<count { sum &+= generated[index & 1].number ?? 0 }
            keep(sum)
        }
    )
}

/// Setting a property that `@Prism` makes, against one written by hand.
func prismSetter(_ count: Int) -> Workload {
    Workload(
        name: "setter of a case",
        actions: count,
        floor: {
            var cases = [HandWrittenCases.number(1), .text("a")]
            for index in 0..<count { cases[index & 1].number = index }
            keep(cases[0].number ?? 0)
        },
        run: {
            var cases = [Generated.number(1), .text("a")]
            for index in 0..<count { cases[index & 1].number = index }
            keep(cases[0].number ?? 0)
        }
    )
}

/// Uses a result, so that the work for it is not left out.
@inline(never) private func keep(_ value: Int) {
    if value == .min { print(value) }
}

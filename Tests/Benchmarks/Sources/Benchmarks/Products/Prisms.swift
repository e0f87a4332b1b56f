// SPDX-License-Identifier: MIT

import Prism
import RexCore

extension Workload {
    static let prismGetter = Workload(name: "W12 getter", work: "a property that @Prism makes is read") {
        let (generated, byHand) = (Box(Generated.mixed), Box(HandWritten.mixed))
        let sum = Box(0)
        return Contest { count in
            for index in 0..<count { sum.value &+= generated.value[index % size].number ?? 0 }
        } reference: { count in
            for index in 0..<count { sum.value &+= byHand.value[index % size].number ?? 0 }
        }
    }

    static let prismSetter = Workload(name: "W12 setter", work: "a property that @Prism makes is set") {
        let (generated, byHand) = (Box(Generated.mixed), Box(HandWritten.mixed))
        return Contest { count in
            generated.change { cases in
                for index in 0..<count { cases[index % size].number = index }
            }
        } reference: { count in
            byHand.change { cases in
                for index in 0..<count { cases[index % size].number = index }
            }
        }
    }
}

private let size = 1_024

@Prism private enum Generated: Sendable {
    case number(Int)
    case text(String)

    static var mixed: [Generated] { (0..<size).map { $0.isMultiple(of: 3) ? .text("a") : .number($0) } }
}

private enum HandWritten: Sendable {
    case number(Int)
    case text(String)

    static var mixed: [HandWritten] { (0..<size).map { $0.isMultiple(of: 3) ? .text("a") : .number($0) } }

    var number: Int? {
        get { if case .number(let number) = self { number } else { nil } }
        set { if case .number = self, let newValue { self = .number(newValue) } }
    }
}

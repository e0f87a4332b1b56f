// SPDX-License-Identifier: MIT

import Prism
import RexCore

/// An enum with every kind of payload.
@Prism indirect enum Shape {
    case none, `default`
    /// A number.
    case one(Int)
    case labelled(side: Int)
    case several(Int, text: String)
    case unnamed(_ name: Int = 3)
    case tuple((x: Int, y: Int))
    case optional(Int?)
    case void(Void)
    case forced(Int!)
    case action(@Sendable (Int) -> Int, done: () -> Void = {})
    case nested(Shape)
    case own([Self])
    case never(Never)
    case dictionary([String: [Int]], Result<Int, any Error>)
    case défaut(ключ: Int)
    case `two words`(`in`: Int)
    case braces(String = "}\("{")", String = #"}"\#("""
        }
        """)"#, Int /* } */ = { 1 }() /*)*/)
    case regex(Regex<Substring> = /[)}]/, Int = 4 / 2)  // }
    @available(*, deprecated, message: "}") case old(Int)
    @available(*, unavailable) case gone(Int)

    func one(_ number: Int) -> Shape { .one(number) }
    static var isNone: Bool { true }
    static let first = 1, second = "}"
}

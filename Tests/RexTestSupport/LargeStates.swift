// SPDX-License-Identifier: MIT

package import RexCore

/// 128 bytes.
package struct Block16: Sendable {
    package init() {}

    package var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0, k = 0, l = 0, m = 0, n = 0, o = 0,
        p = 0
}

/// 1 KB.
package struct Kilobyte: Sendable {
    package init() {}

    package var a = Block16(), b = Block16(), c = Block16(), d = Block16()
    package var e = Block16(), f = Block16(), g = Block16(), h = Block16()
}

package struct EightKilobytes: Sendable {
    package init() {}

    package var a = Kilobyte(), b = Kilobyte(), c = Kilobyte(), d = Kilobyte()
    package var e = Kilobyte(), f = Kilobyte(), g = Kilobyte(), h = Kilobyte()
}

/// 96 KB.
package struct NinetySixKilobytes: Sendable {
    package init() {}

    package var a = EightKilobytes(), b = EightKilobytes(), c = EightKilobytes(), d = EightKilobytes()
    package var e = EightKilobytes(), f = EightKilobytes(), g = EightKilobytes(), h = EightKilobytes()
    package var i = EightKilobytes(), j = EightKilobytes(), k = EightKilobytes(), l = EightKilobytes()
}

package struct Level<Inner: Sendable>: Sendable {
    package var own = Kilobyte()
    package var inner: Inner
}

package enum LevelAction<Inner: Sendable>: Sendable {
    case own
    case inner(Inner)
}

private func level<Action: Sendable, State: Sendable>(
    _ inner: Feature<Action, State, Void>
) -> Feature<LevelAction<Action>, Level<State>, Void> {
    Feature<LevelAction<Action>, Level<State>, Void> { action, state in
        if case .own = action { state.own.a.a += 1 }
    }
        <> inner.lift(
            case: CasePath(
                extract: { if case .inner(let action) = $0 { action } else { nil } },
                embed: { LevelAction.inner($0) }
            ),
            state: \Level<State>.inner
        )
}

package typealias Nested12 = Level<
    Level<Level<Level<Level<Level<Level<Level<Level<Level<Level<Level<Kilobyte>>>>>>>>>>>
>

private func makeNested12() -> Nested12 {
    Level(
        inner: Level(
            inner: Level(
                inner: Level(
                    inner: Level(
                        inner: Level(
                            inner: Level(
                                inner: Level(inner: Level(inner: Level(inner: Level(inner: Level(inner: Kilobyte())))))
                            )
                        )
                    )
                )
            )
        )
    )
}

private let base = Feature<Int, Kilobyte, Void> { amount, state in state.a.a += amount }
/// 12 KB in 12 levels.
package let nestedState = makeNested12()
package let flatState = NinetySixKilobytes()
/// A feature in 12 levels.
package let nested12 = level(level(level(level(level(level(level(level(level(level(level(level(base))))))))))))

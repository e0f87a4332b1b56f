// SPDX-License-Identifier: MIT

extension Duration {
    /// The duration, limited to centuries: clocks trap on longer ones, such as `Int64.max` seconds.
    package var sleepable: Duration { min(self, .seconds(1 << 33)) }
}

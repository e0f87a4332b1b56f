// SPDX-License-Identifier: MIT

extension Duration {
    /// The duration as a clock can sleep it: one for ever, such as that of `Int64.max` seconds, would
    /// trap there, and is centuries.
    package var sleepable: Duration { min(self, .seconds(1 << 33)) }
}

// SPDX-License-Identifier: MIT

package import RexCore

extension TestClock: VirtualTime {
    package var elapsed: Duration { now.offset }
}

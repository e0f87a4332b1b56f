// SPDX-License-Identifier: MIT

import RexCore

extension TestClock: VirtualTime {
    package var elapsed: Duration { now.offset }
}

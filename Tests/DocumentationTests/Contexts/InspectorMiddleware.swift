// SPDX-License-Identifier: MIT

import RecorderMiddleware

var recorder: Recorder<Int, Int> { given() }

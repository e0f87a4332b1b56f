// SPDX-License-Identifier: MIT

import PublisherKit

// SPDX-License-Identifier: MIT

import PrismExpansion

PluginProcess.run()

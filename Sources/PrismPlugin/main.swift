// SPDX-License-Identifier: MIT

PluginProcess.run()

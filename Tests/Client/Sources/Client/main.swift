// SPDX-License-Identifier: MIT

import BridgeClient
import CoreClient
import LifecycleClient
import GatedClient
import LoggerClient
import ReachabilityClient

func check(_ name: String, _ isTrue: Bool) {
    precondition(isTrue, "The client of \(name) does not get what the documents say.")
    print("\(name): as documented")
}

check("Reducer", checkVolume())
check("MiddlewareReader", countAnswers() == 2)
check("BridgeMiddleware", countStarts() == 3)
check("GatedMiddleware", countReports() == 3)
log { entry in check("LoggerMiddleware", entry.contains("5")) }
check("AppLifecycleMiddleware", stateOfAnActiveApp() == .foregroundActive)
check("ReachabilityMiddleware", stateWithACable().connectivity == .wired)

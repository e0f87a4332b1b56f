// SPDX-License-Identifier: MIT

import AutosaveClient
import BridgeClient
import CoreClient
import EffectClient
import LifecycleClient
import GatedClient
import InspectorClient
import LoggerClient
import NavigationClient
import ObservationClient
import OutboxClient
import PersistenceClient
import PrismClient
import PublisherClient
import ReachabilityClient
import RecorderClient
import RequestClient
import TestingClient

func check(_ name: String, _ isTrue: Bool) {
    precondition(isTrue, "\(name) does not behave as documented.")
    print("\(name): as documented")
}

check("Reducer", checkVolume())
check("MiddlewareReader", countAnswers() == 2)
check("BridgeMiddleware", countStarts() == 3)
check("EffectMiddleware", await newestAnswer() == ["b"])
check("RequestMiddleware", await titlesOfTwoRequests() == ["sea", "sea 2"])
check("OutboxMiddleware", await lettersSent() == ["Ada", "Grace"])
check("PersistenceMiddleware", namesAfterARestart() == ["Ada", "Grace"])
check("GatedMiddleware", countReports() == 3)
check("PublisherMiddleware", countValues() == 4)
log { entry in check("LoggerMiddleware", entry.contains("5")) }
check("RecorderMiddleware", recordedCauses() == [nil, 0])
check("InspectorMiddleware", addressOfAnInspector().hasPrefix("http://127.0.0.1:"))
check("AppLifecycleMiddleware", stateOfAnActiveApp() == .foregroundActive)
check("ReachabilityMiddleware", stateWithACable().connectivity == .wired)
check("RexNavigation", screensAfterTwoTaps() == 1)
if #available(macOS 14, *) { check("RexObservation", countsThatWereRead() == [0, 1, 2]) }
check("Prism", countByCase() == 6)
var feature = FeatureAction.named(key: 1, .counter(.add(2)))
feature.named?.1.counter?.add? += 1
check("Prism in another module", feature.named?.1.counter?.add == 3 && feature.caseIndex == 1)
check("CaseIndexed", FeatureAction<Int>.caseCount == FeatureAction<Int>.prisms.last.caseIndex.map { $0 + 1 })
check("A feature in a separate module", await copiesOfAWish() == 4)
check("A custom middleware answers", await answersUnlessItIsFiltered())
check("A custom middleware waits", await savesAfterTheLastKey())
check("A custom middleware is cancelled", await dropsWhatWaitsWhenItIsCancelled())
check("A custom middleware cleans up", await cleansUpAtTheEnd())
check("RexTesting", boilsInNoTime())

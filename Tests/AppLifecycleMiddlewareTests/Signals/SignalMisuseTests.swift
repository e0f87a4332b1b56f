// SPDX-License-Identifier: MIT

#if canImport(Glibc)
import AppLifecycleMiddleware
import Glibc
import RexCore
import RexTestSupport
import Testing

@Suite struct SignalMisuseTests {
    @Test func processThatCannotOpenAPipeStopsWithTheReason() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var limit = rlimit(rlim_cur: 3, rlim_max: 3)
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            _ = Store(
                initialState: AppLifecycle.initial,
                reducer: .lifecycle,
                middleware: AppLifecycleMiddleware(publisher: SignalPublisher()).lift(
                    inputAction: { (_: AppLifecycleAction) in nil },
                    state: { (_: AppLifecycle) in }
                )
            )
        }
        expectMessage(of: result, contains: "Cannot make the pipe for signals")
    }
}
#endif

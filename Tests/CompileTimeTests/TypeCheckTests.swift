// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

/// Overloads can make the time to type-check an expression grow exponentially with its length.
///
/// Each file has to be checked within ten seconds on a loaded machine; if an overload makes it exponential, it takes
/// hours.
@Suite(.serialized) struct TypeCheckTests {
    @Test(arguments: FeatureSource.all)
    func manyFeaturesInOneExpressionAreCheckedQuickly(source: FeatureSource) throws {
        #if DEBUG
        let features = 40
        #else
        let features = 160
        #endif
        let outcome = try Compiler.check(source.text(features: features), for: .types, deadline: 10)
        #expect(outcome.succeeded, "\(outcome.diagnostics)")
        print("\(features) \(source): \((outcome.seconds * 100).rounded() / 100) s")
    }
}

// SPDX-License-Identifier: MIT

import StateComparison
import Testing

@testable import struct RecorderMiddleware.SourceName

/// Type names in a file of another module.
@Suite struct SourceNameWhiteBoxTests {
    @Test func typeNamedLikeItsModuleIsWrittenWithoutTheModule() throws {
        let name = try SourceName(of: [StateComparison].self)
        #expect(name.text == "Swift.Array<StateComparison>")
        #expect(name.modules == ["StateComparison"])
    }

    @Test func typeOfAnotherModuleIsWrittenWithTheModule() throws {
        let name = try SourceName(of: ComparedValue.self)
        #expect(name.text == "RecorderMiddlewareTests.ComparedValue")
    }
}

struct ComparedValue {}

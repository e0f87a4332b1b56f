// SPDX-License-Identifier: MIT

import StateComparison
import Testing

@testable import struct RecorderMiddleware.SourceName

/// How a file of another module writes a type.
@Suite struct SourceNameWhiteBoxTests {
    @Test func typeOfAModuleOfItsNameIsWrittenWithoutTheModule() throws {
        let name = try SourceName(of: [StateComparison].self)
        #expect(name.text == "Swift.Array<StateComparison>")
        #expect(name.modules == ["StateComparison"])
    }

    @Test func typeOfAnotherModuleIsWrittenWithIt() throws {
        let name = try SourceName(of: ComparedValue.self)
        #expect(name.text == "RecorderMiddlewareTests.ComparedValue")
    }
}

struct ComparedValue {}

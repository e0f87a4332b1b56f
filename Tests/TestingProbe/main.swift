// SPDX-License-Identifier: MIT

import RexCore
import RexTesting

// A failure in a program that has no library of tests.

let test = TestStore(initialState: 0, reducer: .identity, middleware: IdentityMiddleware<Int, Int, Int>())
test.advance()
print("It goes on.")

// SPDX-License-Identifier: MIT

import RexCore
import RexTesting

// A failure in a program that links no testing library.

let test = TestStore(initialState: 0, reducer: .identity, middleware: IdentityMiddleware<Int, Int, Int>())
test.advance()
print("The program continues.")

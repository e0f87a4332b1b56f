// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// The decision of an operator about a value.
enum StepResult<Output> {
    case pass(Output)
    /// Leaves the value out, and requests another in its place.
    case skip
    /// Cancels the publisher, and finishes.
    case end
}
#endif

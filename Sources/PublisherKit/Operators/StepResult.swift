// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// What an operator does with a value.
enum StepResult<Output> {
    case pass(Output)
    /// Drops the value and requests another.
    case skip
    /// Cancels the upstream publisher and finishes.
    case end
}
#endif

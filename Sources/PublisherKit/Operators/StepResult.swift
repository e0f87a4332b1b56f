// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// What becomes of a value.
enum StepResult<Output> {
    case pass(Output)
    /// It is left out, and another is requested in its place.
    case skip
    /// The publisher is cancelled, and the subscriber gets the end.
    case end
}
#endif

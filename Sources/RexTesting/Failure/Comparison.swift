// SPDX-License-Identifier: MIT

import StateComparison

/// Returns the difference between an expected and an actual value as the lines of a diff, or nil if
/// they are the same.
///
/// Values that are equal by `==` are the same, even if their parts differ.
func difference<Value>(from expected: Value, to actual: Value) -> String? {
    guard !areEqual(expected, actual) else { return nil }
    let comparison = StateComparison(of: expected, and: actual)
    guard !comparison.changes.isEmpty else { return nil }
    let text = DiffText(changes: comparison.changes, linesOfContext: 2).text
    return comparison.isCut ? text + "\n… (more differences)" : text
}

/// Returns whether ``difference(from:to:)`` is not nil, without writing it.
func areDifferent<Value>(_ lhs: Value, _ rhs: Value) -> Bool {
    !areEqual(lhs, rhs) && !StateComparison.areSame(lhs, rhs)
}

private func areEqual<Value>(_ lhs: Value, _ rhs: Value) -> Bool {
    func compare<Known: Equatable>(_ lhs: Known) -> Bool { lhs == rhs as? Known }
    guard let lhs = lhs as? any Equatable else { return false }
    return compare(lhs)
}

/// A value on one line.
func text<Value>(_ value: Value) -> String {
    ValueText.short(value)
}

/// A value, whose parts have lines of their own if it is long.
///
/// About 200 lines at most. Values that are nested deeper than nine levels stay on one line.
func lines<Value>(_ value: Value) -> String {
    var lines: [String] = []
    append(value, labelled: "", indent: "  ", to: &lines)
    return lines.joined(separator: "\n")
}

private func append(_ value: Any, labelled label: String, indent: String, to lines: inout [String]) {
    let line = text(value)
    guard line.count > 80, indent.count < 20, lines.count < 200, let parts = ValueText.parts(of: value) else {
        return lines.append(indent + label + line)
    }
    lines.append(indent + label + parts.open)
    for (index, part) in parts.values.enumerated() {
        guard lines.count < 200 else {
            lines.append("\(indent)  … (\(parts.values.count - index) more)")
            break
        }
        append(part.value, labelled: part.label.isEmpty ? "" : part.label + ": ", indent: indent + "  ", to: &lines)
    }
    lines.append(indent + (parts.open.hasSuffix("[") ? "]" : ")"))
}

/// Returns a time or a duration in seconds, for people.
func text(of duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    var fraction = "\(1_000_000_000 + attoseconds.magnitude / 1_000_000_000)".dropFirst()
    while fraction.last == "0", fraction.count > 1 { fraction.removeLast() }
    return "\(seconds == 0 && attoseconds < 0 ? "-" : "")\(seconds).\(fraction) seconds"
}

/// Returns the Swift code that makes a value if its form is known, otherwise its text.
func code<Value>(_ value: Value) -> String {
    if let duration = value as? Duration { return code(of: duration) }
    return ValueText.code(value)
}

private func code(of duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    if attoseconds == 0 { return ".seconds(\(seconds))" }
    let units: [(String, Int64)] = [
        ("milliseconds", 1_000_000_000_000_000), ("microseconds", 1_000_000_000_000), ("nanoseconds", 1_000_000_000),
    ]
    for (name, size) in units where attoseconds % size == 0 {
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000_000_000_000 / size)
        let (count, isLonger) = whole.addingReportingOverflow(attoseconds / size)
        if !isTooLong, !isLonger { return ".\(name)(\(count))" }
    }
    return ".seconds(\(duration / .seconds(1)))"
}

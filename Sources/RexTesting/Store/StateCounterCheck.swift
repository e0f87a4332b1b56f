// SPDX-License-Identifier: MIT

#if DEBUG
import RexCore
import StateComparison

/// Finds a counter in a state that went back, such as that of a `Signals`.
///
/// A part of the state is the same as before if it is in the same fields, and in values with the
/// same ids and keys. Elements of a collection without an identity are skipped, as are objects.
struct StateCounterCheck {
    private var last: [[AnyHashable]: Int64] = [:]
    private var hasBegun = false
    private var report: String?
    private var path: [AnyHashable] = []
    private static let depthLimit = 64

    /// Returns the report if a counter went back and none was reported yet.
    mutating func report(from before: Any, to after: Any) -> String? {
        guard report == nil else { return nil }
        if !hasBegun { visit(before, since: nil) }
        hasBegun = true
        visit(after, since: before)
        return report
    }

    /// Visits the parts of a value that differ from an earlier value of the same part.
    private mutating func visit(_ value: Any, since old: Any?) {
        let old = old.flatMap { type(of: $0) == type(of: value) ? $0 : nil }
        if let old, Bytes.areEqual(old, value) { return }
        if let counter = value as? any StateCounter { return note(counter) }
        guard path.count < Self.depthLimit else { return }
        let (mirror, oldMirror) = (Mirror(reflecting: value), old.map(Mirror.init(reflecting:)))
        switch mirror.displayStyle {
        case .collection: visitElements(of: mirror, since: oldMirror)
        case .dictionary: visitEntries(of: mirror, since: oldMirror)
        case .struct, .tuple, .enum, .optional: visitParts(of: mirror, since: oldMirror)
        default: break
        }
    }

    private mutating func visitParts(of mirror: Mirror, since old: Mirror?) {
        let oldParts = old?.children.makeIterator()
        for part in mirror.children {
            let old = oldParts?.next()
            visit(part.value, at: part.label, since: old?.label == part.label ? old?.value : nil)
        }
    }

    private mutating func visitElements(of mirror: Mirror, since old: Mirror?) {
        let oldElements = old?.children.makeIterator()
        for element in mirror.children {
            let old = oldElements?.next()?.value
            if Self.id(of: element.value) != nil { visit(element.value, at: nil as Int?, since: old) }
        }
    }

    private mutating func visitEntries(of mirror: Mirror, since old: Mirror?) {
        func entry(_ child: Mirror.Child) -> (key: AnyHashable, value: Any)? {
            let parts = Mirror(reflecting: child.value).children.map(\.value)
            return (parts.first as? AnyHashable).map { ($0, parts[1]) }
        }
        let oldValues = Dictionary((old?.children.compactMap(entry) ?? []).map { ($0.key, $0.value) }) { first, _ in
            first
        }
        for case let (key, value)? in mirror.children.lazy.map(entry) { visit(value, at: key, since: oldValues[key]) }
    }

    private mutating func visit(_ value: Any, at step: (some Hashable)?, since old: Any?) {
        let count = path.count
        if let step { path.append(AnyHashable(step)) }
        let id = Self.id(of: value)
        if let id { path.append(id) }
        visit(value, since: old.flatMap { Self.id(of: $0) == id ? $0 : nil })
        path.removeSubrange(count...)
    }

    private static func id(of value: Any) -> AnyHashable? {
        func id(_ value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }
        return (value as? any Identifiable).map { id($0) }
    }

    private mutating func note(_ counter: some StateCounter) {
        if let last = last.updateValue(counter.count, forKey: path), counter.count < last, report == nil {
            report = type(of: counter).report("from #\(last) to #\(counter.count)")
        }
    }
}

@available(*, unavailable)
extension StateCounterCheck: Sendable {}
#endif

// SPDX-License-Identifier: MIT

import RequestMiddleware

// Since steps may be late, the model distinguishes keys that may have aged from keys that must have.

extension CacheModel {
    /// The longest total delay of a timer's steps.
    private static let slack = Duration.milliseconds(100)

    /// Ages the keys that are due and have aged in the cache.
    mutating func age(_ age: RequestsAge, in cache: Requests<Int, Answer>, at now: Duration) {
        func isDue(_ since: Duration?, _ span: Duration?) -> Bool {
            if let since, let span { now - since >= span } else { false }
        }
        for (key, entry) in entries {
            switch age {
            case .fresh:
                guard isDue(entry.freshSince, times.staleAfter), cache.isStale(key) else { continue }
                entries[key]?.isStale = true
                entries[key]?.freshSince = nil
            case .resting:
                guard isDue(entry.restingSince, times.polling), cache[key].isRunning else { continue }
                entries[key]?.run()
            case .unneeded:
                guard isDue(entry.unneededSince, times.keptFor) else { continue }
                if entry.edits.isEmpty, !cache.keys.contains(key) { entries[key] = nil }
            }
        }
    }

    /// The keys that should have aged already.
    func overdue(at now: Duration) -> [String] {
        func isOverdue(_ since: Duration?, _ span: Duration?) -> Bool {
            if let since, let span { now - since > span + Self.slack } else { false }
        }
        return entries.sorted { $0.key < $1.key }.flatMap { key, entry in
            let unneededSince = entry.edits.isEmpty ? entry.unneededSince.map { max($0, entry.editsEnded) } : nil
            return [
                isOverdue(entry.freshSince, times.staleAfter) ? "\(key) is still fresh" : nil,
                isOverdue(entry.restingSince, times.polling) ? "\(key) still rests" : nil,
                isOverdue(unneededSince, times.keptFor) ? "\(key) is still kept" : nil,
            ].compactMap(\.self)
        }
    }

    /// The difference from the cache.
    func differences(from cache: Requests<Int, Answer>) -> [String] {
        var texts = cache.needed == needed ? [] : ["needed is \(cache.needed), should be \(needed)"]
        let keys = Set(cache.keys)
        if keys != Set(entries.keys) { texts.append("has \(keys.sorted()), should have \(entries.keys.sorted())") }
        for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
            let request = cache[key]
            let isNeeded = cache.needed.contains(key)
            if request.modelPhase != entry.phase { texts.append("\(key) \(request.phase), should be \(entry.phase)") }
            if request.output != entry.shown {
                texts.append("\(key) shows \(text(request.output)), should show \(text(entry.shown))")
            }
            if request.pendingEdits.count != entry.edits.count { texts.append("\(key) has other edits") }
            if cache.isStale(key) != entry.isStale { texts.append("\(key) should be stale: \(entry.isStale)") }
            if request.isRunning, !isNeeded { texts.append("\(key) runs without being needed") }
            if isNeeded != entry.isNeeded { texts.append("\(key) should be needed: \(entry.isNeeded)") }
        }
        return texts
    }

    private func text(_ answer: Answer?) -> String { answer.map { "\($0)" } ?? "nothing" }
}

extension Request<Int, Answer> {
    /// The phase in terms of the model.
    fileprivate var modelPhase: CacheModel.Phase {
        switch phase {
        case .idle: .idle
        case .running(_, let attempt): .running(attempt: attempt)
        case .failed(_, let failure): .failed(failure.message)
        case .done: .done
        }
    }
}

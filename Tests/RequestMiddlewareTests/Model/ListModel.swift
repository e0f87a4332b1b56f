// SPDX-License-Identifier: MIT

/// A model of a list that follows its documentation: the numbers of the visible pages, and of
/// the requested page.
struct ListModel: Sendable {
    enum Status: Sendable, Equatable {
        case idle
        /// The running request, with a unique number.
        case running(page: Int, run: Int)
        case failed(page: Int)
    }

    private(set) var pages: [Int] = []
    private(set) var isComplete = false
    private(set) var status = Status.idle

    private static let runs = Counter()

    var run: Int? { if case .running(_, let run) = status { run } else { nil } }

    /// Page 1 replaces all others.
    var isReloading: Bool { if case .running(1, _) = status { true } else { false } }

    private mutating func ask(for page: Int) { status = .running(page: page, run: Self.runs.next()) }

    mutating func loadMore() {
        if run == nil, !isComplete { ask(for: pages.count + 1) }
    }

    mutating func reload() {
        if !isReloading { ask(for: 1) }
    }

    mutating func retry() {
        if case .failed(let page) = status { ask(for: page) }
    }

    mutating func cancel() {
        if run != nil { status = .idle }
    }

    mutating func answer(isLast: Bool) {
        guard case .running(let page, _) = status else { return }
        pages = page == 1 ? [1] : pages + [page]
        (isComplete, status) = (isLast, .idle)
    }

    mutating func fail() {
        if case .running(let page, _) = status { status = .failed(page: page) }
    }

    /// Simulates encoding and decoding.
    mutating func restart() { status = .idle }
}

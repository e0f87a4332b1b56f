// SPDX-License-Identifier: MIT

#if DEBUG
public import RexCore

/// Reports a container whose counter went back, in debug builds.
///
/// A test store fails; other stores print the report.
///
/// It gives ids again that actions in flight may still carry. Each part of a state that contains the
/// container, such as the row of a list, has its own counter.
@usableFromInline struct PresentationCounterCheck<Action, State>: PartwiseMiddleware, Sendable {
    @usableFromInline typealias Counter = (parts: [AnyHashable], lastID: Int64)

    /// Returns the counter of the container that an action concerns, and the ids of the parts
    /// around it.
    ///
    /// Nil if a part is absent.
    private let counter: @Sendable (Action, State) -> Counter?
    /// The container, for the report.
    private let container: String
    private let memory = PresentationCounterMemory()

    private init(container: String, _ counter: @escaping @Sendable (Action, State) -> Counter?) {
        self.container = container
        self.counter = counter
    }

    @usableFromInline init(
        of container: (some PresentationContainer).Type,
        lastID: @escaping @Sendable (State) -> Int64
    ) {
        self.init(container: "\(container)") { _, state in ([], lastID(state)) }
    }

    @usableFromInline func handle(
        action: Action,
        from dispatcher: ActionSource,
        state getState: @escaping GetState<State>
    ) -> IO<Action> {
        let mistakeBefore = mistake(action, getState())
        return IO { output in
            guard let mistake = mistakeBefore ?? mistake(action, getState()) else { return }
            output.post(
                .mistake,
                .mistake("\(mistake) The action was sent at \(dispatcher.file):\(dispatcher.line).")
            )
        }
    }

    /// Returns false: the check does nothing for the app.
    @usableFromInline func isConcerned(
        by action: Action,
        from dispatcher: ActionSource,
        state getState: @escaping GetState<State>
    ) -> Bool { false }

    @usableFromInline func lift<ID: Hashable & Sendable, Whole>(
        to parts: StateParts<ID, Whole, State>
    ) -> ComposedMiddleware<ElementIDAction<ID, Action>, ElementIDAction<ID, Action>, Whole> {
        PresentationCounterCheck<ElementIDAction<ID, Action>, Whole>(container: container) { [counter] action, whole in
            guard let part = parts.part(action.id, in: whole), let inner = counter(action.action, part) else {
                return nil
            }
            return ([AnyHashable(action.id)] + inner.parts, inner.lastID)
        }.composition
    }

    /// Returns the report if the counter went back and none was reported yet.
    private func mistake(_ action: Action, _ state: State) -> String? {
        guard let now = counter(action, state), let highest = memory.highest(before: now) else { return nil }
        return """
            The counter of a \(container) went back from #\(highest) to #\(now.lastID), so ids are given twice, and a late \
            action may reach another presentation. The value was created again, or an older one was put in its place. \
            Keep the part of the state that contains it in a Presented or a PresentationStack, and not in an undo history.
            """
    }
}

/// The highest counters that a lift has seen, by the ids of the parts around the containers.
private final class PresentationCounterMemory: Sendable {
    private struct Contents {
        var highest: [[AnyHashable]: Int64] = [:]
        var hasReported = false
    }

    private let contents = Lock(Contents())
    /// Limits the memory of long debug sessions.
    private static let limit = 10_000

    /// Remembers a counter.
    ///
    /// - Returns: The highest earlier one, if the counter is lower and none was reported yet.
    func highest(before counter: (parts: [AnyHashable], lastID: Int64)) -> Int64? {
        contents.withLock { contents in
            let highest = contents.highest[counter.parts] ?? 0
            if contents.highest.count > Self.limit { contents.highest = [:] }
            contents.highest[counter.parts] = counter.lastID
            guard counter.lastID < highest, !contents.hasReported else { return nil }
            contents.hasReported = true
            return highest
        }
    }
}
#endif

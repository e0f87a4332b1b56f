// SPDX-License-Identifier: MIT

import EffectMiddleware
public import RexCore

extension Feature where Dependencies: Sendable {
    /// A feature that loads a list page by page.
    ///
    /// ```swift
    /// Feature.pages { (page: Int?, api: API) in
    ///     let rows = try await api.rows(page: page ?? 1)
    ///     return (rows, next: rows.isEmpty ? nil : (page ?? 1) + 1)
    /// }
    /// .lift(case: ListAction.prisms.rows, state: \.rows)
    /// ```
    ///
    /// - Parameters:
    ///   - policy: The delay of a request, its retries, and its time limit.
    ///   - name: The name of its runs in recordings; by default, the line of this call names them.
    ///   - file: The file of this call, for sources and messages.
    ///   - function: The function of this call.
    ///   - line: The line of this call.
    ///   - load: Loads the page at a cursor. For the first page, the cursor is nil or that of the
    ///     list. Returns the items and the cursor of the next page, or nil after the last page.
    /// - Precondition: The policy has no negative duration.
    public static func pages<Cursor, Item>(
        _ policy: RequestPolicy = .immediate,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        load: @escaping @Sendable (Cursor?, Dependencies) async throws -> (items: [Item], next: Cursor?)
    ) -> Feature where ActionType == PagesAction<Cursor, Item>, StateType == Pages<Cursor, Item> {
        let reducer = Reducer<ActionType, StateType>.reduce { action, pages in
            switch action {
            case .loadMore: pages.loadMore()
            case .reload: pages.reload()
            case .retry: pages.retry()
            case .cancel: pages.cancel()
            case .answered(let items, let next): pages.answer(items, next: next)
            case .failed(let failure): pages.fail(failure)
            }
        }
        return Feature(reducer)
            <> Feature { dependencies in
                EffectMiddleware<ActionType, ActionType, StateType>()
                    .during(
                        { pages in
                            #if DEBUG
                            pages.run?.noteSeen()
                            #endif
                            return pages.run
                        },
                        .latest.with(optionsOf: policy.effect),
                        named: name,
                        file: file,
                        function: function,
                        line: line
                    ) { run, effect in
                        let page = try await load(run.input.cursor, dependencies)
                        effect.send(.answered(page.items, next: page.next))
                    } catch: { error, _ in
                        .failed(RequestFailure(error))
                    }
                    .asRequest()
            }
    }
}

// SPDX-License-Identifier: MIT

public import RexCore

extension EffectMiddleware {
    /// A rule that looks at actions, or several that were lifted together.
    @usableFromInline final class Finder: Sendable {
        @usableFromInline typealias Find = @Sendable (InputActionType) -> [Finding]
        @usableFromInline typealias Handle =
            @Sendable (InputActionType, ActionSource, @escaping GetState<StateType>, Stores) -> Step?

        /// What an `IO` does; a struct, since a function as such would be wrapped where it is optional.
        @usableFromInline struct Step: Sendable {
            @usableFromInline let run: @Sendable (AnyActionHandler<OutputActionType>) -> Void

            @inlinable init(_ run: @escaping @Sendable (AnyActionHandler<OutputActionType>) -> Void) {
                self.run = run
            }

            /// Apart, so that the loop over the rules stays small.
            @inlinable @inline(never) func append(to io: inout IO<OutputActionType>) { io.append(IO(run)) }
        }

        /// What it finds, for those who lift it or look at the state as well.
        @usableFromInline let find: Find
        /// What is to be done about what it finds; nil if that is nothing.
        @usableFromInline let handle: Handle

        @inlinable init(_ find: @escaping Find, handle: @escaping Handle) {
            self.find = find
            self.handle = handle
        }

        @usableFromInline convenience init(_ find: @escaping Find) {
            self.init(find) { action, source, getState, stores in
                let findings = find(action)
                guard !findings.isEmpty else { return nil }
                return Step { output in
                    let context = stores.context(output, getState)
                    for finding in findings { finding.follow(from: source, in: context) }
                }
            }
        }
    }
}

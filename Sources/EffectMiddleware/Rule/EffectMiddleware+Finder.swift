// SPDX-License-Identifier: MIT

public import RexCore

extension EffectMiddleware {
    /// A rule that looks at actions, or several that were lifted together.
    @usableFromInline final class Finder: Sendable {
        @usableFromInline typealias Find = @Sendable (InputActionType) -> Finding?
        @usableFromInline typealias Handle =
            @Sendable (InputActionType, ActionSource, @escaping GetState<StateType>, EffectStores) -> Step?

        /// What an `IO` does; a struct, since a function as such would be wrapped where it is optional.
        @usableFromInline struct Step: Sendable {
            @usableFromInline let run: @Sendable (AnyActionHandler<OutputActionType>) -> Void

            @inlinable init(_ run: @escaping @Sendable (AnyActionHandler<OutputActionType>) -> Void) {
                self.run = run
            }

            /// Apart, so that the loop over the rules stays small.
            @inlinable @inline(never) func append(to io: inout IO<OutputActionType>) { io.append(IO(run)) }
        }

        /// What it finds, for those who lift it.
        @usableFromInline let find: Find
        /// What is to be done about what it finds; nil if that is nothing.
        @usableFromInline let handle: Handle

        @inlinable init(_ find: @escaping Find, handle: @escaping Handle) {
            self.find = find
            self.handle = handle
        }

        @inlinable convenience init(_ find: @escaping Find) {
            self.init(find) { action, source, getState, stores in
                guard let finding = find(action) else { return nil }
                return Step { output in stores.engine(for: output).follow(finding, source, output, getState) }
            }
        }
    }

    /// A look at the state; an object, whose closure is called without being wrapped.
    @usableFromInline final class Look {
        @usableFromInline let call: EffectWatch<OutputActionType, StateType>.Look

        @inlinable init(_ call: @escaping EffectWatch<OutputActionType, StateType>.Look) {
            self.call = call
        }
    }
}

@available(*, unavailable)
extension EffectMiddleware.Look: Sendable {}

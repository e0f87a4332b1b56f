// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

/// The effects of an optional, or of an enum case, whose value is replaced in one action.
@Suite struct ReplacedValueTests {
    /// The lifts to a value with an identity.
    ///
    /// All must be equally exact.
    enum Way: CaseIterable, Sendable {
        case optional, enumCase, erased, named, feature, featureCase, generic, reader, liftedTwice, joined, joinedPart,
            byKey

        func middleware(
            of effects: EffectMiddleware<NoteAction, NoteAction, Note> = VirtualWorld.saving()
        ) -> AnyMiddleware<NotesAction, NotesAction, NotesState> {
            let feature = Feature<NoteAction, Note, Void>(middleware: effects)
            return switch self {
            case .optional: effects.lift(.case(NotesAction.note, optional: \NotesState.note)).composition
            case .enumCase:
                effects.lift(.case(NotesAction.note, in: NoteScreen.note)).lift(state: \NotesState.screen)
                    .composition
            case .erased: effects.eraseToAnyMiddleware().lift(.case(NotesAction.note, optional: \NotesState.note))
            case .named: effects.named("saving").lift(.case(NotesAction.note, optional: \NotesState.note))
            case .feature: feature.lift(.case(NotesAction.note, optional: \NotesState.note)).middleware(())
            case .featureCase:
                feature.lift(.case(NotesAction.note, in: NoteScreen.note)).lift(state: \NotesState.screen)
                    .middleware(())
            case .generic: Self.lifted(feature, to: \NotesState.note).middleware(())
            case .reader:
                MiddlewareReader<Void, EffectMiddleware<NoteAction, NoteAction, Note>> { _ in effects }
                    .mapMiddleware { $0.lift(.case(NotesAction.note, optional: \NotesState.note)) }.inject(())
            case .liftedTwice:
                effects.lift(case: CasePath(extract: { (action: NoteAction) in action }, embed: { $0 }), state: { $0 })
                    .eraseToAnyMiddleware()
                    .lift(.case(NotesAction.note, optional: \NotesState.note))
            case .joined: Self.joined(feature, identity: .by(\.note.id))
            case .joinedPart: Self.joined(feature)
            case .byKey:
                effects.lift(state: \Wrapped.note)
                    .lift(.case(NotesAction.note, optional: \NotesState.wrapped, identity: .by(\.note.id)))
                    .composition
            }
        }

        private static func joined(
            _ feature: Feature<NoteAction, Note, Void>,
            identity: PartIdentity<NoteAndLog> = .automatic
        ) -> ComposedMiddleware<NotesAction, NotesAction, NotesState> {
            let path = JoinedPath<NotesState, NoteAndLog>(
                NoteAndLog(note: Note(id: 0)),
                .optionalPart(\.note, as: \.note),
                .part(\.log, as: \.log)
            )
            return feature.lift(state: \NoteAndLog.note)
                .lift(.case(NotesAction.note, joined: path, identity: identity))
                .middleware(())
        }

        /// Knows nothing of the state.
        private static func lifted<State: Sendable, Whole>(
            _ feature: Feature<NoteAction, State, Void>,
            to path: any WritableKeyPath<Whole, State?> & Sendable
        ) -> Feature<NotesAction, Whole, Void> {
            feature.lift(.case(NotesAction.note, optional: path))
        }
    }

    private struct NoteAndLog: Sendable {
        var note: Note
        var log: [Int] = []
    }

    private let world = VirtualWorld()

    // MARK: Replacing

    @Test(arguments: Way.allCases)
    func valueWithAnotherIDEndsTheRunsOfTheOldOne(way: Way) {
        let store = world.store(way.middleware())
        store.dispatch(.open(1))
        store.dispatch(.note(.save(1)))
        world.drain()
        store.dispatch(.open(2))
        world.drain()
        #expect(world.sleepers == 0)
        store.dispatch(.note(.save(2)))
        world.advance(by: .seconds(9))
        #expect(store.state.log == [2])
    }

    @Test(arguments: Way.allCases)
    func valueWithTheSameIDKeepsTheRuns(way: Way) {
        let store = world.store(way.middleware())
        store.dispatch(.open(1))
        store.dispatch(.note(.save(1)))
        world.drain()
        store.dispatch(.open(1, tag: 5))
        store.dispatch(.note(.tag(6)))
        world.advance(by: .seconds(9))
        #expect(store.state.log == [1])
    }

    @Test(arguments: Way.allCases)
    func queuedActionOfAReplacedValueIsNotProcessed(way: Way) {
        let store = world.store(way.middleware())
        store.dispatch(.open(1))
        store.dispatch(.note(.save(1)))
        world.drain()
        store.dispatch(.queue([.open(2)]))
        #expect(store.state.log == [])
        #expect(world.sleepers == 0)
    }

    @Test(arguments: Way.allCases)
    func runThatStartsAndLosesItsValueInOneQueueEnds(way: Way) {
        let store = world.store(way.middleware())
        store.dispatch(.open(1))
        store.dispatch(.queue([.note(.save(1)), .open(2)]))
        world.advance(by: .seconds(9))
        #expect(store.state.log == [])
        #expect(world.sleepers == 0)
    }

    @Test(arguments: Way.allCases)
    func actionThatReplacesTheValueStartsARunOfTheNewOne(way: Way) {
        let store = world.store(way.middleware())
        store.dispatch(.open(1))
        store.dispatch(.note(.save(1)))
        world.drain()
        store.dispatch(.saveAndOpen(2))
        world.drain()
        #expect(world.sleepers == 1)
        store.dispatch(.open(2))
        world.advance(by: .seconds(9))
        #expect(store.state.log == [20])
    }

    @Test(arguments: [[.open(nil), .open(1)], [.open(2), .open(1)]] as [[NotesAction]])
    func valueThatComesBackInTheNextActionHasNoRuns(actions: [NotesAction]) {
        for way in Way.allCases {
            let store = world.store(way.middleware())
            store.dispatch(.open(1))
            store.dispatch(.note(.save(1)))
            world.drain()
            store.dispatch(.queue(actions))
            world.advance(by: .seconds(9))
            #expect(store.state.log == [], "\(way)")
        }
    }

    @Test(arguments: Way.allCases)
    func cancellationReachesTheRunsOfTheValue(way: Way) {
        let store = world.store(way.middleware())
        for id in [1.0, 2] {
            store.dispatch(.open(id))
            store.dispatch(.note(.save(Int(id))))
            world.drain()
        }
        store.dispatch(.note(.revert))
        store.dispatch(.note(.save(3)))
        world.advance(by: .seconds(9))
        #expect(store.state.log == [3])
    }

    @Test func finalActionOfAReplacedValueIsNotSent() {
        let effects = EffectMiddleware<NoteAction, NoteAction, Note>()
            .on(\.save) { _, effect in
                try await effect.sleep(for: .seconds(1))
            } ended: { _, number in
                .saved(number)
            }
        let store = world.store(Way.optional.middleware(of: effects))
        store.dispatch(.open(1))
        store.dispatch(.note(.save(1)))
        world.drain()
        store.dispatch(.open(2))
        store.dispatch(.note(.save(2)))
        world.advance(by: .seconds(9))
        #expect(store.state.log == [2])
    }

    /// An id that isn't equal to itself is the same id, as for keys of rules.
    @Test func idThatIsUnequalToItselfKeepsTheRuns() {
        let store = world.store(Way.optional.middleware())
        store.dispatch(.open(.nan))
        store.dispatch(.note(.save(1)))
        world.drain()
        store.dispatch(.open(.nan, tag: 5))
        world.advance(by: .seconds(1))
        store.dispatch(.note(.save(2)))
        world.drain()
        store.dispatch(.open(1))
        world.advance(by: .seconds(9))
        #expect(store.state.log == [1])
    }

    @Test func storesWithOneMiddlewareAreIndependent() {
        let effects = VirtualWorld.saving(.each, Note.self)
        let one = world.store(effects.lift(.case(NotesAction.note, optional: \NotesState.note)))
        let other = world.store(effects.lift(.case(NotesAction.note, optional: \NotesState.note)))
        for store in [one, other] {
            store.dispatch(.open(1))
            store.dispatch(.note(.save(1)))
        }
        world.drain()
        one.dispatch(.open(2))
        world.advance(by: .seconds(9))
        #expect(one.state.log == [])
        #expect(other.state.log == [1])
    }

    @Test func recordedRunOfAValueNamesNoKey() {
        let sources = Recorder<ActionSource>()
        let observer = AnyMiddleware<NotesAction, NotesAction, NotesState> { action, source, _ in
            if case .note(.saved) = action { sources.record(source) }
            return .pure()
        }
        let store = world.store(Way.optional.middleware() <> observer)
        store.dispatch(.open(1))
        store.dispatch(.note(.save(1)))
        world.advance(by: .seconds(1))
        #expect(sources.events.map { $0.trail.last?.key } == [nil])
    }

    // MARK: Other identities

    @Test func valueWithoutIdentityKeepsItsRunsWhenItIsReplaced() {
        let effects = VirtualWorld.saving(.each, Note.self)
        let lifted: [@Sendable () -> AnyMiddleware<NotesAction, NotesAction, NotesState>] = [
            { effects.lift(.case(NotesAction.note, optional: \NotesState.note, identity: .none)).composition },
            {
                effects.lift(.case(NotesAction.note, in: NoteScreen.note, identity: .none))
                    .lift(state: \NotesState.screen).composition
            },
            {
                Feature<NoteAction, Note, Void>(middleware: effects)
                    .lift(.case(NotesAction.note, optional: \NotesState.note, identity: .none)).middleware(())
            },
            {
                Feature<NoteAction, Note, Void>(middleware: effects)
                    .lift(.case(NotesAction.note, in: NoteScreen.note, identity: .none))
                    .lift(state: \NotesState.screen).middleware(())
            },
            {
                Feature<NoteAction, Note, Void>(middleware: effects)
                    .lift(.case(NotesAction.note, optional: \NotesState.note, identity: .none), dependencies: { $0 })
                    .lift(dependencies: { (_: Int) in }).middleware(5)
            },
            {
                MiddlewareReader<Void, EffectMiddleware<NoteAction, NoteAction, Note>> { _ in effects }
                    .mapMiddleware { $0.lift(.case(NotesAction.note, optional: \NotesState.note, identity: .none)) }
                    .inject(())
            },
            {
                MiddlewareReader<Void, EffectMiddleware<NoteAction, NoteAction, Note>> { _ in effects }
                    .mapMiddleware { $0.lift(.case(NotesAction.note, in: NoteScreen.note, identity: .none)) }
                    .inject(())
                    .lift(state: \NotesState.screen)
            },
            {
                VirtualWorld.saving(.each, Sketch.self)
                    .lift(.case(NotesAction.note, optional: \NotesState.sketch)).composition
            },
        ]
        for middleware in lifted {
            let store = world.store(middleware())
            store.dispatch(.open(1))
            store.dispatch(.note(.save(1)))
            world.drain()
            store.dispatch(.open(2))
            world.advance(by: .seconds(9))
            #expect(store.state.log == [1])
        }
    }

    @Test func keyReplacesTheIDAsIdentity() {
        let feature = Feature<NoteAction, Note, Void>(middleware: VirtualWorld.saving(.each, Note.self))
        let store = world.store(
            feature.lift(.case(NotesAction.note, optional: \NotesState.note, identity: .by(\.tag))).middleware(())
        )
        store.dispatch(.open(1, tag: 5))
        store.dispatch(.note(.save(1)))
        world.drain()
        store.dispatch(.open(2, tag: 5))
        world.advance(by: .seconds(9))
        #expect(store.state.log == [1])
        store.dispatch(.note(.save(2)))
        world.drain()
        store.dispatch(.note(.tag(6)))
        world.advance(by: .seconds(9))
        #expect(store.state.log == [1])
    }

    // MARK: Parts inside of parts

    @Test(
        arguments: [
            (.open(2, inner: [7]), []), (.open(1, inner: [8]), []), (.open(1), []), (.open(nil), []),
            (.open(1, tag: 3, inner: [7]), [1]),
        ] as [(NotesAction, [Int])]
    )
    func valueInAValueEndsWithBoth(change: NotesAction, log: [Int]) {
        let same = CasePath<NoteAction, NoteAction>(extract: { $0 }, embed: { $0 })
        let effects = VirtualWorld.saving(.each, Note.self)
        let nested: [@Sendable () -> AnyMiddleware<NotesAction, NotesAction, NotesState>] = [
            {
                effects.lift(.case(same, optional: \Note.only))
                    .lift(.case(NotesAction.note, optional: \NotesState.note)).composition
            },
            {
                Feature<NoteAction, Note, Void>(middleware: effects).lift(.case(same, optional: \Note.only))
                    .lift(.case(NotesAction.note, in: NoteScreen.note)).lift(state: \NotesState.screen)
                    .middleware(())
            },
        ]
        for middleware in nested {
            let store = world.store(middleware())
            store.dispatch(.open(1, inner: [7]))
            store.dispatch(.note(.save(1)))
            world.drain()
            #expect(world.sleepers == 1)
            store.dispatch(change)
            world.advance(by: .seconds(9))
            #expect(store.state.log == log)
        }
    }

    @Test(
        arguments: [
            (.open(2, inner: [7, 8]), []), (.open(1, inner: [8]), [8]), (.open(1, inner: [8, 7]), [7, 8]),
        ] as [(NotesAction, [Int])]
    )
    func elementsOfAValueEndWithBoth(change: NotesAction, log: [Int]) {
        let rows = VirtualWorld.saving(.each, Note.self)
            .lift(
                .case(
                    CasePath(
                        extract: { (action: ElementIDAction<Double, NoteAction>) in action },
                        embed: { (action: ElementIDAction<Double, NoteAction>) in action }
                    ),
                    each: \Note.inner
                )
            )
            .lift(.case(NotesAction.row, optional: \NotesState.note))
        let store = world.store(rows)
        store.dispatch(.open(1, inner: [7, 8]))
        for id in [7.0, 8] { store.dispatch(.row(ElementIDAction(id: id, action: .save(Int(id))))) }
        world.drain()
        #expect(world.sleepers == 2)
        store.dispatch(change)
        world.advance(by: .seconds(9))
        #expect(store.state.log == log)
    }

    @Test func valueInAnElementEndsWithItsID() {
        struct Table: Sendable, Identifiable {
            let id: Int
            var note: Note?
        }
        typealias Tables = ComposedMiddleware<
            ElementIDAction<Int, NoteAction>, ElementIDAction<Int, NoteAction>, [Table]
        >
        let same = CasePath<NoteAction, NoteAction>(extract: { $0 }, embed: { $0 })
        let effects: Tables = VirtualWorld.saving(.each, Note.self)
            .lift(.case(same, optional: \Table.note))
            .lift(.case(CasePath(extract: { $0 }, embed: { $0 }), each: \.self))
        let saved = Recorder<Int>()
        let reducer = Reducer<ElementIDAction<Int, NoteAction>, [Table]>.reduce { action, tables in
            switch action.action {
            case .saved(let number): saved.record(number)
            case .tag(let id): tables[action.id].note = Note(id: Double(id))
            default: break
            }
        }
        let store = Store(
            initialState: [0, 1].map { Table(id: $0, note: Note(id: 5)) },
            reducer: reducer,
            middleware: effects,
            environment: world.environment
        )
        for id in [0, 1] { store.dispatch(ElementIDAction(id: id, action: .save(id))) }
        world.drain()
        store.dispatch(ElementIDAction(id: 0, action: .tag(6)))
        world.advance(by: .seconds(9))
        #expect(saved.events == [1])
    }

    // MARK: Rules and policies

    @Test(arguments: Way.allCases)
    func ruleOfTheStateStartsAgainForTheNewValue(way: Way) {
        let effects = EffectMiddleware<NoteAction, NoteAction, Note>()
            .during({ $0.tag }) { tag, effect in
                effect.send(.began(tag))
                try await effect.sleep(for: .seconds(1))
                effect.send(.saved(tag + 100))
            }
            .forEach({ [$0.tag] }) { tag, effect in
                try await effect.sleep(for: .seconds(2))
                effect.send(.saved(tag + 200))
            }
        let store = world.store(way.middleware(of: effects))
        store.dispatch(.open(1, tag: 5))
        world.drain()
        store.dispatch(.open(2, tag: 5))
        world.drain()
        #expect(store.state.log == [5, 5])
        #expect(world.sleepers == 2)
        store.dispatch(.open(2, tag: 6))
        world.drain()
        #expect(world.sleepers == 2)
        world.advance(by: .seconds(9))
        #expect(store.state.log == [5, 5, 6, 106, 206])
    }

    @Test(
        arguments: [
            .each.debounced(for: .seconds(1)), .each.throttled(for: .seconds(3)), .queued, .keepingLatest,
        ] as [EffectPolicy<Int>]
    )
    func triggerOfAReplacedValueThatWaitsIsDropped(policy: EffectPolicy<Int>) {
        let store = world.store(Way.optional.middleware(of: VirtualWorld.saving(policy)))
        store.dispatch(.open(1))
        for number in [1, 2] { store.dispatch(.note(.save(number))) }
        world.drain()
        store.dispatch(.open(2))
        world.advance(by: .seconds(9))
        #expect(store.state.log == [])
    }

    /// The runs of two values are as separate as those of two elements of a collection.
    @Test func runThatIgnoresCancellationDoesNotDelayTheNextValue() {
        let effects = EffectMiddleware<NoteAction, NoteAction, Note>()
            .on(\.save, .first) { [world] number, effect in
                await world.sleepStubbornly(for: .seconds(5))
                effect.send(.saved(number))
            }
            .on(\.type, .each.throttled(for: .seconds(10), latest: false)) { number, effect in
                effect.send(.saved(number))
            }
        let store = world.store(Way.optional.middleware(of: effects))
        store.dispatch(.open(1))
        store.dispatch(.note(.save(1)))
        store.dispatch(.note(.type(2)))
        world.advance(by: .seconds(1))
        store.dispatch(.open(2))
        store.dispatch(.note(.save(3)))
        store.dispatch(.note(.type(4)))
        world.advance(by: .seconds(5))
        #expect(store.state.log == [2, 4, 3])
    }

    @Test(arguments: Way.allCases)
    func runThatIgnoresCancellationReadsTheStateOfItsOwnValue(way: Way) {
        let seen = Recorder<Int>()
        let effects = EffectMiddleware<NoteAction, NoteAction, Note>()
            .on(\.save) { [world] _, effect in
                for _ in 0..<3 {
                    seen.record(effect.state.tag)
                    await world.sleepStubbornly(for: .seconds(1))
                }
            }
        let store = world.store(way.middleware(of: effects))
        store.dispatch(.open(1, tag: 5))
        store.dispatch(.note(.save(1)))
        world.drain()
        store.dispatch(.note(.tag(6)))
        world.advance(by: .seconds(1))
        store.dispatch(.open(2, tag: 7))
        world.advance(by: .seconds(9))
        #expect(seen.events == [5, 6, 6])
    }

    // MARK: An app

    private struct Library: Sendable {
        var editor: Note?
        var closed: [Double] = []
    }

    /// The answer for note 1 must not close the editor of note 2, which a link has opened.
    @Test func answerForAReplacedNoteClosesNoEditor() {
        let editor = Feature<NoteAction, Note, Void>(middleware: VirtualWorld.saving(.each, Note.self))
            .lift(.case(NotesAction.note, optional: \Library.editor))
        let app = Feature<NotesAction, Library, Void> { action, library in
            switch action {
            case .open(let id, _, _): library.editor = id.map { Note(id: $0) }
            case .note(.saved):
                if let id = library.editor?.id { library.closed.append(id) }
                library.editor = nil
            default: break
            }
        }
        let store = Store(
            initialState: Library(),
            feature: editor <> app,
            dependencies: (),
            environment: world.environment
        )
        store.dispatch(.open(1))
        store.dispatch(.note(.save(1)))
        world.drain()
        store.dispatch(.open(2))
        world.advance(by: .seconds(9))
        #expect(store.state.editor?.id == 2)
        store.dispatch(.note(.save(2)))
        world.advance(by: .seconds(9))
        #expect(store.state.closed == [2])
    }
}

private struct Wrapped: Sendable {
    var note: Note
}

extension NotesState {
    fileprivate var wrapped: Wrapped? {
        get { note.map(Wrapped.init) }
        set { note = newValue?.note }
    }
}

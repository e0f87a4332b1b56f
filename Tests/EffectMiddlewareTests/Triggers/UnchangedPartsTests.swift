// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

private struct Chamber: Sendable, Identifiable {
    var id: Int
    var key: Int?
    var inner: [Chamber] = []
}

private struct Castle: Sendable {
    var rooms: [Chamber] = []
    var byName: [Int: Chamber] = [:]
    var visits = 0
}

private typealias Change = @Sendable (inout Castle) -> Void

/// The rules of parts that an action hasn't changed are not asked.
@Suite struct UnchangedPartsTests {
    private let world = VirtualWorld()
    /// The ids of the rooms that were asked for their key.
    private let asked = Recorder<Int>()
    private let running = Lock<Set<[Int]>>([])

    /// A run for the key of a room.
    private func effects(_ place: Int) -> EffectMiddleware<Bool, Bool, Chamber> {
        EffectMiddleware<Bool, Bool, Chamber>().during({ [asked] room -> [Int]? in
            asked.record(room.id)
            return room.key.map { [place, room.id, $0] }
        }) { [running] run, effect in
            running.withLock { _ = $0.insert(run) }
            defer { running.withLock { _ = $0.remove(run) } }
            try await effect.sleep(for: .seconds(1_000))
        }
    }

    private func store(_ house: Castle = Castle()) -> Store<Change, Castle> {
        func never<ID: SendableMetatype>() -> CasePath<Change, ElementIDAction<ID, Bool>> {
            CasePath(extract: { _ in nil }, embed: { _ in { _ in } })
        }
        let beds = effects(1).lift(
            inputAction: { (_: Bool) -> ElementIDAction<Int, Bool>? in nil },
            outputAction: { $0.action },
            parts: StateParts(elements: { (room: Chamber) in room.inner })
        )
        let middleware =
            effects(0).lift(.case(never(), each: \Castle.rooms))
            <> beds.lift(.case(never(), each: \Castle.rooms))
            <> effects(2).lift(.case(never(), values: \Castle.byName))
        return Store(
            initialState: house,
            reducer: .reduce { change, house in change(&house) },
            middleware: middleware,
            environment: world.environment
        )
    }

    /// The runs that a state should have.
    private func runs(of house: Castle) -> Set<[Int]> {
        Set(
            house.rooms.flatMap { room in
                [room.key.map { [0, room.id, $0] }] + room.inner.map { inner in inner.key.map { [1, inner.id, $0] } }
            }.compactMap(\.self)
                + house.byName.values.compactMap { room in room.key.map { [2, room.id, $0] } }
        )
    }

    @Test func onlyChangedPartsAreAsked() {
        let rooms = (0..<3).map {
            Chamber(id: $0, key: $0, inner: [Chamber(id: 10 + $0, key: 1), Chamber(id: 20 + $0, key: 1)])
        }
        let store = store(Castle(rooms: rooms, byName: [5: Chamber(id: 5, key: 5), 6: Chamber(id: 6, key: 6)]))
        func askedAt(_ change: @escaping Change) -> Set<Int> {
            let before = asked.events.count
            store.dispatch(change)
            world.drain()
            #expect(running.withLock { $0 } == runs(of: store.state))
            return Set(asked.events[before...])
        }
        #expect(askedAt { $0.visits += 1 } == [])
        #expect(askedAt { $0.rooms[1].key = 7 } == [0, 1, 2])
        #expect(askedAt { $0.rooms[1].key = 7 } != [5])
        #expect(askedAt { $0.visits += 1 } == [])
        #expect(askedAt { $0.byName[5]?.key = nil } == [5, 6])
        #expect(askedAt { $0.rooms[2].inner[1].key = 2 }.isSuperset(of: [12, 22]))
        #expect(askedAt { $0.rooms.removeFirst() } == [1, 2])
        #expect(askedAt { $0.visits += 1 } == [])
        #expect(askedAt { $0.rooms = [] } == [])
        #expect(askedAt { $0.visits += 1 } == [])
    }

    /// Any change of the parts is found, whether in place or by a new collection, and each removed part loses its run.
    @Test func runsFollowTheStateInRandomPrograms() {
        for seed in 0..<UInt64(programCount) {
            var random = SeededGenerator(seed: seed)
            let store = store()
            for _ in 0..<12 {
                let (place, id) = (Int.random(in: 0..<4, using: &random), Int.random(in: 0..<6, using: &random))
                let key = Bool.random(using: &random) ? id : nil
                let isShuffled = SeededGenerator(seed: random.next())
                let kind = Int.random(in: 0..<10, using: &random)
                store.dispatch { house in
                    var random = isShuffled
                    let place = house.rooms.isEmpty ? nil : place % house.rooms.count
                    switch kind {
                    case 0, 1:
                        if !house.rooms.contains(where: { $0.id == id }) {
                            house.rooms.append(Chamber(id: id, key: key))
                        }
                    case 2: if let place { house.rooms[place].key = key }
                    case 3: if let place { house.rooms.remove(at: place) }
                    case 4: house.rooms.shuffle(using: &random)
                    case 5:
                        if let place {
                            let first = 10 * house.rooms[place].id
                            house.rooms[place].inner = (0..<id).map { Chamber(id: first + $0, key: key) }
                        }
                    case 6: if let place, !house.rooms[place].inner.isEmpty { house.rooms[place].inner[0].key = key }
                    case 7: house.byName[id] = key.map { Chamber(id: id, key: $0) }
                    case 8: house.rooms = house.rooms.map { $0 }
                    default: house.visits += 1
                    }
                }
                world.drain()
                guard running.withLock({ $0 }) == runs(of: store.state) else {
                    Issue.record("seed \(seed), kind \(kind): \(running.withLock { $0 }), not \(runs(of: store.state))")
                    return
                }
            }
            store.dispatch { $0 = Castle() }
            world.drain()
        }
    }
}

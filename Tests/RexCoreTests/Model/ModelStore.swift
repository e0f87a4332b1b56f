// SPDX-License-Identifier: MIT

/// A single-threaded model of a store: a queue and a loop.
struct ModelStore {
    private let program: Program
    /// The number of notes after which the store is dropped.
    private let dropAfter: Int?
    private var queue: [Int] = []
    private var state: [Int] = []
    private var observers: [Int] = []
    private var nextObserver = 0
    private var isDropped = false
    private var noted = 0
    private(set) var notes: [String] = []

    init(_ program: Program, dropAfter: Int? = nil) {
        self.program = program
        self.dropAfter = dropAfter
    }

    /// Runs the program and returns all events.
    static func notes(of program: Program, dropAfter: Int? = nil) -> [String] {
        var store = ModelStore(program, dropAfter: dropAfter)
        for answers in program.middlewares { store.queue += answers.context }
        store.drain()
        for _ in 0..<program.observersAtFirst { store.observe() }
        for action in program.external {
            store.dispatch(action)
            store.drain()
        }
        return store.notes
    }

    private mutating func drain() {
        while !isDropped, !queue.isEmpty { process(queue.removeFirst()) }
    }

    private mutating func process(_ action: Int) {
        let answering = state.count < Program.limit
        for (number, answers) in program.middlewares.enumerated() {
            note("m\(number) handle \(action) \(state.count)")
            if answering { for answer in answers.handle[action] ?? [] { dispatch(answer) } }
        }
        state.append(action)
        notes.append("reduce \(action)")
        if !isDropped { notify(action, answering) }
        for (number, answers) in program.middlewares.enumerated() {
            note("m\(number) io \(action) \(state.count)")
            if answering { for answer in answers.io[action] ?? [] { dispatch(answer) } }
        }
    }

    private mutating func notify(_ action: Int, _ answering: Bool) {
        for number in observers where observers.contains(number) {
            note("o\(number) \(state.count)")
            guard answering, number < program.observers.count else { continue }
            for reaction in program.observers[number][action] ?? [] {
                switch reaction {
                case .dispatch(let answer): dispatch(answer)
                case .cancel(let other): observers.removeAll { $0 == other }
                case .observe: observe()
                }
            }
        }
    }

    private mutating func observe() {
        let number = nextObserver
        nextObserver += 1
        observers.append(number)
        note("o\(number) \(state.count)")
    }

    private mutating func dispatch(_ action: Int) {
        if !isDropped { queue.append(action) }
    }

    private mutating func note(_ note: String) {
        notes.append(note)
        noted += 1
        guard noted == dropAfter else { return }
        isDropped = true
        observers = []
    }
}

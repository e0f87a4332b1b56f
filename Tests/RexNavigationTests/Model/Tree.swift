// SPDX-License-Identifier: MIT

import EffectMiddleware
import Prism
import RexCore
import RexNavigation

// A stack of pages, each with a sheet, which has a sheet of its own. Each of them has effects.

/// What an effect does when the program lets it go on: it sends its number, which may end the presentation.
struct TreeRun: Sendable, Equatable {
    let number: Int
    var isEnding: Bool { number % 4 == 0 }
}

struct TreeLeaf: Sendable, Equatable {
    var done: [Int] = []
}

@Prism enum TreeLeafAction: Sendable, Equatable {
    case run(TreeRun), ran(TreeRun)

    /// The number of a run that ends the presentation.
    var ending: Int? { ran.flatMap { $0.isEnding ? $0.number : nil } }
}

struct TreeSheet: Sendable, Equatable {
    var done: [Int] = []
    var results: [Int] = []
    var leaf = Presented<TreeLeaf>()
}

@Prism enum TreeSheetAction: Sendable, Equatable {
    case run(TreeRun), ran(TreeRun), present, replace, result(Int)
    case leaf(PresentationAction<TreeLeafAction>)

    var ending: Int? { ran.flatMap { $0.isEnding ? $0.number : nil } }
}

struct TreePage: Sendable, Equatable {
    var kind = 0
    var done: [Int] = []
    var results: [Int] = []
    var sheet = Presented<TreeSheet>()
}

@Prism enum TreePageAction: Sendable, Equatable {
    case run(TreeRun), ran(TreeRun), present, replace, result(Int)
    case sheet(PresentationAction<TreeSheetAction>)

    var ending: Int? { ran.flatMap { $0.isEnding ? $0.number : nil } }
}

struct Tree: Sendable, Equatable {
    var path = PresentationStack<TreePage>()
    var results: [String] = []
}

@Prism enum TreeAction: Sendable, Equatable {
    case push, pushFrom(PresentationID?), pop, replaceTop, link([Int]), popToRoot, result(PresentationID, Int)
    case path(PresentationAction<TreePageAction>)
}

/// The effects of a tree wait here until the program lets them go on, whether they are cancelled or not.
final class TreeDesk: Sendable {
    private let gates = Lock<[Int: AsyncGate]>([:])
    let events = EventLog()

    func gate(_ number: Int) -> AsyncGate {
        gates.withLock { gates in
            let gate = gates[number] ?? AsyncGate()
            gates[number] = gate
            return gate
        }
    }

    func run(_ run: TreeRun, then send: @Sendable () -> Void) async {
        events.record("started \(run.number)")
        await gate(run.number).wait()
        send()
        events.record("ended \(run.number)")
    }
}

private let leaf = Feature<TreeLeafAction, TreeLeaf, TreeDesk> { action, leaf in
    if case .ran(let run) = action { leaf.done.append(run.number) }
} effects: { effects, desk in
    effects.on(\.run) { run, effect in await desk.run(run) { effect.send(.ran(run)) } }
}

private let sheet = Feature<TreeSheetAction, TreeSheet, TreeDesk>.combine {
    Feature { action, sheet in
        switch action {
        case .ran(let run): sheet.done.append(run.number)
        case .present: sheet.leaf.present(TreeLeaf())
        case .replace:
            sheet.leaf.dismiss()
            sheet.leaf.present(TreeLeaf())
        case .result(let number): sheet.results.append(number)
        case .run, .leaf: break
        }
    } effects: { effects, desk in
        effects.on(\.run) { run, effect in await desk.run(run) { effect.send(.ran(run)) } }
    }
    leaf.liftToPresented(
        case: TreeSheetAction.prisms.leaf,
        state: \.leaf,
        ends: \.ending,
        sending: TreeSheetAction.result
    )
}

private let page = Feature<TreePageAction, TreePage, TreeDesk>.combine {
    Feature { action, page in
        switch action {
        case .ran(let run): page.done.append(run.number)
        case .present: page.sheet.present(TreeSheet())
        case .replace: page.sheet.replace(with: TreeSheet())
        case .result(let number): page.results.append(number)
        case .run, .sheet: break
        }
    } effects: { effects, desk in
        effects.on(\.run) { run, effect in await desk.run(run) { effect.send(.ran(run)) } }
    }
    sheet.liftToPresented(
        case: TreePageAction.prisms.sheet,
        state: \.sheet,
        ends: \.ending,
        sending: TreePageAction.result
    )
}

let tree = Feature<TreeAction, Tree, TreeDesk>.combine {
    Feature { action, tree in
        switch action {
        case .push: tree.path.push(TreePage())
        case .pushFrom(let id): tree.path.push(TreePage(), from: id)
        case .pop: tree.path.pop()
        case .replaceTop: tree.path.replaceTop(with: TreePage())
        case .link(let kinds): tree.path.show(kinds.map { TreePage(kind: $0) }) { $0.kind == $1.kind }
        case .popToRoot: tree.path.popToRoot()
        case .result(let id, let number): tree.results.append("\(id) \(number)")
        case .path: break
        }
    }
    page.liftToStack(case: TreeAction.prisms.path, state: \.path, ends: .when(\.ending, sending: TreeAction.result))
}

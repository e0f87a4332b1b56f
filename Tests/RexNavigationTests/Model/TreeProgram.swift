// SPDX-License-Identifier: MIT

import RexCore
import RexNavigation
import RexTestSupport

/// A random program on a tree of presentations, whose effects go on in a random order, also long after their end.
///
/// The model knows no effects: it applies an action to the presentation with exactly these ids, or to none.
struct TreeProgram {
    /// The ids of a presentation: of a page, its sheet, and the sheet of that.
    private typealias Path = [PresentationID]

    private let desk = TreeDesk()
    private let log = Recorder<TreeAction>()
    private let store: Store<TreeAction, Tree>
    private var model = Tree()
    private var expected: [TreeAction] = []
    private var random: SeededGenerator
    private var lastRun = 0
    private var running: [(run: TreeRun, path: Path)] = []
    /// The runs of presentations that are gone.
    private var outlived: Set<Int> = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        let log = log
        let logger = Feature<TreeAction, Tree, TreeDesk>(
            middleware: AnyMiddleware<TreeAction, TreeAction, Tree> { action, _, _ in
                log.record(action)
                return .pure()
            }
        )
        store = Store(initialState: Tree(), feature: logger <> tree, dependencies: desk)
    }

    /// Whether the store has the state of the model and has processed exactly the expected actions.
    var isLikeItsModel: Bool { store.state == model && log.events == expected }

    var difference: String {
        "\(store.state) instead of \(model), \(log.events.suffix(3)) instead of \(expected.suffix(3))"
    }

    mutating func step() async {
        switch Int.random(in: 0..<16, using: &random) {
        case 0: dispatch(.push)
        case 1: dispatch(.pushFrom(Bool.random(using: &random) ? model.path.ids.last : 1))
        case 2: dispatch(.pop)
        case 3: dispatch(.replaceTop)
        case 4: dispatch(.link([0, 1, 0].prefix(.random(in: 0...3, using: &random)).map { $0 }))
        case 5: dispatch(.path(.dismissed(anyID())))
        case 6...8: await startRun()
        case 9...11: await continueRun()
        default: sendToAPresentation()
        }
    }

    /// Lets all effects end, and waits for them.
    mutating func finish() async {
        while !running.isEmpty { await continueRun() }
        await store.settled()
    }

    /// Dispatches an action and applies it to the model.
    private mutating func dispatch(_ action: TreeAction) {
        store.dispatch(action)
        apply(action)
    }

    private mutating func apply(_ action: TreeAction) {
        var waiting = [action]
        while !waiting.isEmpty {
            let next = waiting.removeFirst()
            // The store refuses an action for a presentation that is gone.
            guard isPresent(Self.path(of: next)) else { continue }
            expected.append(next)
            waiting += Self.reduce(next, &model)
        }
        for (run, path) in running where !isPresent(path) { outlived.insert(run.number) }
    }

    private mutating func startRun() async {
        lastRun += 1
        let (run, path) = (TreeRun(number: lastRun), anyPath())
        let isStarted = isPresent(path)
        dispatch(Self.action(for: path, .run(run)))
        guard isStarted else { return }
        running.append((run, path))
        await desk.events.wait(for: "started \(run.number)")
    }

    private mutating func continueRun() async {
        guard let index = running.indices.randomElement(using: &random) else { return }
        let (run, path) = running.remove(at: index)
        let isAlive = !outlived.contains(run.number)
        desk.gate(run.number).open()
        await desk.events.wait(for: "ended \(run.number)")
        if isAlive { apply(Self.action(for: path, .ran(run))) }
    }

    private mutating func sendToAPresentation() {
        let path = anyPath()
        switch Int.random(in: 0..<4, using: &random) {
        case 0: dispatch(Self.action(for: path, .present))
        case 1: dispatch(Self.action(for: path, .replace))
        case 2:
            lastRun += 1
            dispatch(Self.action(for: path, .ran(TreeRun(number: lastRun))))
        default: dispatch(Self.action(for: path, .dismissInner(anyID())))
        }
    }

    private mutating func anyID() -> PresentationID {
        PresentationID(integerLiteral: .random(in: 1...4, using: &random))
    }

    /// Returns a path that is there, usually, or one that was or will be.
    private mutating func anyPath() -> Path {
        guard Int.random(in: 0..<4, using: &random) > 0, let page = model.path.randomElement(using: &random) else {
            return (0..<Int.random(in: 1...3, using: &random)).map { _ in anyID() }
        }
        let sheet = page.value.sheet.presentation
        let path = [page.id, sheet?.id, sheet?.value.leaf.id].compactMap { $0 }
        return Array(path.prefix(.random(in: 1...3, using: &random)))
    }

    private func isPresent(_ path: Path) -> Bool {
        guard !path.isEmpty else { return true }
        guard let page = model.path[id: path[0]] else { return false }
        guard path.count > 1 else { return true }
        guard let sheet = page.sheet.presentation, sheet.id == path[1] else { return false }
        return path.count == 2 || sheet.value.leaf.id == path[2]
    }
}

extension TreeProgram {
    private enum Local { case run(TreeRun), ran(TreeRun), present, replace, dismissInner(PresentationID) }

    private static func action(for path: Path, _ local: Local) -> TreeAction {
        guard path.count > 1 else { return .path(.presented(path[0], page(local))) }
        guard path.count > 2 else { return .path(.presented(path[0], .sheet(.presented(path[1], sheet(local))))) }
        let inner: PresentationAction<TreeLeafAction> =
            switch local {
            case .run(let run): .presented(path[2], .run(run))
            case .ran(let run): .presented(path[2], .ran(run))
            case .present, .replace, .dismissInner: .dismissed(path[2])
            }
        return .path(.presented(path[0], .sheet(.presented(path[1], .leaf(inner)))))
    }

    private static func page(_ local: Local) -> TreePageAction {
        switch local {
        case .run(let run): .run(run)
        case .ran(let run): .ran(run)
        case .present: .present
        case .replace: .replace
        case .dismissInner(let id): .sheet(.dismissed(id))
        }
    }

    private static func sheet(_ local: Local) -> TreeSheetAction {
        switch local {
        case .run(let run): .run(run)
        case .ran(let run): .ran(run)
        case .present: .present
        case .replace: .replace
        case .dismissInner(let id): .leaf(.dismissed(id))
        }
    }

    /// Returns the ids of the presentation that an action is for; none for the tree.
    private static func path(of action: TreeAction) -> Path {
        guard case .path(let page) = action else { return [] }
        guard case .sheet(let sheet)? = page.presented?.action else { return [page.id] }
        guard case .leaf(let leaf)? = sheet.presented?.action else { return [page.id, sheet.id] }
        return [page.id, sheet.id, leaf.id]
    }

    /// Changes the model, and returns the results that are sent.
    private static func reduce(_ action: TreeAction, _ tree: inout Tree) -> [TreeAction] {
        switch action {
        case .push: tree.path.push(TreePage())
        case .pushFrom(let id): if tree.path.ids.last == id { tree.path.push(TreePage()) }
        case .pop: tree.path.pop()
        case .replaceTop: tree.path.replaceTop(with: TreePage())
        case .link(let kinds): tree.path.show(kinds.map { TreePage(kind: $0) }) { $0.kind == $1.kind }
        case .popToRoot: tree.path.popToRoot()
        case .result(let id, let number): tree.results.append("\(id) \(number)")
        case .path(.dismissed(let id)): tree.path.dismiss(id)
        case .path(.presented(let id, .ran(let run))):
            tree.path.update(id) { $0.done.append(run.number) }
            if run.isEnding, tree.path.dismiss(id) { return [.result(id, run.number)] }
        case .path(.presented(let id, let action)):
            let results: [TreePageAction]? = tree.path.update(id) { reduce(action, &$0) }
            return (results ?? []).map { .path(.presented(id, $0)) }
        }
        return []
    }

    private static func reduce(_ action: TreePageAction, _ page: inout TreePage) -> [TreePageAction] {
        switch action {
        case .run, .ran: break
        case .present: if page.sheet.isEmpty { page.sheet.replace(with: TreeSheet()) }
        case .replace: page.sheet.replace(with: TreeSheet())
        case .result(let number): page.results.append(number)
        case .sheet(.dismissed(let id)): page.sheet.dismiss(id)
        case .sheet(.presented(let id, .ran(let run))):
            if page.sheet.id == id { page.sheet.update { $0.done.append(run.number) } }
            if run.isEnding, page.sheet.dismiss(id) { return [.result(run.number)] }
        case .sheet(.presented(let id, let action)):
            guard page.sheet.id == id else { return [] }
            let results: [TreeSheetAction]? = page.sheet.update { reduce(action, &$0) }
            return (results ?? []).map { .sheet(.presented(id, $0)) }
        }
        return []
    }

    private static func reduce(_ action: TreeSheetAction, _ sheet: inout TreeSheet) -> [TreeSheetAction] {
        switch action {
        case .run, .ran: break
        case .present: if sheet.leaf.isEmpty { sheet.leaf.replace(with: TreeLeaf()) }
        case .replace: sheet.leaf.replace(with: TreeLeaf())
        case .result(let number): sheet.results.append(number)
        case .leaf(.dismissed(let id)): sheet.leaf.dismiss(id)
        case .leaf(.presented(let id, .ran(let run))):
            if sheet.leaf.id == id { sheet.leaf.update { $0.done.append(run.number) } }
            if run.isEnding, sheet.leaf.dismiss(id) { return [.result(run.number)] }
        case .leaf(.presented(_, .run)): break
        }
        return []
    }
}

// SPDX-License-Identifier: MIT

import RexNavigation

/// A screen of the model, by the sentences of the documentation alone.
///
/// It knows no effects: it applies an action to the presentation with exactly these ids, or to none.
struct TreeNode: Equatable {
    /// A container: the presentations from the bottom to the top, and the number of the last id.
    struct Container: Equatable {
        struct Item: Equatable {
            let id: PresentationID
            var node: TreeNode
        }

        var items: [Item] = []
        private var lastID: Int64 = 0

        static func == (lhs: Container, rhs: Container) -> Bool { lhs.items == rhs.items }

        func index(of id: PresentationID) -> Int? { items.firstIndex { $0.id == id } }

        mutating func add(_ node: TreeNode) {
            lastID += 1
            items.append(Item(id: PresentationID(integerLiteral: lastID), node: node))
        }

        /// Keeps the lowest presentations.
        mutating func keep(_ count: Int) { items = Array(items.prefix(max(0, count))) }

        mutating func dismiss(_ id: PresentationID) {
            if let index = index(of: id) { keep(index) }
        }
    }

    var body: TreeBody
    private var sheet = Container.empty
    private var path = Container.empty
    private var alert = Container.empty

    init(_ body: TreeBody) { self.body = body }

    init(_ new: NewScreen) { self.init(TreeBody(new)) }

    init(alert number: Int) { self.init(NewScreen(serial: -1 - number, kind: 0, topic: nil)) }

    subscript(slot: TreeSlot) -> Container {
        get {
            switch slot {
            case .sheet: sheet
            case .path: path
            case .alert: alert
            }
        }
        set {
            switch slot {
            case .sheet: sheet = newValue
            case .path: path = newValue
            case .alert: alert = newValue
            }
        }
    }

    /// Returns the screen at an address, or nil if it is gone.
    func screen(at address: some Collection<TreeStep>) -> TreeNode? {
        guard let step = address.first else { return self }
        let container = self[step.slot]
        return container.index(of: step.id).flatMap { container.items[$0].node.screen(at: address.dropFirst()) }
    }

    /// Calls `body` for this screen and all screens inside it, but for no alert.
    func forEachScreen(at address: TreeAddress = [], _ body: (TreeAddress, TreeNode) -> Void) {
        body(address, self)
        for slot in [TreeSlot.sheet, .path] {
            for item in self[slot].items {
                item.node.forEachScreen(at: address + [TreeStep(slot: slot, id: item.id)], body)
            }
        }
    }
}

extension TreeNode.Container {
    fileprivate static let empty = Self()
}

// MARK: The reduction

extension TreeNode {
    /// Applies an action whose presentation is there, and returns the result that it sends.
    mutating func apply(_ move: TreeMove) -> TreeMove? {
        reduce(move.address[...], move.verb)
        guard let step = move.address.last else { return nil }
        let parent = TreeAddress(move.address.dropLast())
        func result(_ verb: TreeVerb) -> TreeMove { TreeMove(address: parent, verb: .own(verb)) }
        switch move.verb {
        case .choose(let number): return result(.chosen(number))
        case .own(.ran(let run)):
            switch run.ending {
            case .none, .withoutResult: return nil
            case .withPlainAction: return result(.left(step.slot))
            case .withResult, .withState:
                return result(.result(step.slot, step.slot == .path ? step.id : nil, run.number))
            }
        case .own, .dismissed: return nil
        }
    }

    /// The order: reducers ahead of the lift, the child, the dismissal, reducers behind the lift.
    private mutating func reduce(_ address: ArraySlice<TreeStep>, _ verb: TreeMove.Verb) {
        guard let step = address.first else {
            if case .own(let verb) = verb { reduce(verb) }
            return
        }
        let (run, depth) = (verb.closing, address.count)
        if depth == 1, run?.closer == .parentAhead { closeAll() }
        if let index = self[step.slot].index(of: step.id) {
            self[step.slot].items[index].node.reduce(address.dropFirst(), verb)
            if depth == 1, verb.endsPresentation { self[step.slot].dismiss(step.id) }
        }
        if depth == 1, run?.closer == .parentBehind { closeAll() }
        if depth == 2, run?.closer == .grandparentBehind { closeAll() }
    }

    private mutating func reduce(_ verb: TreeVerb) {
        body.reduce(verb)
        switch verb {
        case .change(let changes): for change in changes { self.change(change) }
        case .chosen(let number) where number % 3 == 0: change(.warn(number + 1))
        default: break
        }
    }

    private mutating func closeAll() {
        for slot in TreeSlot.allCases { self[slot].keep(0) }
    }

    private mutating func change(_ change: TreeChange) {
        switch change {
        case .present(let new): if sheet.items.isEmpty { sheet.add(TreeNode(new)) }
        case .replace(let new):
            sheet.keep(0)
            sheet.add(TreeNode(new))
        case .dismissSheet: sheet.keep(0)
        case .dismissSheetID(let id): sheet.dismiss(id)
        case .push(let new): path.add(TreeNode(new))
        case .pushFrom(let id, let new): if path.items.last?.id == id { path.add(TreeNode(new)) }
        case .replaceTop(let new):
            path.keep(path.items.count - 1)
            path.add(TreeNode(new))
        case .pop: path.keep(path.items.count - 1)
        case .popTo(let id): if let index = path.index(of: id) { path.keep(index + 1) }
        case .popToRoot: path.keep(0)
        case .dismiss(let id): path.dismiss(id)
        case .link(let new):
            let shared = zip(path.items, new).prefix { $0.node.body.kind == $1.kind }.count
            path.keep(shared)
            for screen in new.dropFirst(shared) { path.add(TreeNode(screen)) }
        case .rebuild(let new):
            path.keep(0)
            for screen in new { path.add(TreeNode(screen)) }
        case .warn(let number): if alert.items.isEmpty { alert.add(TreeNode(alert: number)) }
        }
    }
}

extension TreeMove.Verb {
    fileprivate var ran: TreeRun? { if case .own(let verb) = self { verb.ran } else { nil } }

    /// The run whose action lets a reducer close all that it shows.
    fileprivate var closing: TreeRun? { if case .own(let verb) = self { verb.closing } else { nil } }

    fileprivate var endsPresentation: Bool {
        switch self {
        case .dismissed, .choose: true
        case .own(let verb): verb.ran.map { $0.ending != .none } ?? false
        }
    }
}

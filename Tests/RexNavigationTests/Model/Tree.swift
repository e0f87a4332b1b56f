// SPDX-License-Identifier: MIT

import EffectMiddleware
import Prism
import RexCore
import RexNavigation

// A root with a sheet, a stack and an alert, whose screens have a sheet, a stack and an alert, and so on, three levels
// deep. Each screen has effects.

/// The state that all screens have.
struct TreeBody: Sendable, Equatable {
    enum Event: Sendable, Equatable {
        case ran(Int), ticked(Int), result(TreeSlot, PresentationID?, Int), left(TreeSlot), chosen(Int)
    }

    let serial: Int
    let kind: Int
    var topic: TreeTopic?
    var events: [Event] = []

    /// The run whose answer was the last action, or -1.
    var lastRun: Int { if case .ran(let number)? = events.last { number } else { -1 } }

    init(_ new: NewScreen) { (serial, kind, topic) = (new.serial, new.kind, new.topic) }

    mutating func reduce(_ verb: TreeVerb) {
        switch verb {
        case .ran(let run): events.append(.ran(run.number))
        case .ticked(let number): events.append(.ticked(number))
        case .topic(let topic): if topic?.kind != self.topic?.kind { self.topic = topic }
        case .result(let slot, let id, let number): events.append(.result(slot, id, number))
        case .left(let slot): events.append(.left(slot))
        case .chosen(let number): events.append(.chosen(number))
        case .run, .change: break
        }
    }
}

protocol TreeState: Sendable, Equatable {
    var body: TreeBody { get set }
    /// The plain form, for the comparison with the model.
    var node: TreeNode { get }

    init(_ new: NewScreen)
    mutating func change(_ changes: [TreeChange])
}

protocol TreeMessage: Sendable {
    static func own(_ verb: TreeVerb) -> Self

    var ownVerb: TreeVerb? { get }
    /// The run of an inner screen that lets a reducer close all that it shows.
    var innerClosing: TreeRun? { get }
    var move: TreeMove { get }

    init(_ move: TreeMove, from depth: Int)
}

struct TreeLeaf: TreeState {
    var body: TreeBody

    init(_ new: NewScreen) { body = TreeBody(new) }

    mutating func change(_ changes: [TreeChange]) {}
}

@Prism enum TreeLeafAction: TreeMessage {
    case own(TreeVerb)
}

struct Tree<Inner: TreeState>: TreeState {
    var body: TreeBody
    var sheet = Presented<Inner>()
    var path = PresentationStack<Inner>()
    var alert = Presented<Dialog<Int>>()

    init(_ new: NewScreen) { body = TreeBody(new) }

    mutating func change(_ changes: [TreeChange]) {
        for change in changes { self.change(change) }
    }

    private mutating func change(_ change: TreeChange) {
        switch change {
        case .present(let new): sheet.present(Inner(new))
        case .replace(let new): sheet.replace(with: Inner(new))
        case .dismissSheet: sheet.dismiss()
        case .dismissSheetID(let id): sheet.dismiss(id)
        case .push(let new): path.push(Inner(new))
        case .pushFrom(let id, let new): path.push(Inner(new), from: id)
        case .replaceTop(let new): path.replaceTop(with: Inner(new))
        case .pop: path.pop()
        case .popTo(let id): path.pop(to: id)
        case .popToRoot: path.popToRoot()
        case .dismiss(let id): path.dismiss(id)
        case .link(let new): path.show(new.map(Inner.init)) { $0.body.kind == $1.body.kind }
        case .rebuild(let new):
            var other = path
            other.popToRoot()
            for screen in new { other.push(Inner(screen)) }
            path = other
        case .warn(let number): warn(number)
        }
    }

    mutating func warn(_ number: Int) {
        alert.present(Dialog("\(number)", buttons: [.init("OK", choice: number)]))
    }

    mutating func closeAll() {
        path.popToRoot()
        sheet.dismiss()
        alert.dismiss()
    }
}

@Prism enum TreeAction<Inner: TreeMessage>: TreeMessage {
    case own(TreeVerb)
    case sheet(PresentationAction<Inner>)
    case path(PresentationAction<Inner>)
    case alert(PresentationAction<Int>)
}

typealias TreeCard = Tree<TreeLeaf>
typealias TreePage = Tree<TreeCard>
typealias TreeRoot = Tree<TreePage>
typealias TreeCardAction = TreeAction<TreeLeafAction>
typealias TreePageAction = TreeAction<TreeCardAction>
typealias TreeRootAction = TreeAction<TreePageAction>

let treeRoot: Feature<TreeRootAction, TreeRoot, TreeDesk> = screen(screen(screen(body())))

/// What all screens do.
private func body<Action: TreeMessage, State: TreeState>() -> Feature<Action, State, TreeDesk> {
    Feature { action, screen in
        guard let verb = action.ownVerb else { return }
        screen.body.reduce(verb)
        if case .change(let changes) = verb { screen.change(changes) }
    } effects: { effects, desk in
        effects.on({ $0.ownVerb?.run }) { run, effect in
            await desk.perform(.run(run.number), isStubborn: run.isStubborn, effect) { .own(.ran(run)) }
        }
        effects.during({ $0.body.topic?.kind }) { _, effect in
            // A run that was cancelled before its first step may read the state of a later one.
            guard !effect.isCancelled, let topic = effect.state.body.topic else { return }
            await desk.perform(.topic(topic.number), isStubborn: topic.isStubborn, effect) {
                .own(.ticked(topic.number))
            }
        }
    }
}

private func screen<Inner: TreeState, InnerAction: TreeMessage>(
    _ inner: Feature<InnerAction, Inner, TreeDesk>
) -> Feature<TreeAction<InnerAction>, Tree<Inner>, TreeDesk> {
    .combine {
        Feature { action, screen in
            if action.innerClosing?.closer == .parentAhead { screen.closeAll() }
        }
        body()
        Feature { action, screen in
            // An alert after an alert.
            if case .own(.chosen(let number)) = action, number % 3 == 0 { screen.warn(number + 1) }
        }
        inner.lift(
            .case(
                TreeAction<InnerAction>.prisms.sheet,
                presented: \.sheet,
                ends: .when({ $0.ends(.withResult) }, sending: { .own(.result(.sheet, nil, $0)) }),
                .when({ $0.ends(.withoutResult) != nil }),
                .when({ $0.ends(.withPlainAction) != nil }, sending: .own(.left(.sheet))),
                .when({ $0.ends(.withState) }, state: { .own(.result(.sheet, nil, $0.body.lastRun)) })
            )
        )
        inner.lift(
            .case(
                TreeAction<InnerAction>.prisms.path,
                stack: \.path,
                ends: .when({ $0.ends(.withResult) }, sending: { .own(.result(.path, $0, $1)) }),
                .when({ $0.ends(.withoutResult) != nil }),
                .when({ $0.ends(.withPlainAction) != nil }, sending: .own(.left(.path))),
                .when({ $0.ends(.withState) }, state: { .own(.result(.path, $0, $1.body.lastRun)) })
            )
        )
        Feature.dialog(TreeAction<InnerAction>.prisms.alert, state: \.alert, sending: { .own(.chosen($0)) })
        Feature { action, screen in
            let isParent = action.innerClosing?.closer == .parentBehind
            if isParent || action.innerMessage?.innerClosing?.closer == .grandparentBehind { screen.closeAll() }
        }
    }
}

extension TreeMessage {
    /// Returns the number of an action that ends its presentation in this way, or nil.
    fileprivate func ends(_ ending: TreeRun.Ending) -> Int? {
        ownVerb?.ran.flatMap { $0.ending == ending ? $0.number : nil }
    }
}

extension TreeAction {
    fileprivate var innerMessage: Inner? {
        switch self {
        case .sheet(let action), .path(let action): action.presented?.action
        case .own, .alert: nil
        }
    }
}

// MARK: The plain forms

extension TreeLeaf {
    var node: TreeNode { TreeNode(body) }
}

extension TreeLeafAction {
    var ownVerb: TreeVerb? { own }
    var innerClosing: TreeRun? { nil }
    var move: TreeMove {
        switch self {
        case .own(let verb): TreeMove(address: [], verb: .own(verb))
        }
    }

    init(_ move: TreeMove, from depth: Int) {
        guard case .own(let verb) = move.verb, move.address.count == depth else {
            preconditionFailure("\(move) is no action of a leaf.")
        }
        self = .own(verb)
    }
}

extension Tree {
    var node: TreeNode {
        var node = TreeNode(body)
        node[.sheet].items = sheet.map { .init(id: $0.id, node: $0.value.node) }
        node[.path].items = path.map { .init(id: $0.id, node: $0.value.node) }
        node[.alert].items = alert.map { .init(id: $0.id, node: TreeNode(alert: Int($0.value.title) ?? -1)) }
        return node
    }
}

extension TreeAction {
    var ownVerb: TreeVerb? { own }
    var innerClosing: TreeRun? { innerMessage?.ownVerb?.closing }
    var move: TreeMove {
        switch self {
        case .own(let verb): TreeMove(address: [], verb: .own(verb))
        case .sheet(let action): Self.move(action, in: .sheet) { $0.move }
        case .path(let action): Self.move(action, in: .path) { $0.move }
        case .alert(let action): Self.move(action, in: .alert) { TreeMove(address: [], verb: .choose($0)) }
        }
    }

    init(_ move: TreeMove, from depth: Int = 0) {
        guard depth < move.address.count else {
            guard case .own(let verb) = move.verb else { preconditionFailure("\(move) is no action of a screen.") }
            self = .own(verb)
            return
        }
        let (step, isLast) = (move.address[depth], depth == move.address.count - 1)
        switch (step.slot, move.verb) {
        case (.sheet, .dismissed) where isLast: self = .sheet(.dismissed(step.id))
        case (.path, .dismissed) where isLast: self = .path(.dismissed(step.id))
        case (.sheet, _): self = .sheet(.presented(step.id, Inner(move, from: depth + 1)))
        case (.path, _): self = .path(.presented(step.id, Inner(move, from: depth + 1)))
        case (.alert, .choose(let number)): self = .alert(.presented(step.id, number))
        case (.alert, _): self = .alert(.dismissed(step.id))
        }
    }

    private static func move<Local>(
        _ action: PresentationAction<Local>,
        in slot: TreeSlot,
        _ inner: (Local) -> TreeMove
    ) -> TreeMove {
        let step = TreeStep(slot: slot, id: action.id)
        guard let local = action.presented?.action else { return TreeMove(address: [step], verb: .dismissed) }
        return inner(local).inside(step)
    }
}

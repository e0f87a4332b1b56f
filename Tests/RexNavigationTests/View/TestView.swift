// SPDX-License-Identifier: MIT

import RexNavigation
import RexTestSupport

/// A hostile view over a ``PresentationCoordinator``, the same for each seed.
///
/// It drops requests that come in mid-transition, acknowledges late, twice or never, cancels swipes half-way, and writes
/// from screens that are gone. A transition may last two limits of the adapter. It notes each rule of the coordinator that is broken.
struct TestView {
    /// How the view acknowledges the end of a transition.
    enum Acknowledging { case atRandom, never }

    /// The presentations that are on the screen.
    private(set) var shown: [PresentationID] = []
    /// The broken rules.
    private(set) var violations: [String] = []
    /// The events, if `isTracing` is set.
    private(set) var trace: [String] = []
    var isTracing = false
    /// The presentations that the user has closed in the view, and that the adapter reports to the state.
    private(set) var dismissed: [PresentationID] = []

    private struct Animation {
        /// The number of the transition, or nil if the view didn't announce it.
        let number: Int?
        let target: [PresentationID]
        let isSwipe: Bool
    }

    private var coordinator: PresentationCoordinator
    private let kind: PresentationCoordinator.Kind
    private let acknowledging: Acknowledging
    private var random: SeededGenerator
    private var animation: Animation?
    /// Acknowledgements that come later.
    private var late: [(number: Int, shown: [PresentationID])] = []
    /// The screens that were on top, with those below them.
    private var formerScreens: [[PresentationID]] = []
    private var closedByUser: Set<PresentationID> = []
    /// The transitions that the view has announced, which run and have not expired.
    private var announced: Set<Int> = []
    private var expiriesOfAnimation = 0
    private var offersOfThisTurn = 0
    /// The number of offers to show nothing since the present sheet was shown.
    private var nothingOffers = 0

    init(_ kind: PresentationCoordinator.Kind, acknowledging: Acknowledging = .atRandom, seed: UInt64) {
        coordinator = PresentationCoordinator(kind)
        self.kind = kind
        self.acknowledging = acknowledging
        random = SeededGenerator(seed: seed)
    }

    /// Whether nothing moves and the coordinator waits for nothing.
    var isQuiet: Bool { animation == nil && late.isEmpty && coordinator.waitsFor == nil }

    /// Tells the view what the state shows.
    mutating func update(_ ids: [PresentationID]) {
        note { _ in "state \(ids)" }
        coordinator.show(ids)
        makeOffers()
    }

    /// Takes the presentations that the user has closed since the last call.
    mutating func takeDismissed() -> [PresentationID] {
        defer { dismissed = [] }
        return dismissed
    }

    /// Does something at random, with the user or without.
    mutating func step(withUser: Bool) {
        switch Int.random(in: 0..<(withUser ? 9 : 6), using: &random) {
        case 0, 1: beginTurn()
        case 2, 3: endAnimation()
        case 4: acknowledgeLate()
        case 5: expire()
        case 6: beginSwipe()
        case 7: endAnimation()
        default: writeFromFormerScreen()
        }
        makeOffers()
    }

    private mutating func note(_ event: (TestView) -> String) {
        if isTracing { trace.append(event(self)) }
    }

    private mutating func beginTurn() {
        coordinator.beginTurn()
        offersOfThisTurn = 0
    }

    private mutating func makeOffers() {
        while let offer = coordinator.nextOffer() {
            offersOfThisTurn += 1
            if offersOfThisTurn > 1 { violations.append("\(offersOfThisTurn) offers in a turn") }
            if !announced.isEmpty { violations.append("offer \(offer.number) while \(announced) run") }
            receive(offer)
            guard violations.count < 3 else { return }
        }
    }

    private mutating func receive(_ offer: PresentationOffer) {
        // A request in mid-transition is dropped.
        note { "offer \(offer.number) \(offer.ids)\($0.animation == nil ? "" : ", dropped")" }
        if offer.ids.isEmpty { nothingOffers += 1 }
        guard animation == nil else { return }
        if kind == .single, !shown.isEmpty, !offer.ids.isEmpty, shown != offer.ids, nothingOffers == 0 {
            violations.append("sheet \(shown) is replaced by \(offer.ids)")
        }
        expiriesOfAnimation = 0
        animation = Animation(number: offer.number, target: offer.ids, isSwipe: false)
        announced.insert(offer.number)
        if shown == offer.ids || Int.random(in: 0..<4, using: &random) == 0 { endAnimation() }
    }

    private mutating func endAnimation() {
        guard let animation else { return }
        self.animation = nil
        if let number = animation.number { announced.remove(number) }
        let before = shown
        // The user may also take hold of a transition that was offered, and cancel it.
        let isCancelled = Int.random(in: 0..<(animation.isSwipe ? 2 : 8), using: &random) == 0
        if !isCancelled { shown = animation.target }
        if shown != before {
            nothingOffers = 0
            if !before.isEmpty { formerScreens.append(before) }
        }
        note { "\(animation.isSwipe ? "swipe" : "transition") \(animation.number ?? 0) ended, shows \($0.shown)" }
        guard animation.isSwipe, !isCancelled else { return acknowledge(animation.number) }
        closedByUser.formUnion(before.filter { !shown.contains($0) })
        let writesFirst = Bool.random(using: &random)
        if !writesFirst { acknowledge(animation.number) }
        write(shown, insteadOf: Bool.random(using: &random) ? before : nil)
        if writesFirst { acknowledge(animation.number) }
    }

    private mutating func acknowledge(_ number: Int?) {
        guard let number, acknowledging == .atRandom else { return }
        let (isNow, isLate) = (Bool.random(using: &random), Bool.random(using: &random))
        if isLate { late.append((number, shown)) }
        if isNow { end(number, showing: shown) }
    }

    private mutating func end(_ number: Int, showing shown: [PresentationID]) {
        note { _ in "acknowledges \(number), showing \(shown)" }
        coordinator.transitionEnded(number, showing: shown)
    }

    private mutating func acknowledgeLate() {
        guard let index = late.indices.randomElement(using: &random) else { return }
        let (number, shown) = late.remove(at: index)
        end(number, showing: shown)
    }

    private mutating func expire() {
        guard let number = coordinator.waitsFor else { return }
        expiriesOfAnimation += 1
        if expiriesOfAnimation > 1 { endAnimation() }
        guard coordinator.waitsFor == number else { return }
        note { _ in "expired \(number)" }
        coordinator.expire(number)
        announced = announced.filter { $0 > number }
    }

    private mutating func beginSwipe() {
        guard animation == nil, !shown.isEmpty else { return }
        let target = Array(shown.prefix(kind == .single ? 0 : .random(in: 0..<shown.count, using: &random)))
        let number = Bool.random(using: &random) ? coordinator.transitionBegan() : nil
        if let number { announced.insert(number) }
        expiriesOfAnimation = 0
        note { _ in "swipe \(number ?? 0) begins" }
        animation = Animation(number: number, target: target, isSwipe: true)
    }

    private mutating func writeFromFormerScreen() {
        guard let former = formerScreens.randomElement(using: &random),
            !former.suffix(1).contains(where: shown.contains)
        else { return }
        write(former.dropLast(), insteadOf: former)
    }

    private mutating func write(_ ids: [PresentationID], insteadOf before: [PresentationID]?) {
        note { _ in "writes \(ids) instead of \(before ?? [])" }
        guard let id = coordinator.write(ids, insteadOf: before) else { return }
        if !closedByUser.contains(id) { violations.append("\(id) is closed, but not by the user") }
        dismissed.append(id)
    }
}

// SPDX-License-Identifier: MIT

import BridgeMiddleware
import EffectMiddleware
import GatedMiddleware
import InspectorMiddleware
import RequestMiddleware
import RexCore
import RexNavigation

import class RecorderMiddleware.Recorder

enum MallAction: Sendable {
    case shop(ShopAction)
    case row(ElementIDAction<Int, ShopAction>)
    case title(RequestAction<String, String>)
    case sheet(PresentationAction<SheetAction>)
    case open

    enum SheetAction: Sendable {
        case desk(ShopAction)
    }

    var shop: ShopAction? { if case .shop(let action) = self { action } else { nil } }
}

struct MallState: Sendable {
    struct Row: Identifiable, Sendable {
        let id: Int
        var shop = ShopState()
    }

    struct Sheet: Sendable {
        var shop = ShopState()
    }

    var shop = ShopState()
    var rows = [Row(id: 1)]
    var title = Request<String, String>()
    var sheet = Presented<Sheet>()
}

/// A store whose map has an entry of each kind.
struct Mall {
    private typealias Path<Value> = CasePath<MallAction, Value>
    private typealias App = Feature<MallAction, MallState, Void>
    private typealias Local = Feature<ShopAction, ShopState, Void>

    let recorder: Recorder<MallAction, MallState>
    let store: Store<MallAction, MallState>

    init(_ recorder: Recorder<MallAction, MallState> = Recorder()) {
        self.recorder = recorder
        store = Store(
            initialState: MallState(),
            feature: Mall.app.adding(recorder.middleware),
            dependencies: ()
        )
    }

    func inspector() throws -> Inspector {
        try Inspector(recorder, map: Mall.app.map(()), allowingReleaseBuilds: true)
    }

    private static let app = App.combine {
        shop.lift(case: shopPath, state: \.shop)
        greeting(named: "clean", line: 6).lift(state: \MallState.Row.shop).lift(.case(rowPath, each: \.rows))
        Feature.request(named: "title", file: "Mall.swift", line: 7) { (word: String, _: Void) in word }
            .lift(case: titlePath, state: \.title)
        greeting(named: "help", line: 8).lift(case: deskPath, state: \MallState.Sheet.shop)
            .lift(.case(sheetPath, presented: \.sheet, ends: .when { _ in false }))
        App { action, mall in if case .open = action { mall.sheet.present(MallState.Sheet()) } }
        Local(middleware: AnyMiddleware { _, _, _ in .pure() })
            .lift(case: Path<ShopAction>(extract: { _ in nil }, embed: MallAction.shop), state: \.shop)
    }

    private static let shop = Local.combine {
        greeting(named: "greet", line: 2).gated(state: \.isOpen, file: "Mall.swift", line: 1)
        Local(
            middleware: BridgeMiddleware<ShopAction, ShopAction, ShopState>()
                .bridge({ $0 == .checkOut ? .paid(1) : nil }, file: "Mall.swift", line: 3)
        )
        greeting(named: "ring", line: 5).mapMiddleware {
            $0.gated(
                controlAction: { $0 == .stay ? true : $0 == .leave ? false : nil },
                default: .bypass,
                file: "Mall.swift",
                line: 4
            )
        }
        Local { action, shop in if action == .close { shop.isOpen = false } }
    }

    private static func greeting(named name: String, line: UInt) -> Local {
        Local(
            { _, _ in },
            effects: { effects, _ in
                effects.on(\.isKnock, named: name, file: "Mall.swift", line: line) { _, _ in }
            }
        )
    }

    private static let shopPath = Path(extract: \.shop, embed: MallAction.shop, name: "shop")
    private static let rowPath = Path(
        extract: { if case .row(let row) = $0 { row } else { nil } },
        embed: MallAction.row,
        name: "row"
    )
    private static let titlePath = Path(
        extract: { if case .title(let title) = $0 { title } else { nil } },
        embed: MallAction.title,
        name: "title"
    )
    private static let sheetPath = Path(
        extract: { if case .sheet(let sheet) = $0 { sheet } else { nil } },
        embed: MallAction.sheet,
        name: "sheet"
    )
    private static let deskPath = CasePath<MallAction.SheetAction, ShopAction>(
        extract: { if case .desk(let desk) = $0 { desk } else { nil } },
        embed: MallAction.SheetAction.desk,
        name: "desk"
    )
}

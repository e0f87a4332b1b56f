// SPDX-License-Identifier: MIT

import RexCore

enum AppAction: Sendable, Equatable {
    case lifecycle(LifecycleAction)
    case reachability(ReachabilityAction)
    case typed(String)
    case find(String)
    case count
    case toggled(Bool)
    case row(ElementIDAction<Int, RowAction>)

    var lifecycle: LifecycleAction? { if case .lifecycle(let action) = self { action } else { nil } }
    var reachability: ReachabilityAction? { if case .reachability(let action) = self { action } else { nil } }
    var typed: String? { if case .typed(let text) = self { text } else { nil } }
    var toggled: Bool? { if case .toggled(let isOn) = self { isOn } else { nil } }
    var isCount: Bool { count != nil }
    var count: Void? { if case .count = self { () } else { nil } }
    var row: ElementIDAction<Int, RowAction>? {
        get { if case .row(let action) = self { action } else { nil } }
        set { if case .row = self, let newValue { self = .row(newValue) } }
    }
}

enum LifecycleAction: Sendable, Equatable {
    case didBecomeActive
    case didEnterBackground

    var didBecomeActive: Void? { if case .didBecomeActive = self { () } else { nil } }
    var didEnterBackground: Void? { if case .didEnterBackground = self { () } else { nil } }
}

enum ReachabilityAction: Sendable, Equatable {
    case startMonitoring
    case stopMonitoring

    var startMonitoring: Void? { if case .startMonitoring = self { () } else { nil } }
}

enum RowAction: Sendable, Equatable {
    case tapped
    case highlighted(String)

    var tapped: Void? { if case .tapped = self { () } else { nil } }
}

struct AppState: Sendable, Equatable {
    var settings = Settings()
    var count = 0
    var rows: [Row] = []
}

struct Settings: Sendable, Equatable {
    enum ReachabilityOptions: Sendable { case always, never }

    var reachabilityOptions = ReachabilityOptions.always
    var shouldUseReachability: Bool { reachabilityOptions == .always }
}

struct Row: Sendable, Equatable, Identifiable {
    var id: Int
    var isOpen = true
}

/// Returns a reducer that records each action, sets reachability to `.never` for the text "off",
/// and counts.
func recordingReducer(_ record: @escaping @Sendable (AppAction) -> Void) -> Reducer<AppAction, AppState> {
    .reduce { action, state in
        record(action)
        switch action {
        case .typed("off"): state.settings.reachabilityOptions = .never
        case .typed("on"): state.settings.reachabilityOptions = .always
        case .count: state.count += 1
        case .row(let row) where row.action == .tapped: state.rows.removeAll { $0.id == row.id && !$0.isOpen }
        default: break
        }
    }
}

// SPDX-License-Identifier: MIT

import RexCore

/// The helpers in the file of a test.
extension TestSource {
    /// - Parameter repeatsStart: Whether middlewares repeat the random numbers of the recording.
    static func reading(repeatsStart: Bool) -> String {
        let mark = """

                // The random numbers of the recording are repeated.
                if let mark = CodingUserInfoKey(rawValue: "\(RecordingCoding.key)") {
                    decoder.userInfo[mark] = "\(RecordingCoding.start.rawValue)"
                }
            """
        return """

            private func action(_ json: String) throws -> RecordedAction { try decoded(json, as: RecordedAction.self) }

            private func decoded<Value: Decodable>(_ json: String, as type: Value.Type) throws -> Value {
                let decoder = JSONDecoder()
                decoder.dataDecodingStrategy = .deferredToData
                decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                    positiveInfinity: "inf",
                    negativeInfinity: "-inf",
                    nan: "nan"
                )\(repeatsStart ? mark : "")
                return try decoder.decode(type, from: Data(json.utf8))
            }

            """
    }

    static let changing = """

        private func change(to json: String) throws -> (inout RecordedState) -> Void {
            let state = try decoded(json, as: RecordedState.self)
            return { $0 = state }
        }

        """

    static let sendingMeanwhile = """

        /// Sends what came from outside while an action was being processed, such as from an
        /// observer, and the random numbers of the start.
        private final class Meanwhile: MiddlewareProtocol {
            /// The actions that are sent with each action, by the number of that.
            private let actions: [Int: [RecordedAction]]
            private var count = 0
            private var output: AnyActionHandler<RecordedAction>?

            init(_ actions: [Int: [RecordedAction]]) {
                self.actions = actions
            }

            func receiveContext(
                getState: @escaping GetState<RecordedState>,
                output: AnyActionHandler<RecordedAction>
            ) {
                self.output = output
                for action in actions[0] ?? [] { output.dispatch(action) }
            }

            func handle(
                action: RecordedAction,
                from source: ActionSource,
                state: @escaping GetState<RecordedState>
            ) -> IO<RecordedAction> {
                count += 1
                for action in actions[count] ?? [] { output?.dispatch(action) }
                return .pure()
            }
        }

        """
}

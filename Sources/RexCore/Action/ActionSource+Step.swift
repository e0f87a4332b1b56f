// SPDX-License-Identifier: MIT

extension ActionSource {
    /// A step in the trail of a source.
    public struct Step: Hashable, Sendable {
        /// The kind of the step: `dispatch` for the info of a dispatcher, `omission` for omitted
        /// steps, otherwise a word that the author of the middleware chose, such as `bridge`.
        public let kind: String
        /// The text of the step, for people.
        public let text: String
        /// Tells apart steps of the same code, such as the row that an effect loads.
        ///
        /// Nil if there is only one.
        public let key: String?
        /// The file of the code that made the step, as `Module/File.swift`.
        public let file: String
        /// The function, method or property in that file.
        public let function: String
        /// The line in the file, counted from 1.
        public let line: UInt

        /// Creates a step from its parts.
        public init(kind: String, text: String, key: String? = nil, file: String, function: String, line: UInt) {
            self.kind = kind
            self.text = text
            self.key = key
            self.file = file
            self.function = function
            self.line = line
        }

        /// Creates a step whose location is the one of a source.
        package init(kind: String, text: String, key: String? = nil, at call: ActionSource) {
            let location = call.location
            self.init(
                kind: kind,
                text: text,
                key: key,
                file: location.file,
                function: location.function,
                line: location.line
            )
        }

        /// Creates a step whose location is this call.
        public static func here(
            kind: String,
            text: String,
            key: String? = nil,
            file: String = #fileID,
            function: String = #function,
            line: UInt = #line
        ) -> Step {
            Step(kind: kind, text: text, key: key, file: file, function: function, line: line)
        }

        /// Stands for the action that a step answers: U+FFFC, Unicode's object replacement
        /// character.
        public static let placeholder = "\u{fffc}"

        /// This step without private values: its text is the kind and the location, if there is
        /// one.
        public var withoutValues: Step {
            let text = file.isEmpty ? kind : "\(kind) at \(place)"
            return Step(kind: kind, text: text, file: file, function: function, line: line).hidingKey(of: self)
        }

        /// Returns this step with the key `…` if the other step has a key, otherwise without a key.
        public func hidingKey(of other: Step) -> Step {
            let key = other.key == nil ? nil : "…"
            return Step(kind: kind, text: text, key: key, file: file, function: function, line: line)
        }

        /// The last component of the file's path.
        public var fileName: Substring { file.lastIndex(of: "/").map { file[file.index(after: $0)...] } ?? file[...] }

        /// The file's name and the line, as `File.swift:12`.
        package var place: String { "\(fileName):\(line)" }
    }

    /// The file's name and the line, as `File.swift:12`.
    package var place: String { Step(kind: "", text: "", at: self).place }
}

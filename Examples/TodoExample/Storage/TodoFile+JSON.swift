// SPDX-License-Identifier: MIT

import Foundation

extension TodoFile {
    /// A JSON file, which is empty if it is not there.
    ///
    /// Each write makes a new file and puts it in the place of the old one, so that whoever is interrupted leaves either
    /// the old or the new one, whole.
    static func json(at path: String) -> TodoFile {
        // A link stays one: what it leads to is replaced.
        let url = URL(filePath: path).resolvingSymlinksInPath()
        return TodoFile { () throws(Failure) in
            do {
                return try todos(in: Data(contentsOf: url))
            } catch CocoaError.fileReadNoSuchFile {
                return []
            } catch {
                throw error as? Failure ?? Failure(error)
            }
        } write: { (todos) throws(Failure) in
            do {
                try data(of: todos).write(to: url, options: .atomic)
            } catch {
                throw Failure(error)
            }
        }
    }

    static func data(of todos: [Todo]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(todos) + Data("\n".utf8)
    }

    static func todos(in data: Data) throws(Failure) -> [Todo] {
        let todos: [Todo]
        do {
            todos = try JSONDecoder().decode([Todo].self, from: data)
        } catch {
            throw Failure(description: "It is not a list of to-dos in JSON.")
        }
        guard todos.allSatisfy({ 1...999_999_999 ~= $0.id }), Set(todos.map(\.id)).count == todos.count else {
            throw Failure(description: "Its to-dos do not have positive numbers, each of its own.")
        }
        return todos
    }
}

extension TodoFile.Failure {
    /// Says what the system had against it, without the words around.
    fileprivate init(_ error: any Error) {
        let cause = (error as? CocoaError)?.underlying as? POSIXError
        description = cause.map { String(cString: strerror($0.code.rawValue)) } ?? error.localizedDescription
    }
}

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
            try todos(at: url)
        } replace: { (saved, todos) throws(Failure) in
            guard try self.todos(at: url) == saved else {
                throw Failure(description: "someone else has changed the file")
            }
            do {
                try data(of: todos).write(to: url, options: .atomic)
            } catch {
                throw Failure(error)
            }
        }
    }

    private static func todos(at url: URL) throws(Failure) -> [Todo] {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch CocoaError.fileReadNoSuchFile {
            return []
        } catch {
            throw Failure(error)
        }
        return try todos(in: data)
    }

    private static func data(of todos: [Todo]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(todos) + Data("\n".utf8)
    }

    private static func todos(in data: Data) throws(Failure) -> [Todo] {
        let todos: [Todo]
        do {
            todos = try JSONDecoder().decode([Todo].self, from: data)
        } catch {
            throw Failure(description: "it is not a list of to-dos in JSON")
        }
        guard todos.allSatisfy({ 1...999_999_999 ~= $0.id }), Set(todos.map(\.id)).count == todos.count else {
            throw Failure(description: "the to-dos in it do not have positive numbers, each of its own")
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

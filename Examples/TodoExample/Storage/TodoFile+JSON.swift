// SPDX-License-Identifier: MIT

import Foundation

extension TodoFile {
    /// A JSON file, which is empty if it is not there.
    ///
    /// Whoever is interrupted while writing leaves either the old or the new list, whole.
    static func json(at path: String) -> TodoFile {
        TodoFile { () throws(Failure) in
            let place = try FilePlace(path)
            place.removeLeftover()
            return try todos(at: place)
        } replace: { (saved, todos) throws(Failure) in
            let place = try FilePlace(path)
            try place.replaceFile(with: try data(of: todos)) { () throws(Failure) in
                guard try self.todos(at: place) == saved else {
                    throw Failure(description: "someone else has changed the file")
                }
            }
        }
    }

    private static func todos(at place: FilePlace) throws(Failure) -> [Todo] {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: place.path))
        } catch CocoaError.fileReadNoSuchFile {
            return []
        } catch {
            throw Failure(error)
        }
        return try todos(in: data)
    }

    private static func data(of todos: [Todo]) throws(Failure) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return try encoder.encode(todos) + Data("\n".utf8)
        } catch {
            throw Failure(error)
        }
    }

    private static func todos(in data: Data) throws(Failure) -> [Todo] {
        let todos: [Todo]
        do {
            todos = try JSONDecoder().decode([Todo].self, from: data)
        } catch {
            throw Failure(description: "it is not a list of to-dos in JSON")
        }
        guard todos.allSatisfy({ Todo.numbers.contains($0.id) }), Set(todos.map(\.id)).count == todos.count else {
            throw Failure(description: "the to-dos in it do not have positive numbers, each of its own")
        }
        return todos
    }
}

extension TodoFile.Failure {
    /// Says what the system had against it, without the words around.
    init(_ error: any Error) {
        let cause = (error as? CocoaError)?.underlying as? POSIXError
        description = cause.map { unsafe String(cString: strerror($0.code.rawValue)) } ?? error.localizedDescription
    }

    /// Says what the system calls an error of this number.
    init(_ number: CInt) {
        description = unsafe String(cString: strerror(number))
    }
}

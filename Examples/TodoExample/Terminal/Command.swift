// SPDX-License-Identifier: MIT

import Foundation

/// A parsed input line.
enum Command {
    case add(String)
    // The numbers are positions in the list, counted from 1.
    case done(Int)
    case undo(Int)
    case rename(Int, String)
    case remove(Int)
    case move(Int, to: Int)
    case filter(Filter)
    case autosave(Bool)
    case list
    case help
    case quit

    static let overview = """
        add TEXT                add a to-do at the end
        done N, undo N          mark the to-do in line N as done, or as open
        rename N TEXT           change its text
        remove N                remove it
        move N M                move it to line M
        filter all|open|done    choose which to-dos are shown
        autosave on|off         choose whether each change is saved at once
        list, help, quit
        """

    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    init(_ line: String) throws(Mistake) {
        let (word, rest) = Self.firstWord(of: line)
        switch word {
        case "add": self = .add(try Self.text(rest, after: "add"))
        case "done": self = .done(try Self.number(rest, after: "done"))
        case "undo": self = .undo(try Self.number(rest, after: "undo"))
        case "rename":
            let (number, title) = Self.firstWord(of: rest)
            self = .rename(try Self.number(number, after: "rename"), try Self.text(title, after: "rename \(number)"))
        case "remove": self = .remove(try Self.number(rest, after: "remove"))
        case "move":
            let (number, position) = Self.firstWord(of: rest)
            self = .move(try Self.number(number, after: "move"), to: try Self.number(position, after: "move \(number)"))
        case "filter":
            guard let filter = Filter(rawValue: rest) else {
                throw Mistake(description: "filter needs all, open or done")
            }
            self = .filter(filter)
        case "autosave":
            guard ["on", "off"].contains(rest) else { throw Mistake(description: "autosave needs on or off") }
            self = .autosave(rest == "on")
        case "list" where rest.isEmpty: self = .list
        case "help" where rest.isEmpty: self = .help
        case "quit" where rest.isEmpty: self = .quit
        case "list", "help", "quit": throw Mistake(description: "\(word) stands alone, without '\(rest)'")
        default: throw Mistake(description: "'\(word)' is no command; type help")
        }
    }

    private static func firstWord(of text: String) -> (word: String, rest: String) {
        let text = text.trimmingCharacters(in: .whitespaces)
        let word = text.prefix { !$0.isWhitespace }
        return (String(word), text.dropFirst(word.count).trimmingCharacters(in: .whitespaces))
    }

    private static func text(_ text: String, after words: String) throws(Mistake) -> String {
        guard !text.isEmpty else { throw Mistake(description: "\(words) needs a text") }
        return text
    }

    private static func number(_ text: String, after words: String) throws(Mistake) -> Int {
        guard let number = Int(text), number > 0 else {
            throw Mistake(description: "\(words) needs a positive number\(text.isEmpty ? "" : ", not '\(text)'")")
        }
        return number
    }
}

// SPDX-License-Identifier: MIT

import Prism
import RexCore

/// Enums in generic types, with and without type parameters of their own.
struct Box<Content: Hashable> {
    @Prism enum Change<Key: Hashable & Sendable, Value>: Equatable where Value: Equatable {
        case put(Content, Key)
        case value(Value)
        case cleared
        case many([Change<Key, Value>])
        case same([Self])
    }

    @Prism enum Plain {
        case content(Content)
        @Prism enum Inner: Sendable { case a(Int), b }
    }
}

struct List<Element> {}

extension List {
    @Prism enum Edit { case insert(Element), clear }
}

@Prism enum Wrapper<Content> {
    case some(Content), other
}

// SPDX-License-Identifier: MIT

/// Realistic enums to mutate.
enum Seeds {
    static let declarations = [
        "@Prism enum AppAction { case lifecycle(AppLifecycleAction), reachability(ReachabilityEvent) }",
        """
        @Prism public indirect enum Tree<Key: Hashable, Value>: Sendable where Key: Sendable, Value: Sendable {
            /// Nothing.
            case leaf
            /** A fork.
             * Two parts. */
            case fork(left: Tree, right: Tree<Key, [Value]>, at: Key? = nil)
            #if DEBUG && (os(Linux) || swift(>=5.9))
            case note(String = "a \\(b("}")) {"), mark
            #elseif OTHER // }
            case mark(Int)
            #else
            #if A
            case a
            #endif
            #endif
            static let empty: [Key: Value] = [:], other = 1
            var depth: Int { switch self { case .leaf: 0 default: 1 } }
            func leaf(x: Int) -> some Sequence<Int> { [x] }
        }
        """,
        """
        @Prism(without: .setters) package enum Text {
            case raw(String = #"}"\\#("x")"#), long(String = \"\"\"
                }} \\(1) \\"\"\"
                \"\"\")
            case regex(Regex<Substring> = /[)}]\\/{/, other: Any = #/ [(] /#, Int = 6 / 2)
            @available(*, deprecated, message: "}") @objc case `default`, `a b`(`in`: Int) /* } /* { */ */
            case é(ключ: @Sendable (inout Int) async throws -> (any P & Q)?, _ x: [Int: Set<String>])
            case less(Bool = 1 < 2, Bool = 2 > 1), generic(Any = Set<Int>(), Int!)
            subscript(x: Int) -> Int { x }; init() { self = .less() }
            struct Inner<A, B> { enum Deep { case x } }
            typealias X = (Int, Int) -> Void
        }
        """,
        "@Prism enum Raw: String, CaseIterable { case a = \"x\", b = \"y\"; case c }",
    ]

    /// Fragments with a meaning to the parser.
    static let pieces = [
        "{", "}", "(", ")", "[", "]", "<", ">", "\"", "\"\"\"", "#", "#\"", "\"#", "\\(", "\\", "/", "//", "///", "/*",
        "/**", "*/", "`", "@", "@available(", "case ", "enum ", "var ", "func a()", "#if X\n", "#else\n", "#endif\n",
        "#elseif Y\n", ",", ":", "=", ";", "->", "...", "\n", " ", "\r", "\t", "\u{0}", "é", "👩‍👩‍👧", "Self", "Never",
        "Int!", "~Copyable", ".", "$0", "9", "_", "prisms", "private ", "public ",
    ]
}

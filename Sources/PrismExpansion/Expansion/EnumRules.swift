// SPDX-License-Identifier: MIT

/// The rules that an enum must follow so that properties can be generated for its cases.
package struct EnumRules {
    let declaration: EnumDeclaration
    let options: PrismOptions

    package init(declaration: EnumDeclaration, options: PrismOptions) {
        self.declaration = declaration
        self.options = options
    }

    /// The violations: first of the enum, then of payloads, then of names.
    package var findings: [Finding] {
        var findings: [Finding] = []
        if declaration.isNoncopyable {
            findings.append(
                error("@Prism copies payloads, so '\(enumName)' can't be ~Copyable", at: declaration.name)
            )
        } else if declaration.isNonescapable {
            findings.append(
                error("@Prism returns payloads, so '\(enumName)' can't be ~Escapable", at: declaration.name)
            )
        }
        if cases.isEmpty {
            findings.append(
                Finding(
                    message: "@Prism makes properties for cases, but '\(enumName)' has none",
                    severity: .warning,
                    range: declaration.name.range
                )
            )
        }
        findings += cases.flatMap(payloadsThatCannotBeProperties)
        findings += collisions
        return findings
    }

    private var enumName: String { declaration.name.plain }

    private var cases: [EnumDeclaration.Case] { EnumDeclaration.cases(in: declaration.elements) }

    private func payloadsThatCannotBeProperties(of enumCase: EnumDeclaration.Case) -> [Finding] {
        let name = enumCase.name.plain
        return enumCase.payload.compactMap { parameter in
            let words = parameter.type.split(separator: " ")
            let closure = words.filter { $0 != "@autoclosure" }.joined(separator: " ")
            return if parameter.isVariadic {
                Finding(
                    message: "a property cannot be variadic: give the case '\(name)' an array, '[\(parameter.type)]'",
                    range: parameter.range
                )
            } else if words.prefix(while: { $0.hasPrefix("@") }).contains("@autoclosure") {
                Finding(
                    message: "a property cannot be an autoclosure: give the case '\(name)' a closure, '\(closure)'",
                    range: parameter.range
                )
            } else {
                nil
            }
        }
    }

    /// A declaration with a name that may collide, and the `#if` branches around it.
    private struct NamedDeclaration {
        let description: String
        let branches: [EnumDeclaration.Branch]

        /// Whether both declarations can be in the same build.
        func canCoexist(with other: [EnumDeclaration.Branch]) -> Bool {
            !branches.contains { branch in
                other.contains { $0.condition == branch.condition && $0.clause != branch.clause }
            }
        }
    }

    /// The instance members by name, starting with the property that `@Prism` itself adds.
    private var members: [String: [NamedDeclaration]] {
        var members: [String: [NamedDeclaration]] = [
            "caseIndex": [NamedDeclaration(description: "the property of CaseIndexed", branches: [])]
        ]
        for member in declaration.members where !member.isStatic {
            members[member.name, default: []]
                .append(
                    NamedDeclaration(description: "a member that '\(enumName)' already has", branches: member.branches)
                )
        }
        return members
    }

    private var collisions: [Finding] {
        var properties = members
        var findings: [Finding] = staticMemberCollisions
        for enumCase in cases {
            findings += staticCollisions(of: enumCase)
            let names = [enumCase.name.plain] + (options.isProperties ? [isName(of: enumCase)] : [])
            let collisions = names.compactMap { name in
                properties[name]?.first { $0.canCoexist(with: enumCase.branches) }
                    .map { error(collision(of: enumCase, property: name, with: $0), at: enumCase.name) }
            }
            findings += collisions.prefix(1)
            for name in names {
                let description = "a property of the case '\(enumCase.name.plain)'"
                properties[name, default: []].append(
                    NamedDeclaration(description: description, branches: enumCase.branches)
                )
            }
        }
        return findings
    }

    private func isName(of enumCase: EnumDeclaration.Case) -> String {
        EnumDeclaration.Name(text: PropertyCode.isName(for: enumCase.name), range: 0..<0).plain
    }

    private func collision(of enumCase: EnumDeclaration.Case, property: String, with other: NamedDeclaration) -> String
    {
        let advice =
            property == enumCase.name.plain
            ? "rename one of them" : "rename one of them, or write @Prism(without: .isProperties)"
        return "the property '\(property)' for the case '\(enumCase.name.plain)' would collide with "
            + "\(other.description): \(advice)"
    }

    /// Returns collisions with the static members that `@Prism` adds.
    ///
    /// Cases are static members too.
    private func staticCollisions(of enumCase: EnumDeclaration.Case) -> [Finding] {
        let names = ["caseCount"] + (options.casePaths ? ["prisms", "Prisms"] : [])
        guard names.contains(enumCase.name.plain) else { return [] }
        return [
            error(
                "the case '\(enumCase.name.plain)' would collide with a static member that @Prism adds: rename the case",
                at: enumCase.name
            )
        ]
    }

    private var staticMemberCollisions: [Finding] {
        guard options.casePaths else { return [] }
        return declaration.members.filter { $0.isStatic && ["prisms", "Prisms"].contains($0.name) }.map { member in
            error(
                "'\(enumName)' already has '\(member.name)', which @Prism would add: rename it, "
                    + "or write @Prism(without: .casePaths)",
                at: declaration.name
            )
        }
    }

    private func error(_ message: String, at name: EnumDeclaration.Name) -> Finding {
        Finding(message: message, range: name.range)
    }
}

// SPDX-License-Identifier: MIT

/// One expansion of `@Prism`: the compiler's message and the answer.
///
/// The compiler requests the members and the extensions separately. Diagnostics are sent with the
/// members only.
struct PrismMacro {
    private let expansion: CompilerMessage.Expansion

    init(_ expansion: CompilerMessage.Expansion) { self.expansion = expansion }

    var answer: PluginMessage {
        let result = expand()
        let diagnostics = isForMembers ? result.diagnostics : []
        return .expandMacroResult(expandedSource: result.source, diagnostics: diagnostics)
    }

    private var isForMembers: Bool { expansion.macroRole == "member" }

    private func expand() -> (source: String, diagnostics: [PluginMessage.Diagnostic]) {
        let source = SourceText(expansion.declSyntax.source)
        do {
            switch try DeclarationParser.parse(source) {
            case .other(let keyword):
                return ("", [attributeError("@Prism can only be attached to an enum, not to '\(keyword)'")])
            case .enumeration(let declaration): return expand(declaration)
            }
        } catch {
            let finding = Finding(
                message: "@Prism cannot read this enum: \(error.message)",
                range: error.offset..<error.offset
            )
            return ("", [diagnostic(finding, in: expansion.declSyntax)])
        }
    }

    private func expand(_ declaration: EnumDeclaration) -> (source: String, diagnostics: [PluginMessage.Diagnostic]) {
        let options: PrismOptions
        do {
            options = try PrismOptions(attribute: SourceText(expansion.attributeSyntax.source))
        } catch {
            let finding = Finding(message: error.message, range: error.offset..<error.offset)
            return ("", [diagnostic(finding, in: expansion.attributeSyntax)])
        }
        let findings = EnumRules(declaration: declaration, options: options).findings
        let diagnostics = findings.map { diagnostic($0, in: expansion.declSyntax) }
        guard !findings.contains(where: { $0.severity == .error }) else { return ("", diagnostics) }
        let context = (expansion.lexicalContext ?? []).map { DeclarationParser.header(of: SourceText($0.source)) }
        let code = PrismCode(
            declaration: declaration,
            options: options,
            access: access(of: declaration, in: context),
            typeParameters: context.flatMap(\.typeParameters) + declaration.typeParameters,
            isExtensible: isExtensible(declaration, in: context)
        )
        guard !isForMembers else { return (code.members, diagnostics) }
        let extensions = code.extensions(
            of: expansion.extendedTypeSyntax?.source ?? declaration.name.text,
            addingConformance: expansion.conformanceListSyntax != nil
        )
        return (extensions, diagnostics)
    }

    /// Returns the access modifier of the enum, or else that of the extension around it, and
    /// `@usableFromInline`.
    private func access(of declaration: EnumDeclaration, in context: [DeclarationParser.Header]) -> String {
        let levels: Set = ["public", "package", "internal", "fileprivate", "private"]
        let own = declaration.modifiers.first(where: levels.contains)
        let enclosing = context.first.flatMap {
            $0.keyword == "extension" ? $0.modifiers.first(where: levels.contains) : nil
        }
        let attribute = declaration.isUsableFromInline ? "@usableFromInline " : ""
        guard let level = own ?? enclosing, level == "public" || level == "package" else { return attribute }
        return attribute + level + " "
    }

    private func isExtensible(_ declaration: EnumDeclaration, in context: [DeclarationParser.Header]) -> Bool {
        // A private declaration at file scope is visible in the whole file.
        let nested = [declaration.modifiers] + context.map(\.modifiers)
        return !nested.dropLast().contains { $0.contains("private") }
    }

    // MARK: Diagnostics

    private func attributeError(_ message: String) -> PluginMessage.Diagnostic {
        let syntax = expansion.attributeSyntax
        let tokens = (try? Lexer.tokens(of: SourceText(syntax.source))) ?? []
        let start = tokens.first?.range.lowerBound ?? 0
        return diagnostic(
            Finding(message: message, range: start..<(tokens.last?.range.upperBound ?? start)),
            in: syntax
        )
    }

    private func diagnostic(_ finding: Finding, in syntax: CompilerMessage.Syntax) -> PluginMessage.Diagnostic {
        let fileName = syntax.location.fileName
        let start = syntax.location.offset + finding.range.lowerBound
        return .init(
            message: finding.message,
            severity: finding.severity,
            position: .init(fileName: fileName, offset: start),
            highlights: finding.range.isEmpty
                ? []
                : [.init(fileName: fileName, startOffset: start, endOffset: start + finding.range.count)]
        )
    }
}

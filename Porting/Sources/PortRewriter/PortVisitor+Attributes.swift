import SwiftSyntax

/// Attributes that only Objective-C reads.
private let objcAttributes: Set<String> = ["objc", "objcMembers", "NSManaged"]
/// Attributes that only Interface Builder reads.
private let interfaceAttributes: Set<String> = [
    "IBAction", "IBOutlet", "IBSegueAction", "IBInspectable", "IBDesignable", "GKInspectable",
]
/// A file that imports one of these is part of a Mac's interface, and keeps the connections of its windows.
private let interfaceModules: Set<String> = ["UIKit", "AppKit", "Cocoa", "SwiftUI", "WatchKit"]

extension PortVisitor {
    func portAttribute(_ node: AttributeSyntax) {
        let name = node.attributeName.trimmedDescription
        if ["NSApplicationMain", "UIApplicationMain"].contains(name) {
            remark(
                "\(name) starts a program with windows of a Mac: give the program a main function for Linux.", at: node)
        }
        if interfaceAttributes.contains(name), imports.isDisjoint(with: interfaceModules) { return remove(node) }
        guard objcAttributes.contains(name), !belongsToKeptRequirement(node) else { return }
        remove(node)
    }

    /// `dynamic` goes with `@objc` and in a class with `@objcMembers`: it is there for key-value observing and swizzling.
    func portModifier(_ node: DeclModifierSyntax) {
        switch node.name.tokenKind {
        case .keyword(.dynamic):
            guard let declaration = node.parent?.parent?.asProtocol((any WithAttributesSyntax).self) else { return }
            if declaration.attributes.has("objc") || isInObjCMembers(node) { remove(node) }
        case .keyword(.optional):
            guard
                node.parent?.parent?.is(FunctionDeclSyntax.self) == true
                    || node.parent?.parent?.is(VariableDeclSyntax.self) == true
            else {
                return remark(
                    "Only a method or a property can be made optional with a default: remove the word, or the requirement.",
                    at: node)
            }
            if belongsToKeptRequirement(node) {
                remark(
                    "No default value is known for this optional requirement: write one in an extension, and remove @objc and optional.",
                    at: node)
            } else {
                remove(node)
            }
        default: break
        }
    }

    private func isInObjCMembers(_ node: some SyntaxProtocol) -> Bool {
        var parent = node.parent
        while let current = parent {
            if let type = current.as(ClassDeclSyntax.self) { return type.attributes.has("objcMembers") }
            parent = current.parent
        }
        return false
    }

    /// Whether an attribute or a modifier belongs to an optional requirement without a known default.
    private func belongsToKeptRequirement(_ node: some SyntaxProtocol) -> Bool {
        let declaration = node.parent?.parent
        if let function = declaration?.as(FunctionDeclSyntax.self), function.modifiers.has(.optional) {
            return OptionalRequirement(function, index) == nil
        }
        if let property = declaration?.as(VariableDeclSyntax.self), property.modifiers.has(.optional) {
            return OptionalRequirement(property, index) == nil
        }
        return false
    }

    // MARK: Protocols

    /// A protocol of Objective-C has classes alone; optional requirements get a default in an extension.
    func portProtocol(_ node: ProtocolDeclSyntax) {
        guard node.attributes.has("objc") else { return }
        let inherited = node.inheritanceClause?.inheritedTypes.map { $0.type.trimmedDescription } ?? []
        let isForClasses = inherited.contains {
            ["AnyObject", "class", "NSObjectProtocol", "NSObject"].contains($0) || index.objcProtocols.contains($0)
        }
        if !isForClasses {
            if let first = node.inheritanceClause?.inheritedTypes.first {
                insert("AnyObject, ", at: first.positionAfterSkippingLeadingTrivia)
            } else {
                insert(": AnyObject", at: node.name.endPositionBeforeTrailingTrivia)
            }
        }
        let defaults = optionalMembers(node.memberBlock.members)
        guard !defaults.isEmpty else { return }
        let indentation = indentation(of: node)
        let access =
            node.modifiers.first { [.keyword(.public), .keyword(.package)].contains($0.name.tokenKind) }.map {
                $0.name.text + " "
            } ?? ""
        let lines =
            ["", "", "\(indentation)\(access)extension \(node.name.text) {"]
            + defaults.map { "\(indentation)    \($0)" } + ["\(indentation)}"]
        insert(lines.joined(separator: newline), at: node.endPositionBeforeTrailingTrivia)
    }

    private func optionalMembers(_ members: MemberBlockItemListSyntax) -> [String] {
        members.flatMap { member -> [String] in
            if let function = member.decl.as(FunctionDeclSyntax.self), function.modifiers.has(.optional) {
                return OptionalRequirement(function, index).map { [$0.implementation] } ?? []
            }
            if let property = member.decl.as(VariableDeclSyntax.self), property.modifiers.has(.optional) {
                return OptionalRequirement(property, index).map { [$0.implementation] } ?? []
            }
            guard let conditional = member.decl.as(IfConfigDeclSyntax.self) else { return [] }
            return LinuxCondition.active(conditional.clauses).flatMap { clause -> [String] in
                guard case .decls(let members) = clause.elements else { return [] }
                return optionalMembers(members)
            }
        }
    }

    func indentation(of node: some SyntaxProtocol) -> String {
        let start = node.positionAfterSkippingLeadingTrivia
        let column = locations.location(for: start).column - 1
        let line = locations.sourceLines[line(of: node) - 1]
        return String(decoding: line.utf8.prefix(column).prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
    }

    /// `delegate?.method?(…)` loses its second question mark: the method is always there now.
    func portOptionalCall(_ node: FunctionCallExprSyntax) {
        guard let chain = node.calledExpression.as(OptionalChainingExprSyntax.self),
            let member = chain.expression.as(MemberAccessExprSyntax.self),
            index.optionalRequirements.contains(member.declName.baseName.text)
        else { return }
        replace(chain.questionMark, with: "")
    }
}

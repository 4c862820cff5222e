import SwiftSyntax

/// Functions of Objective-C's runtime and of key-value coding, with what to do instead.
private let runtimeAdvice: [String: String] = [
    "Selector": "Linux has no selectors: call the method in a closure.",
    "NSSelectorFromString": "Linux has no selectors: call the method in a closure.",
    "NSStringFromSelector": "Linux has no selectors: write the name as a string.",
    "responds": "Linux has no selectors: ask with `as?` whether the object conforms to a protocol.",
    "class_getInstanceMethod": "Methods cannot be exchanged on Linux: override the method in a subclass.",
    "class_getClassMethod": "Methods cannot be exchanged on Linux: override the method in a subclass.",
    "method_exchangeImplementations": "Methods cannot be exchanged on Linux: override the method in a subclass.",
    "willChangeValue":
        "Key-value observing of your own classes does not exist on Linux: call the observers from `didSet`.",
    "didChangeValue":
        "Key-value observing of your own classes does not exist on Linux: call the observers from `didSet`.",
]

/// Functions of Objective-C's runtime that the file of support has.
private let runtimeSupport: [String: SupportPart] = [
    "objc_getAssociatedObject": .associatedObjects,
    "objc_setAssociatedObject": .associatedObjects,
    "objc_removeAssociatedObjects": .associatedObjects,
    "objc_sync_enter": .objectLocks,
    "objc_sync_exit": .objectLocks,
]

extension PortVisitor {
    func remarkOnRuntime(_ name: String, _ node: FunctionCallExprSyntax) {
        let first = node.arguments.first?.label?.text
        if name == "responds", first != "to" { return }
        if name.hasSuffix("ChangeValue"), first != "forKey", first != "for" { return }
        if ["value", "setValue"].contains(name), node.arguments.contains(where: { $0.label?.text == "forKeyPath" }) {
            return remark(
                "Key-value coding does not exist on Linux: use the property, or a key path of Swift.", at: node)
        }
        if let part = runtimeSupport[name] { parts.insert(part) }
        guard let advice = runtimeAdvice[name] else { return }
        handleSelectors(in: node)
        remark(advice, at: node)
    }

    private func handleSelectors(in node: FunctionCallExprSyntax) {
        for argument in node.arguments where argument.expression.is(MacroExpansionExprSyntax.self) {
            handled.insert(argument.expression.id)
        }
    }

    /// `#keyPath` becomes the string that it is on a Mac. A selector that no rule took stays, with a remark.
    func portMacro(_ node: MacroExpansionExprSyntax) {
        switch node.macroName.text {
        case "keyPath":
            guard let path = literalKeyPath(ExprSyntax(node)) else {
                return remark("This key path has no property: write its name as a string.", at: node)
            }
            replace(node, with: "\"\(KeyPathNames.objectiveC(path))\"")
        case "selector" where !handled.contains(node.id):
            remark("Linux has no selectors: call the method in a closure.", at: node)
        default: break
        }
    }
}

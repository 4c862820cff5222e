import SwiftParser
import SwiftSyntax

/// A method that a selector may name.
struct IndexedMethod {
    struct Parameter {
        /// Empty for `_`.
        var label: String
        var type: String
    }
    /// The type, or the type that an extension extends.
    var owner: String
    var name: String
    var parameters: [Parameter]
    var returns: String?
    /// Whether Objective-C sees it, before the port.
    var isObjC: Bool
    var isStatic: Bool
    /// `async`, `throws` or nothing.
    var effects: String
}

/// What the files of a package declare, as far as the port needs it.
struct PackageIndex {
    private(set) var methods: [String: [IndexedMethod]] = [:]
    /// Protocols of Objective-C, each with whether a class constraint is written.
    private(set) var objcProtocols: Set<String> = []
    /// Names of optional requirements that get a default.
    private(set) var optionalRequirements: Set<String> = []
    /// `?? default` after calls of optional requirements, by name.
    private(set) var fallbacks: [String: Set<String>] = [:]
    /// Constants in extensions of `Selector`.
    private(set) var selectors: [String: ExprSyntax] = [:]
    /// Constants with a string or a `#keyPath`, by `Type.name` and by `name`.
    private(set) var keyPaths: [String: String] = [:]
    /// Classes that have a method `observeValue`.
    private(set) var observingClasses: Set<String> = []
    /// What each type inherits, as written.
    private(set) var inherited: [String: [String]] = [:]

    init(_ sources: [SourceFileSyntax]) {
        for source in sources {
            let collector = IndexCollector(viewMode: .sourceAccurate)
            collector.walk(source)
            merge(collector)
        }
        // The defaults of requirements that return something come from how they are called.
        for source in sources {
            let collector = OptionalCollector(index: self)
            collector.walk(source)
            optionalRequirements.formUnion(collector.names)
        }
    }

    private mutating func merge(_ collector: IndexCollector) {
        for method in collector.methods { methods[method.name, default: []].append(method) }
        objcProtocols.formUnion(collector.objcProtocols)
        for (name, value) in collector.fallbacks { fallbacks[name, default: []].insert(value) }
        selectors.merge(collector.selectors) { first, _ in first }
        keyPaths.merge(collector.keyPaths) { first, _ in first }
        observingClasses.formUnion(collector.observingClasses)
        inherited.merge(collector.inherited) { $0 + $1 }
    }

    /// The method that a selector names, or nil if it is not in the package.
    ///
    /// - Parameters:
    ///   - labels: the labels that the selector gives, with `_`; nil where it gives none.
    ///   - owner: the type in which the selector is written, or which it names.
    func method(named name: String, labels: [String]?, in owner: String?) -> IndexedMethod? {
        var candidates = methods[name, default: []].filter { method in
            labels.map { $0 == method.parameters.map { $0.label.isEmpty ? "_" : $0.label } } ?? true
        }
        if let owner {
            let own = candidates.filter { $0.owner == owner }
            if !own.isEmpty { candidates = own }
        }
        return candidates.first { $0.isObjC } ?? candidates.first
    }

    /// Whether a class above this one, of the package, has `observeValue`.
    func inheritsObserving(_ name: String) -> Bool {
        var seen: Set<String> = [name]
        var open = inherited[name, default: []]
        while let next = open.popLast() {
            guard seen.insert(next).inserted else { continue }
            if observingClasses.contains(next) { return true }
            open += inherited[next, default: []]
        }
        return false
    }
}

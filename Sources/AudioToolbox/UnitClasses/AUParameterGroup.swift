import AudioCore
public import CAudioToolbox
public import Foundation

/// Parameters of a unit that belong together, and groups of them.
open class AUParameterGroup: AUParameterNode, NSSecureCoding {
    private let nodes: [AUParameterNode]

    init(identifier: String, name: String, children: [AUParameterNode]) {
        nodes = children
        super.init(identifier: identifier, name: name)
        adopt()
    }

    private func adopt() { for node in nodes { node.links.withLock { $0.parent = self } } }

    /// The parameters and groups of the group, in their order.
    open var children: [AUParameterNode] { nodes }

    /// The parameters of the group and of the groups in it.
    open var allParameters: [AUParameter] { Self.parameters(in: children) }

    static func parameters(in children: [AUParameterNode]) -> [AUParameter] {
        children.flatMap { node -> [AUParameter] in
            if let group = node as? AUParameterGroup { return group.allParameters }
            return (node as? AUParameter).map { [$0] } ?? []
        }
    }

    /// Copies of the children at other addresses.
    func copiedChildren(addressOffset: AUParameterAddress) -> [AUParameterNode] {
        children.map { node in
            if let parameter = node as? AUParameter { return parameter.copy(addressOffset: addressOffset) }
            guard let group = node as? AUParameterGroup else { return node }
            let copies = group.copiedChildren(addressOffset: addressOffset)
            return AUParameterGroup(identifier: group.identifier, name: group.displayName, children: copies)
        }
    }

    // MARK: Archiving

    /// Groups can be archived: true.
    public static var supportsSecureCoding: Bool { true }

    private enum Key { static let identifier = "identifier", name = "displayName", children = "children" }

    /// Reads an archived group with what is in it; nil if a part is missing.
    ///
    /// - Parameter coder: an archive with keys: an `NSKeyedUnarchiver`.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: Key.identifier),
            let name = coder.decodeObject(of: NSString.self, forKey: Key.name), let nodes = Self.nodes(in: coder)
        else { return nil }
        self.nodes = nodes
        super.init(identifier: identifier.description, name: name.description)
        adopt()
    }

    static func nodes(in coder: NSCoder) -> [AUParameterNode]? {
        let classes: [AnyClass] = [NSArray.self, AUParameter.self, AUParameterGroup.self]
        return coder.decodeObject(of: classes, forKey: Key.children) as? [AUParameterNode]
    }

    /// Archives the names and the children.
    ///
    /// - Parameter coder: an archive with keys: an `NSKeyedArchiver`.
    open func encode(with coder: NSCoder) {
        coder.encode(NSString(string: identifier), forKey: Key.identifier)
        coder.encode(NSString(string: displayName), forKey: Key.name)
        coder.encode(NSArray(array: children), forKey: Key.children)
    }
}

/// All parameters of a unit.
open class AUParameterTree: AUParameterGroup {
    private let places: [AUParameterAddress: AUParameter]

    /// Makes a tree without parameters.
    public convenience init() { self.init(children: []) }

    init(children: [AUParameterNode]) {
        places = Self.places(of: children)
        super.init(identifier: "", name: "", children: children)
    }

    /// The parameters by their addresses. The first one of an address counts.
    private static func places(of children: [AUParameterNode]) -> [AUParameterAddress: AUParameter] {
        Dictionary(parameters(in: children).map { ($0.address, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Finds the parameter of an address.
    ///
    /// - Parameter address: the unit's number of the parameter.
    /// - Returns: the parameter; nil where there is none.
    open func parameter(withAddress address: AUParameterAddress) -> AUParameter? { places[address] }

    /// Finds a parameter of a unit of version 2.
    ///
    /// - Parameters:
    ///   - paramID: the parameter's number in its scope. In the global scope it is the address in a unit of version 3, too.
    ///   - scope: the scope.
    ///   - element: the element.
    /// - Returns: the parameter; nil where there is none.
    open func parameter(
        withID paramID: AudioUnitParameterID, scope: AudioUnitScope, element: AudioUnitElement
    ) -> AUParameter? {
        places[ParameterAddress(paramID, scope, element).number]
    }

    // MARK: Making a tree

    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - identifier: its name for programs, with letters, digits and underscores.
    ///   - name: its name for people.
    ///   - address: the unit's number of it, which no other one has.
    ///   - min: the least value.
    ///   - max: the greatest value.
    ///   - unit: the unit of measure.
    ///   - unitName: the name of the unit of measure, for `customUnit`; else nil.
    ///   - flags: what can be done with it.
    ///   - valueStrings: the names of the values from `min` on; nil for none.
    ///   - dependentParameters: the addresses of parameters that may change with it; nil for none.
    /// - Returns: the parameter, which has the value nearest to 0.
    open class func createParameter(
        withIdentifier identifier: String, name: String, address: AUParameterAddress, min: AUValue, max: AUValue,
        unit: AudioUnitParameterUnit, unitName: String?, flags: AudioUnitParameterOptions = [],
        valueStrings: [String]?, dependentParameters: [NSNumber]?
    ) -> AUParameter {
        AUParameter(
            identifier: identifier, name: name,
            AUParameter.Info(
                address: address, minimum: min, maximum: max, unit: unit, unitName: unitName, flags: flags,
                valueStrings: valueStrings, dependents: dependentParameters?.map { $0.uint64Value }))
    }

    /// Makes a group.
    ///
    /// - Parameters:
    ///   - identifier: its name for programs.
    ///   - name: its name for people.
    ///   - children: parameters and groups that are in no other group.
    /// - Returns: the group.
    open class func createGroup(
        withIdentifier identifier: String, name: String, children: [AUParameterNode]
    ) -> AUParameterGroup {
        AUParameterGroup(identifier: identifier, name: name, children: children)
    }

    /// Makes a group that others are made from, and that is in no tree itself.
    ///
    /// - Parameter children: parameters and groups, whose addresses count from 0 on.
    /// - Returns: the template.
    open class func createGroupTemplate(_ children: [AUParameterNode]) -> AUParameterGroup {
        AUParameterGroup(identifier: "", name: "", children: children)
    }

    /// Makes a group with copies of what is in a template.
    ///
    /// - Parameters:
    ///   - templateGroup: the template.
    ///   - identifier: the group's name for programs.
    ///   - name: the group's name for people.
    ///   - addressOffset: what is added to the addresses of the template's parameters.
    /// - Returns: the group.
    open class func createGroup(
        fromTemplate templateGroup: AUParameterGroup, identifier: String, name: String,
        addressOffset: AUParameterAddress
    ) -> AUParameterGroup {
        let children = templateGroup.copiedChildren(addressOffset: addressOffset)
        return AUParameterGroup(identifier: identifier, name: name, children: children)
    }

    /// Makes a tree.
    ///
    /// - Parameter children: parameters and groups that are in no other group.
    /// - Returns: the tree.
    open class func createTree(withChildren children: [AUParameterNode]) -> AUParameterTree {
        AUParameterTree(children: children)
    }

    /// Reads an archived tree; nil if a part is missing.
    ///
    /// - Parameter coder: an archive with keys: an `NSKeyedUnarchiver`.
    public required init?(coder: NSCoder) {
        guard let nodes = Self.nodes(in: coder) else { return nil }
        places = Self.places(of: nodes)
        super.init(identifier: "", name: "", children: nodes)
    }
}

/// The number of a parameter of a unit of version 2 as an address: the global scope's is the parameter's own.
struct ParameterAddress {
    let number: AUParameterAddress

    init(_ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement) {
        number = UInt64(scope & 0xFF) << 56 | UInt64(element & 0xFF_FFFF) << 32 | UInt64(id)
    }

    init(_ number: AUParameterAddress) { self.number = number }

    var id: AudioUnitParameterID { UInt32(truncatingIfNeeded: number) }
    var scope: AudioUnitScope { UInt32(number >> 56) }
    var element: AudioUnitElement { UInt32(number >> 32 & 0xFF_FFFF) }
}

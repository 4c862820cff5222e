import AudioCore
import AudioUnits
import CAudioToolbox
import CoreAudioTypes
import Foundation

/// The parameters of a unit of version 2 as a tree: those of the global scope by themselves or in the groups that the unit has for
/// them, those of each input and output in a group of its own.
enum BridgedTree {
    /// Nil for a unit without parameters.
    static func make(_ bridge: UnitBridge) -> AUParameterTree? {
        var children = global(bridge)
        let sides: [(AudioUnitScope, String, String)] = [
            (kAudioUnitScope_Input, "input", "Input"), (kAudioUnitScope_Output, "output", "Output"),
            (kAudioUnitScope_Group, "group", "Group"),
        ]
        for (scope, identifier, name) in sides {
            let list = ids(bridge, scope)
            guard !list.isEmpty else { continue }
            for element in 0..<UInt32(bridge.number(kAudioUnitProperty_ElementCount, scope) ?? 1) {
                let nodes = list.compactMap { parameter(bridge, $0, scope, element)?.parameter }
                children.append(
                    AUParameterTree.createGroup(
                        withIdentifier: "\(identifier)\(element)", name: "\(name) \(element)", children: nodes))
            }
        }
        guard !children.isEmpty else { return nil }
        let tree = AUParameterTree.createTree(withChildren: children)
        connect(tree, bridge)
        return tree
    }

    private static func ids(_ bridge: UnitBridge, _ scope: AudioUnitScope) -> [AudioUnitParameterID] {
        guard let bytes = bridge.bytes(kAudioUnitProperty_ParameterList, scope) else { return [] }
        return stride(from: 0, to: bytes.count / 4 * 4, by: 4).map { place in
            bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
        }
    }

    private static func global(_ bridge: UnitBridge) -> [AUParameterNode] {
        var nodes: [AUParameterNode] = []
        var groups: [(clump: UInt32, place: Int, parameters: [AUParameter])] = []
        for id in ids(bridge, kAudioUnitScope_Global) {
            guard let (parameter, clump) = parameter(bridge, id, kAudioUnitScope_Global, 0) else { continue }
            if clump == 0 {
                nodes.append(parameter)
            } else if let place = groups.firstIndex(where: { $0.clump == clump }) {
                groups[place].parameters.append(parameter)
            } else {
                groups.append((clump, nodes.count + groups.count, [parameter]))
            }
        }
        for group in groups {
            let name = clumpName(bridge, group.clump) ?? "Group \(group.clump)"
            let made = AUParameterTree.createGroup(
                withIdentifier: "clump\(group.clump)", name: name, children: group.parameters)
            nodes.insert(made, at: min(group.place, nodes.count))
        }
        return nodes
    }

    private static func clumpName(_ bridge: UnitBridge, _ clump: UInt32) -> String? {
        var info = AudioUnitParameterNameInfo(inID: clump, inDesiredLength: -1, outName: nil)
        var size = UInt32(MemoryLayout<AudioUnitParameterNameInfo>.size)
        let status = AudioUnitGetProperty(
            bridge.reference, kAudioUnitProperty_ParameterClumpName, kAudioUnitScope_Global, 0, &info, &size)
        return status == 0 ? info.outName?.takeRetainedValue().description : nil
    }

    /// A parameter and its clump; 0 for none.
    private static func parameter(
        _ bridge: UnitBridge, _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> (parameter: AUParameter, clump: UInt32)? {
        var (info, size) = (AudioUnitParameterInfo(), UInt32(MemoryLayout<AudioUnitParameterInfo>.size))
        let status = AudioUnitGetProperty(bridge.reference, kAudioUnitProperty_ParameterInfo, scope, id, &info, &size)
        guard status == 0 else { return nil }
        var name = withUnsafeBytes(of: info.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let isOurs = info.flags.contains(.flag_CFNameRelease)
        if info.flags.contains(.flag_HasCFNameString), let reference = info.cfNameString {
            name = (isOurs ? reference.takeRetainedValue() : reference.takeUnretainedValue()).description
        }
        var strings: [String]?
        if info.unit == .indexed || info.flags.contains(.flag_ValuesHaveStrings) {
            let list = bridge.object(kAudioUnitProperty_ParameterValueStrings, NSArray.self, scope, id)
            strings = list.map { list in list.map { ($0 as? NSString)?.description ?? ($0 as? String ?? "") } }
        }
        let unitText = info.unit == .customUnit ? info.unitName : nil
        let unitName = (isOurs ? unitText?.takeRetainedValue() : unitText?.takeUnretainedValue())?.description
        let parameter = AUParameter(
            identifier: String(id), name: name,
            AUParameter.Info(
                address: ParameterAddress(id, scope, element).number, minimum: info.minValue, maximum: info.maxValue,
                unit: info.unit, unitName: unitName, flags: info.flags, valueStrings: strings, dependents: nil),
            value: info.defaultValue)
        return (parameter, info.flags.contains(.flag_HasClump) ? info.clumpID : 0)
    }

    /// Reads values from the unit, and writes them to it.
    private static func connect(_ tree: AUParameterTree, _ bridge: UnitBridge) {
        tree.links.withLock { $0.face = bridge }
        tree.implementorValueObserver = { [weak bridge] parameter, value in
            guard let bridge else { return }
            let place = ParameterAddress(parameter.address)
            bridge.setParameter(place, value)
            var changed = AudioUnitParameter(
                mAudioUnit: bridge.reference, mParameterID: place.id, mScope: place.scope, mElement: place.element)
            AUParameterListenerNotify(nil, nil, &changed)
        }
        tree.implementorValueProvider = { [weak bridge] parameter in
            let place = ParameterAddress(parameter.address)
            var value = parameter.storedValue
            if let bridge { AudioUnitGetParameter(bridge.reference, place.id, place.scope, place.element, &value) }
            return value
        }
        tree.implementorStringFromValueCallback = { [weak bridge] parameter, value in
            var number = value?.pointee ?? parameter.value
            let place = ParameterAddress(parameter.address)
            guard let bridge, parameter.valueStrings == nil else { return parameter.usualText(of: number) }
            return withUnsafePointer(to: &number) { pointer in
                var asked = AudioUnitParameterStringFromValue(inParamID: place.id, inValue: pointer, outString: nil)
                var size = UInt32(MemoryLayout<AudioUnitParameterStringFromValue>.size)
                let status = AudioUnitGetProperty(
                    bridge.reference, kAudioUnitProperty_ParameterStringFromValue, place.scope, place.element, &asked,
                    &size)
                let text = status == 0 ? asked.outString?.takeRetainedValue().description : nil
                return text ?? parameter.usualText(of: pointer.pointee)
            }
        }
    }
}

/// What the unit of a tree is for hosts of version 2, whose listeners are notified of changes that are made in the tree. Called on
/// the thread that makes them, without a lock.
protocol ParameterFace: AnyObject, Sendable {
    /// A user touches the control of a parameter. Its value does not count yet.
    func parameterIsTouched(_ change: ParameterChange)
    /// A parameter was set, or a user releases its control.
    ///
    /// - Parameter isNew: whether it has another value now.
    func parameterDidChange(_ change: ParameterChange, isNew: Bool)
    /// Parameters of the tree have an observer from now on.
    func parametersAreObserved()
    /// An observer was removed, perhaps the last one of the tree.
    func observerWasRemoved()
    /// Notifies the observers of what was set in the unit before they are notified of a change in the tree.
    func reportValuesOfUnit()
}

extension UnitBridge {
    func parameterIsTouched(_ change: ParameterChange) { tell(.beginParameterChangeGesture, change) }

    /// Listeners are notified of values from the tree's observer, which sets them.
    func parameterDidChange(_ change: ParameterChange, isNew: Bool) {
        if change.type == .release { tell(.endParameterChangeGesture, change) }
    }

    func parametersAreObserved() { followParameters() }

    func observerWasRemoved() {
        guard !isObserved else { return }
        stopFollowingParameters()
        // Another thread may have added one, and found the follower that has just ended.
        if isObserved { followParameters() }
    }

    private var isObserved: Bool { knownTree?.isObserved ?? false }

    func reportValuesOfUnit() {
        guard let follower = parameterFollower else { return }
        // Released after the lock under which the follower calls.
        let tree = knownTree
        follower.takeAll { id, scope, element, value, hostTime in
            let address = ParameterAddress(id, scope, element).number
            guard let parameter = tree?.parameter(withAddress: address) else { return }
            let limited = min(max(value, parameter.minValue), max(parameter.minValue, parameter.maxValue))
            parameter.store(limited, setAt: hostTime)
            parameter.report(
                ParameterChange(address: address, value: limited, hostTime: hostTime, type: .value, origin: 0))
        }
        withExtendedLifetime(tree) {}
    }

    private func tell(_ type: AudioUnitEventType, _ change: ParameterChange) {
        let place = ParameterAddress(change.address)
        var event = AudioUnitEvent()
        event.mEventType = type
        event.mArgument.mParameter = AudioUnitParameter(
            mAudioUnit: reference, mParameterID: place.id, mScope: place.scope, mElement: place.element)
        AUEventListenerNotify(nil, nil, &event)
    }
}

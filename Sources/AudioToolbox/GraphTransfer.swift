import AudioCore
import AudioUnits
import CAudioToolbox

// Between the calls of AUGraph.h and the engine.

/// The engine object that an `AUGraph` refers to.
func graph(_ graph: AUGraph) throws(AudioError) -> UnitGraph { try UnitGraph.handles.object(for: graph) }

extension AudioComponentDescription {
    /// From the first form, which has the same fields.
    init(_ first: ComponentDescription) {
        self.init(
            componentType: first.componentType, componentSubType: first.componentSubType,
            componentManufacturer: first.componentManufacturer, componentFlags: first.componentFlags,
            componentFlagsMask: first.componentFlagsMask)
    }
}

extension ComponentDescription {
    init(_ description: AudioComponentDescription) {
        self.init(
            componentType: description.componentType, componentSubType: description.componentSubType,
            componentManufacturer: description.componentManufacturer, componentFlags: description.componentFlags,
            componentFlagsMask: description.componentFlagsMask)
    }
}

/// Gives as much of a list as the client has room for.
func give<Element>(
    _ list: [Element], _ count: UnsafeMutablePointer<UInt32>, _ write: (Int, Element) throws -> Void
) throws {
    let room = Int(count.pointee)
    for (index, element) in list.prefix(room).enumerated() { try write(index, element) }
    count.pointee = UInt32(min(list.count, room))
}

extension UnitGraph {
    func give(
        _ node: AUNode, _ description: UnsafeMutablePointer<AudioComponentDescription>?,
        _ unit: UnsafeMutablePointer<AudioUnit?>?
    ) throws(AudioError) {
        let info = try info(node)
        description?.pointee = info.description
        unit?.pointee = info.unit
    }

    func setCallback(
        _ callback: UnsafePointer<AURenderCallbackStruct>, _ node: AUNode, _ input: UInt32
    ) throws(AudioError) {
        // The function may be null, whatever the header says.
        let words = UnsafeRawPointer(callback)
        try setCallback(
            words.loadUnaligned(as: UInt.self), words.loadUnaligned(fromByteOffset: 8, as: UInt.self), of: node, input)
    }

    func update(_ isUpdated: UnsafeMutablePointer<Bool>?) throws(AudioError) {
        guard let isUpdated else { return try update() }
        isUpdated.pointee = false
        isUpdated.pointee = try updateSoon()
    }

    func connection(at index: UInt32) throws(AudioError) -> AUNodeConnection {
        let connections = interactions.compactMap(\.connection)
        guard index < UInt32(connections.count) else {
            throw .graphConnection.because("there is no such connection")
        }
        return connections[Int(index)]
    }
}

extension GraphInteraction {
    /// The connection; nil for a callback.
    var connection: AUNodeConnection? {
        guard case .connection(let source, let output) = source else { return nil }
        return AUNodeConnection(
            sourceNode: source, sourceOutputNumber: output, destNode: node, destInputNumber: input)
    }

    func write(to place: UnsafeMutablePointer<AUNodeInteraction>) {
        // Behind the type, at byte 8, is a union whose members both begin with nodes and numbers.
        let memory = UnsafeMutableRawPointer(place)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<AUNodeInteraction>.size)
        switch source {
        case .connection(let source, let output):
            memory.storeBytes(of: kAUNodeInteraction_Connection, as: UInt32.self)
            memory.storeBytes(
                of: (source, output, node, input), toByteOffset: 8, as: (Int32, UInt32, Int32, UInt32).self)
        case .callback(let function, let context):
            memory.storeBytes(of: kAUNodeInteraction_InputCallback, as: UInt32.self)
            memory.storeBytes(of: (node, input), toByteOffset: 8, as: (Int32, UInt32).self)
            memory.storeBytes(of: (function, context), toByteOffset: 16, as: (UInt, UInt).self)
        }
    }
}

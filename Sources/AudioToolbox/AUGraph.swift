import AudioCore
import AudioUnits
import CAudioToolbox
import CoreAudioTypes

// The bodies of AudioToolbox/AUGraph.h.

// MARK: Life

@c @implementation
public func NewAUGraph(_ outGraph: UnsafeMutablePointer<AUGraph?>) -> OSStatus {
    status(into: outGraph) { try UnitGraph.handles.insert(UnitGraph(.shared)) }
}

@c @implementation
public func DisposeAUGraph(_ inGraph: AUGraph) -> OSStatus {
    status { try UnitGraph.remove(inGraph) }
}

@c @implementation
public func AUGraphOpen(_ inGraph: AUGraph) -> OSStatus { status { try graph(inGraph).open() } }

@c @implementation
public func AUGraphClose(_ inGraph: AUGraph) -> OSStatus { status { try graph(inGraph).close() } }

@c @implementation
public func AUGraphInitialize(_ inGraph: AUGraph) -> OSStatus { status { try graph(inGraph).initialize() } }

@c @implementation
public func AUGraphUninitialize(_ inGraph: AUGraph) -> OSStatus { status { try graph(inGraph).uninitialize() } }

@c @implementation
public func AUGraphStart(_ inGraph: AUGraph) -> OSStatus { status { try graph(inGraph).start() } }

@c @implementation
public func AUGraphStop(_ inGraph: AUGraph) -> OSStatus { status { try graph(inGraph).stop() } }

@c @implementation
public func AUGraphIsOpen(_ inGraph: AUGraph, _ outIsOpen: UnsafeMutablePointer<Bool>) -> OSStatus {
    status { try outIsOpen.store(graph(inGraph).isOpen) }
}

@c @implementation
public func AUGraphIsInitialized(_ inGraph: AUGraph, _ outIsInitialized: UnsafeMutablePointer<Bool>) -> OSStatus {
    status { try outIsInitialized.store(graph(inGraph).isInitialized) }
}

@c @implementation
public func AUGraphIsRunning(_ inGraph: AUGraph, _ outIsRunning: UnsafeMutablePointer<Bool>) -> OSStatus {
    status { try outIsRunning.store(graph(inGraph).isRunning) }
}

// MARK: Nodes

@c @implementation
public func AUGraphAddNode(
    _ inGraph: AUGraph, _ inDescription: UnsafePointer<AudioComponentDescription>,
    _ outNode: UnsafeMutablePointer<AUNode>
) -> OSStatus {
    status(into: outNode, else: 0) { try graph(inGraph).addNode(nonnull(inDescription).pointee) }
}

@c @implementation
public func AUGraphRemoveNode(_ inGraph: AUGraph, _ inNode: AUNode) -> OSStatus {
    status { try graph(inGraph).removeNode(inNode) }
}

@c @implementation
public func AUGraphGetNodeCount(_ inGraph: AUGraph, _ outNumberOfNodes: UnsafeMutablePointer<UInt32>) -> OSStatus {
    status { try outNumberOfNodes.store(UInt32(graph(inGraph).nodeCount)) }
}

@c @implementation
public func AUGraphGetIndNode(
    _ inGraph: AUGraph, _ inIndex: UInt32, _ outNode: UnsafeMutablePointer<AUNode>
) -> OSStatus {
    status { try outNode.store(graph(inGraph).node(at: inIndex)) }
}

@c @implementation
public func AUGraphNodeInfo(
    _ inGraph: AUGraph, _ inNode: AUNode, _ outDescription: UnsafeMutablePointer<AudioComponentDescription>?,
    _ outAudioUnit: UnsafeMutablePointer<AudioUnit?>?
) -> OSStatus {
    status { try graph(inGraph).give(inNode, outDescription, outAudioUnit) }
}

@c @implementation
public func AUGraphNewNodeSubGraph(_ inGraph: AUGraph, _ outNode: UnsafeMutablePointer<AUNode>) -> OSStatus {
    status(into: outNode, else: 0) { try graph(inGraph).addGraph() }
}

@c @implementation
public func AUGraphGetNodeInfoSubGraph(
    _ inGraph: AUGraph, _ inNode: AUNode, _ outSubGraph: UnsafeMutablePointer<AUGraph?>
) -> OSStatus {
    status(into: outSubGraph) { try graph(inGraph).graph(of: inNode) }
}

@c @implementation
public func AUGraphIsNodeSubGraph(
    _ inGraph: AUGraph, _ inNode: AUNode, _ outFlag: UnsafeMutablePointer<Bool>
) -> OSStatus {
    status { try outFlag.store(graph(inGraph).isGraph(inNode)) }
}

// MARK: Connections

@c @implementation
public func AUGraphConnectNodeInput(
    _ inGraph: AUGraph, _ inSourceNode: AUNode, _ inSourceOutputNumber: UInt32, _ inDestNode: AUNode,
    _ inDestInputNumber: UInt32
) -> OSStatus {
    status { try graph(inGraph).connect(inSourceNode, inSourceOutputNumber, to: inDestNode, inDestInputNumber) }
}

@c @implementation
public func AUGraphSetNodeInputCallback(
    _ inGraph: AUGraph, _ inDestNode: AUNode, _ inDestInputNumber: UInt32,
    _ inInputCallback: UnsafePointer<AURenderCallbackStruct>
) -> OSStatus {
    status { try graph(inGraph).setCallback(nonnull(inInputCallback), inDestNode, inDestInputNumber) }
}

@c @implementation
public func AUGraphDisconnectNodeInput(
    _ inGraph: AUGraph, _ inDestNode: AUNode, _ inDestInputNumber: UInt32
) -> OSStatus {
    status { try graph(inGraph).disconnect(inDestNode, inDestInputNumber) }
}

@c @implementation
public func AUGraphClearConnections(_ inGraph: AUGraph) -> OSStatus { status { try graph(inGraph).disconnectAll() } }

@c @implementation
public func AUGraphGetNumberOfInteractions(
    _ inGraph: AUGraph, _ outNumInteractions: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    status { try outNumInteractions.store(UInt32(graph(inGraph).interactionCount)) }
}

@c @implementation
public func AUGraphGetInteractionInfo(
    _ inGraph: AUGraph, _ inInteractionIndex: UInt32, _ outInteraction: UnsafeMutablePointer<AUNodeInteraction>
) -> OSStatus {
    status { try graph(inGraph).interaction(at: inInteractionIndex).write(to: nonnull(outInteraction)) }
}

@c @implementation
public func AUGraphCountNodeInteractions(
    _ inGraph: AUGraph, _ inNode: AUNode, _ outNumInteractions: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    status { try outNumInteractions.store(UInt32(graph(inGraph).interactions(of: inNode).count)) }
}

@c @implementation
public func AUGraphGetNodeInteractions(
    _ inGraph: AUGraph, _ inNode: AUNode, _ ioNumInteractions: UnsafeMutablePointer<UInt32>,
    _ outInteractions: UnsafeMutablePointer<AUNodeInteraction>
) -> OSStatus {
    status {
        try give(graph(inGraph).interactions(of: inNode), nonnull(ioNumInteractions)) { index, interaction in
            interaction.write(to: try nonnull(outInteractions) + index)
        }
    }
}

@c @implementation
public func AUGraphUpdate(_ inGraph: AUGraph, _ outIsUpdated: UnsafeMutablePointer<Bool>?) -> OSStatus {
    status { try graph(inGraph).update(outIsUpdated) }
}

// MARK: Rendering

@c @implementation
public func AUGraphGetCPULoad(_ inGraph: AUGraph, _ outAverageCPULoad: UnsafeMutablePointer<Float32>) -> OSStatus {
    status { try outAverageCPULoad.store(graph(inGraph).load) }
}

@c @implementation
public func AUGraphGetMaxCPULoad(_ inGraph: AUGraph, _ outMaxLoad: UnsafeMutablePointer<Float32>) -> OSStatus {
    status { try outMaxLoad.store(graph(inGraph).takeMostLoad()) }
}

@c @implementation
public func AUGraphAddRenderNotify(
    _ inGraph: AUGraph,
    _ inCallback:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer, UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>,
            UInt32, UInt32, UnsafeMutablePointer<AudioBufferList>?
        ) -> OSStatus, _ inRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
    status { try graph(inGraph).addNotify(address(of: inCallback), inRefCon) }
}

@c @implementation
public func AUGraphRemoveRenderNotify(
    _ inGraph: AUGraph,
    _ inCallback:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer, UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>,
            UInt32, UInt32, UnsafeMutablePointer<AudioBufferList>?
        ) -> OSStatus, _ inRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
    status { try graph(inGraph).removeNotify(address(of: inCallback), inRefCon) }
}

// MARK: Deprecated

@c @implementation
public func AUGraphNewNode(
    _ inGraph: AUGraph, _ inDescription: UnsafePointer<ComponentDescription>, _ inClassDataSize: UInt32,
    _ inClassData: UnsafeRawPointer?, _ outNode: UnsafeMutablePointer<AUNode>
) -> OSStatus {
    status(into: outNode, else: 0) {
        try graph(inGraph).addNode(AudioComponentDescription(nonnull(inDescription).pointee))
    }
}

@c @implementation
public func AUGraphGetNodeInfo(
    _ inGraph: AUGraph, _ inNode: AUNode, _ outDescription: UnsafeMutablePointer<ComponentDescription>?,
    _ outClassDataSize: UnsafeMutablePointer<UInt32>?, _ outClassData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ outAudioUnit: UnsafeMutablePointer<AudioUnit?>?
) -> OSStatus {
    status {
        var description = AudioComponentDescription()
        try graph(inGraph).give(inNode, &description, outAudioUnit)
        outDescription?.pointee = ComponentDescription(description)
        outClassDataSize?.pointee = 0
        outClassData?.pointee = nil
    }
}

@c @implementation
public func AUGraphGetNumberOfConnections(
    _ inGraph: AUGraph, _ outNumConnections: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    status { try outNumConnections.store(UInt32(graph(inGraph).interactions.compactMap(\.connection).count)) }
}

@c @implementation
public func AUGraphGetConnectionInfo(
    _ inGraph: AUGraph, _ inConnectionIndex: UInt32, _ outSourceNode: UnsafeMutablePointer<AUNode>,
    _ outSourceOutputNumber: UnsafeMutablePointer<UInt32>, _ outDestNode: UnsafeMutablePointer<AUNode>,
    _ outDestInputNumber: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    status {
        let connection = try graph(inGraph).connection(at: inConnectionIndex)
        try outSourceNode.store(connection.sourceNode)
        try outSourceOutputNumber.store(connection.sourceOutputNumber)
        try outDestNode.store(connection.destNode)
        try outDestInputNumber.store(connection.destInputNumber)
    }
}

@c @implementation
public func AUGraphCountNodeConnections(
    _ inGraph: AUGraph, _ inNode: AUNode, _ outNumConnections: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    status {
        try outNumConnections.store(UInt32(graph(inGraph).interactions(of: inNode).compactMap(\.connection).count))
    }
}

@c @implementation
public func AUGraphGetNodeConnections(
    _ inGraph: AUGraph, _ inNode: AUNode, _ outConnections: UnsafeMutablePointer<AudioUnitNodeConnection>,
    _ ioNumConnections: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    status {
        let connections = try graph(inGraph).interactions(of: inNode).compactMap(\.connection)
        try give(connections, nonnull(ioNumConnections)) { index, connection in
            (try nonnull(outConnections) + index).pointee = connection
        }
    }
}

import AudioToolbox

// Methods that a program adds to the references of the C API. Units have a type of their own, as on the Mac, so that a graph, a
// component and a sequence may have methods of the same names.

extension AudioUnit {
    fileprivate func initialize() -> OSStatus { AudioUnitInitialize(self) }
    fileprivate func uninitialize() -> OSStatus { AudioUnitUninitialize(self) }
    fileprivate func dispose() -> OSStatus { AudioComponentInstanceDispose(self) }
    fileprivate var kind: String { "unit" }
}

extension AUGraph {
    fileprivate func initialize() -> OSStatus { AUGraphInitialize(self) }
    fileprivate func uninitialize() -> OSStatus { AUGraphUninitialize(self) }
    fileprivate func dispose() -> OSStatus { DisposeAUGraph(self) }
    fileprivate var kind: String { "graph" }
}

private func describe(_ unit: AudioUnit) -> String { "the \(unit.kind)" }
private func describe(_ graph: AUGraph) -> String { "the \(graph.kind)" }

/// Calls methods of both kinds, and keeps units as programs for either system do: in a set, as a number, as an object's context.
@MainActor func useExtensions(_ component: AudioComponent) {
    var made: AUGraph?
    check(NewAUGraph(&made))
    let graph = made!
    var node = AUNode()
    var description = AudioComponentDescription()
    check(AudioComponentGetDescription(component, &description))
    check(AUGraphAddNode(graph, &description, &node))
    check(AUGraphOpen(graph))
    check(graph.initialize())
    var nodes: AudioUnit?
    check(AUGraphNodeInfo(graph, node, nil, &nodes))
    check(graph.uninitialize())

    var instance: AudioComponentInstance?
    check(AudioComponentInstanceNew(component, &instance))
    guard let unit: AudioUnit = instance else { return check(false) }
    check(unit.initialize())
    check(describe(unit) == "the unit" && describe(graph) == "the graph")
    check(Set([unit, nodes!, unit]).count == 2)
    check([unit: 1, nodes!: 2][unit] == 1)
    let raw = UnsafeMutableRawPointer(unit)
    check(AudioUnit(OpaquePointer(raw)) == unit && UInt(bitPattern: unit) == UInt(bitPattern: raw))
    check(unit.uninitialize())
    check(unit.dispose())
    check(unit.initialize() == kAudio_ParamError)
    check(graph.dispose())
}

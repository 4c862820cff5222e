import AudioCore
import AudioFiles
import AudioUnits
import CAudioToolbox
import CoreAudioTypes
import Glibc
import PlaybackAndRecording

// The bodies of AudioToolbox/CAShow.h.

@c @implementation
public func CAShow(_ inObject: UnsafeMutableRawPointer) { _ = puts(shownText(of: OpaquePointer(inObject))) }

@c @implementation
public func CAShowFile(_ inObject: UnsafeMutableRawPointer, _ inFile: UnsafeMutablePointer<FILE>) {
    _ = fputs(shownText(of: OpaquePointer(inObject)) + "\n", inFile)
}

/// What is said of the object that a reference of any kind stands for.
private func shownText(of reference: OpaquePointer) -> String {
    if let graph = try? UnitGraph.handles.object(for: reference) { return text(of: graph, reference) }
    let unit = AudioUnit(reference)
    if (try? ComponentInstance.handles.object(for: unit)) != nil { return text(of: unit) }
    if let converter = try? Converter.handles.object(for: reference) {
        let (input, output) = (converter.inputFormat.text, converter.outputFormat.text)
        return "AudioConverter \(address(reference)):\n\tfrom [\(input)]\n\tto   [\(output)]"
    }
    let format: (kind: String, text: String)? =
        if let file = try? OpenFile.handles.object(for: reference) {
            ("AudioFile", file.format.text)
        } else if let file = try? ExtendedFile.handles.object(for: reference) {
            ("ExtAudioFile", "\(file.file.format.text)], client [\(file.clientFormat.text)")
        } else if let queue = try? AudioQueue.handles.object(for: reference) {
            ("AudioQueue", queue.format.text)
        } else {
            nil
        }
    return format.map { "\($0.kind) \(address(reference)): [\($0.text)]" } ?? "\(address(reference)): no known object"
}

private func text(of graph: UnitGraph, _ reference: OpaquePointer) -> String {
    var lines = ["AudioUnitGraph \(address(reference)):", "  Nodes:"]
    var units: [AUNode: AudioUnit] = [:]
    for node in graph.nodes {
        guard let info = try? graph.info(node) else { continue }
        units[node] = info.unit
        let instance = info.unit.map { ", instance \(address(OpaquePointer($0)))" } ?? ""
        let inner = (try? graph.graph(of: node)).map { "graph \(address($0))" }
        lines.append("\tnode \(node): \(inner ?? codes(info.description))\(instance)")
    }
    var (connections, callbacks): ([String], [String]) = ([], [])
    for interaction in graph.interactions {
        let (node, input) = (interaction.node, interaction.input)
        let target = "node \(node) bus \(input)\(format(units[node], kAudioUnitScope_Input, input))"
        switch interaction.source {
        case .connection(let source, let output): connections.append("\tnode \(source) bus \(output) => \(target)")
        case .callback(let function, let context):
            callbacks.append("\t{0x\(String(function, radix: 16)), 0x\(String(context, radix: 16))} => \(target)")
        }
    }
    if !connections.isEmpty { lines += ["  Connections:"] + connections }
    if !callbacks.isEmpty { lines += ["  Input Callbacks:"] + callbacks }
    let state = [("isOpen", graph.isOpen), ("isInitialized", graph.isInitialized), ("isRunning", graph.isRunning)]
    lines += ["  State:", "\t" + state.map { "\($0)=\($1 ? "T" : "F")" }.joined(separator: ", ")]
    return lines.joined(separator: "\n")
}

private func text(of unit: AudioUnit) -> String {
    var description = AudioComponentDescription()
    if let component = __AudioComponentInstanceGetComponent(unit) {
        _ = AudioComponentGetDescription(component, &description)
    }
    var lines = ["AudioUnit \(address(OpaquePointer(unit))): \(codes(description))"]
    for (name, scope) in [("input", kAudioUnitScope_Input), ("output", kAudioUnitScope_Output)] {
        let count = min(property(kAudioUnitProperty_ElementCount, of: unit, scope, 0) ?? UInt32(0), 64)
        for element in 0..<count { lines.append("\t\(name) \(element)\(format(unit, scope, element))") }
    }
    return lines.joined(separator: "\n")
}

private func address(_ reference: OpaquePointer) -> String { "0x\(String(UInt(bitPattern: reference), radix: 16))" }

private func codes(_ description: AudioComponentDescription) -> String {
    [description.componentType, description.componentSubType, description.componentManufacturer]
        .map { "'\(FourCC($0))'" }.joined(separator: " ")
}

/// The format of an element in brackets; empty where it has none.
private func format(_ unit: AudioUnit?, _ scope: AudioUnitScope, _ element: AudioUnitElement) -> String {
    guard let unit,
        let format: AudioStreamBasicDescription = property(kAudioUnitProperty_StreamFormat, of: unit, scope, element)
    else { return "" }
    return " [\(StreamFormat(format).text)]"
}

private func property<Value: BitwiseCopyable>(
    _ id: AudioUnitPropertyID, of unit: AudioUnit, _ scope: AudioUnitScope, _ element: AudioUnitElement
) -> Value? {
    var size = UInt32(MemoryLayout<Value>.size)
    return withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { place in
        guard let start = place.baseAddress,
            AudioUnitGetProperty(unit, id, scope, element, start, &size) == 0, size == MemoryLayout<Value>.size
        else { return nil }
        return start.pointee
    }
}

import AudioToolbox

// Engines and their nodes in words, for a log.
extension AVAudioNode {
    /// The class and the address of the node.
    var briefName: String { "\(type(of: self)) \(address(of: self))" }

    /// The node with its buses. Nothing is made for it: an input or output whose unit has not been made yet has no formats.
    var words: String {
        var parts = [detail, engine == nil ? "not attached" : nil].compactMap { $0 }
        let inputs = numberOfInputs
        if inputs > 0 { parts.append(inputs == 1 ? "1 input" : "\(inputs) inputs") }
        for bus in 0..<numberOfOutputs {
            parts.append("output \(bus)" + (hasFormats ? ": \(format(kAudioUnitScope_Output, bus))" : ""))
        }
        return "<\(briefName): \(parts.joined(separator: ", "))>"
    }
}

extension AVAudioEngine {
    /// The engine with its nodes, each followed by what its outputs are connected to.
    var words: String {
        let (phase, links) = state.withLock { ($0.phase, $0.links) }
        var (nodes, seen): ([AVAudioNode], Set<ObjectIdentifier>) = ([], [])
        let others = attachedNodes.sorted { $0.briefName < $1.briefName }
        for node in links.all.flatMap({ [$0.source, $0.node] }) + others
        where seen.insert(ObjectIdentifier(node)).inserted {
            nodes.append(node)
        }
        let isManual = io.manual != nil
        var lines = ["<AVAudioEngine \(address(of: self)): \(phase)\(isManual ? ", manual rendering" : ""), nodes: ("]
        for node in nodes {
            lines.append("    \(node.words)")
            for link in links.out(of: node) {
                lines.append("        output \(link.output) -> <\(link.node.briefName)> input \(link.input)")
            }
        }
        return (lines + [")>"]).joined(separator: "\n")
    }
}

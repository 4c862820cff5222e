import AudioToolbox
import TestSupport
import Testing

/// What one call of a graph costs must not grow with the number of its nodes.
@Suite struct GraphCostTests {
    private static let count = 10_000

    @Test func tenThousandConnectionsTakeLessThanASecond() throws {
        var made: AUGraph?
        try must("NewAUGraph", NewAUGraph(&made))
        let graph = try #require(made)
        defer { DisposeAUGraph(graph) }
        var description = AudioComponentDescription()
        description.componentType = kAudioUnitType_FormatConverter
        description.componentSubType = kAudioUnitSubType_AUConverter
        description.componentManufacturer = kAudioUnitManufacturer_Apple
        let nodes = try (0..<Self.count).map { _ in
            var node = AUNode()
            try must("AUGraphAddNode", AUGraphAddNode(graph, &description, &node))
            return node
        }
        let took = try ThreadClock.measure {
            for (source, target) in zip(nodes, nodes.dropFirst()) {
                try must("AUGraphConnectNodeInput", AUGraphConnectNodeInput(graph, source, 0, target, 0))
            }
        }
        #expect(took < .seconds(1), "\(took)")
        var interactions: UInt32 = 0
        try must("AUGraphGetNumberOfInteractions", AUGraphGetNumberOfInteractions(graph, &interactions))
        #expect(interactions == UInt32(Self.count - 1))
    }
}

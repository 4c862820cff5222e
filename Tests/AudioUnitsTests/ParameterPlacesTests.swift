import AudioCore
import CAudioToolbox
import Testing

@testable import AudioUnits

/// Where the audio thread finds a parameter of an element.
@Suite struct ParameterPlacesTests {
    private struct Key: Hashable { let id: UInt32, scope: UInt32, element: UInt32 }

    /// Each parameter is found where it is, and no other one is.
    @Test(arguments: [
        MultiChannelMixerUnit.mixer, StereoMixerUnit.stereoMixer, MatrixMixerUnit.mixer, SpatialMixerUnit.mixer,
        ReverbUnit.reverb,
    ])
    func findsWhatThereIs(blueprint: UnitBlueprint) throws {
        let client = try Client(blueprint)
        if blueprint.mayChangeInputs {
            try client.set(kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, to: UInt32(5))
        }
        try client.unit.initialize()
        let plan = try #require(client.unit.state.withLock { $0.plan })
        let parameters = plan.parameters
        var known: Set<Key> = []
        for index in 0..<parameters.count {
            let parameter = parameters.all[index]
            known.insert(Key(id: parameter.id, scope: parameter.scope, element: parameter.element))
            let found = parameters.index(scope: parameter.scope, element: parameter.element, id: parameter.id)
            #expect(found == index)
        }
        #expect(!known.isEmpty)
        let elements: [UInt32] = [
            0, 1, 2, 3, 4, 5, 6, 9, 10, 0xFFFF, 0x1_0000, 0x1_0001, 0x1_0002, 0xFFFF_FFFE, 0xFFFF_FFFF,
        ]
        for id in [UInt32(0), 1, 2, 3, 7, 19, 40, 0xFFFF_FFFF] {
            for scope in 0..<UInt32(4) {
                for element in elements {
                    let isThere = parameters.index(scope: scope, element: element, id: id) != nil
                    #expect(isThere == known.contains(Key(id: id, scope: scope, element: element)))
                }
            }
        }
    }

    /// Of parameters that do not follow one another, and of two that are the same, which the first one counts for.
    @Test func findsPlacesOutOfOrder() {
        let cell = Latest(0)
        func parameter(_ id: UInt32, _ element: UInt32) -> RenderParameter {
            RenderParameter(
                cell: .passUnretained(cell), scope: 1, element: element, id: id, minimum: 0, maximum: 1, canRamp: true,
                canSet: true, start: 0, end: 0)
        }
        let list = [
            parameter(4, 3), parameter(4, 1), parameter(4, 2), parameter(2, 7), parameter(4, 1), parameter(2, 9),
        ]
        let places = ParameterPlaces(list)
        defer { places.deallocate() }
        let wanted: [(id: UInt32, element: UInt32, place: Int?)] = [
            (4, 3, 0), (4, 1, 1), (4, 2, 2), (2, 7, 3), (2, 9, 5), (2, 8, nil), (4, 0, nil), (4, 4, nil), (3, 1, nil),
            (1, 7, nil), (5, 0, nil),
        ]
        for (id, element, place) in wanted {
            #expect(places.place(scope: 1, element: element, id: id) == place, "\(id) \(element)")
            #expect(places.place(scope: 0, element: element, id: id) == nil)
        }
        let nothing = ParameterPlaces([])
        defer { nothing.deallocate() }
        #expect(nothing.place(scope: 0, element: 0, id: 0) == nil)
    }
}

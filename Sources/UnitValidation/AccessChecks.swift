import CAudioToolbox
import CoreAudioTypes
import Foundation

// How properties are read into too little memory, removed, and set with too few bytes.
extension UnitCheck {
    static let accessChecks: [UnitCheck] = [
        UnitCheck("a value is cut where its buffer is too small") { (component) throws(CheckFailure) in
            try shortReads(TestedUnit(component))
            return nil
        },
        UnitCheck("a property is not read into 0 bytes") { (component) throws(CheckFailure) in
            try emptyReads(TestedUnit(component))
            return nil
        },
        UnitCheck("a callback is removed by no value") { (component) throws(CheckFailure) in
            try removal(TestedUnit(component))
        },
        UnitCheck("what was not added can be removed") { (component) throws(CheckFailure) in
            try unknownRemoval(TestedUnit(component))
            return nil
        },
        UnitCheck("a format may be without its last field") { (component) throws(CheckFailure) in
            try shortFormats(TestedUnit(component))
        },
        UnitCheck("a preset of the user has a name") { (component) throws(CheckFailure) in
            try presetNames(TestedUnit(component))
        },
    ]

    // MARK: Reading

    /// A property that a read does not change.
    private struct Readable {
        let name: String
        let id: AudioUnitPropertyID
        var scope: AudioUnitScope = kAudioUnitScope_Global
        /// Whether a client owns what it reads.
        var hasObjects = false
    }

    private static func readable(_ tested: TestedUnit) -> [Readable] {
        let scope = tested.count(kAudioUnitScope_Output) > 0 ? kAudioUnitScope_Output : kAudioUnitScope_Input
        let all = [
            Readable(name: "StreamFormat", id: kAudioUnitProperty_StreamFormat, scope: scope),
            Readable(name: "ElementCount", id: kAudioUnitProperty_ElementCount, scope: scope),
            Readable(name: "MaximumFramesPerSlice", id: kAudioUnitProperty_MaximumFramesPerSlice),
            Readable(name: "Latency", id: kAudioUnitProperty_Latency),
            Readable(name: "SupportedNumChannels", id: kAudioUnitProperty_SupportedNumChannels),
            Readable(name: "ParameterList", id: kAudioUnitProperty_ParameterList),
            Readable(name: "ClassInfo", id: kAudioUnitProperty_ClassInfo, hasObjects: true),
            Readable(name: "PresentPreset", id: kAudioUnitProperty_PresentPreset, hasObjects: true),
        ]
        return all.filter { (tested.info($0.id, $0.scope)?.size ?? 0) > 1 }
    }

    /// What a read leaves in memory that is longer than the read may use.
    private struct ShortRead {
        let status: OSStatus
        let size: UInt32
        let bytes: [UInt8]
        let room: Int

        init(_ tested: TestedUnit, _ property: Readable, room: UInt32) {
            var bytes = [UInt8](repeating: 0xA5, count: Int(room) + 64)
            var size = room
            status = bytes.withUnsafeMutableBytes { bytes -> OSStatus in
                guard let start = bytes.baseAddress else { return noErr }
                return AudioUnitGetProperty(tested.unit, property.id, property.scope, 0, start, &size)
            }
            (self.size, self.bytes, self.room) = (size, bytes, Int(room))
        }

        var isWithinItsRoom: Bool { bytes.dropFirst(room).allSatisfy { $0 == 0xA5 } }
    }

    private static func shortReads(_ tested: TestedUnit) throws(CheckFailure) {
        for property in readable(tested) {
            let whole = property.hasObjects ? nil : tested.bytes(property.id, property.scope)
            let size = tested.info(property.id, property.scope)?.size ?? 0
            guard size > 0 else { continue }
            try expect(size < TestedUnit.Most.bytes, "the size of \(property.name) is \(size)")
            for room in [size - 1, 1] {
                let name = "reading \(property.name) into \(room) of \(size) bytes"
                let read = ShortRead(tested, property, room: room)
                try expect(read.isWithinItsRoom, "\(name) wrote more than those")
                guard read.status == noErr else {
                    let isKnown = read.status == kAudioUnitErr_InvalidPropertyValue || read.status == kAudio_ParamError
                    try expect(isKnown, "\(name) returned \(read.status)")
                    continue
                }
                try expect(read.size <= room, "\(name) gave a size of \(read.size)")
                guard let whole else { continue }
                let isStart = Array(read.bytes.prefix(Int(read.size))) == Array(whole.prefix(Int(read.size)))
                try expect(isStart, "\(name) gave other bytes than the value begins with")
            }
        }
    }

    private static func emptyReads(_ tested: TestedUnit) throws(CheckFailure) {
        for property in readable(tested) {
            let read = ShortRead(tested, property, room: 0)
            try expect(
                read.status == kAudio_ParamError, "reading \(property.name) into 0 bytes returned \(read.status)")
            try expect(read.isWithinItsRoom, "reading \(property.name) into 0 bytes wrote some")
        }
    }

    // MARK: Removing

    private static func removal(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        let inputs = tested.count(kAudioUnitScope_Input)
        guard inputs > 0 else { return "the unit has no input" }
        let (id, scope) = (kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input)
        try tested.prepare()
        // Input 1 of an output unit is the device's.
        for element in 0..<(tested.isDevice ? 1 : inputs) {
            try tested.call(
                "removing the callback of input \(element)",
                AudioUnitSetProperty(tested.unit, id, scope, element, nil, 0))
        }
        let size = UInt32(MemoryLayout<AURenderCallbackStruct>.size)
        let sizeAlone = AudioUnitSetProperty(tested.unit, id, scope, 0, nil, size)
        try expect(sizeAlone == kAudio_ParamError, "a size without a value returned \(sizeAlone)")
        let callback = AURenderCallbackStruct({ _, _, _, _, _, _ in noErr })
        let valueAlone = tested.set(id, scope, 0, to: callback, bytes: 0)
        try expect(valueAlone == kAudio_ParamError, "a value without a size returned \(valueAlone)")
        let frames = AudioUnitSetProperty(
            tested.unit, kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, 0, nil, 0)
        try expect(
            frames == kAudioUnitErr_InvalidPropertyValue, "removing MaximumFramesPerSlice returned \(frames)")
        guard !tested.isDevice, tested.count(kAudioUnitScope_Output) > 0 else { return nil }
        try tested.expectRoom()
        let rendering = tested.render(64, at: 0)
        try expect(tested.source?.calls.isEmpty ?? true, "the unit asked a callback that was removed")
        let isWithout =
            rendering.status == kAudioUnitErr_NoConnection || rendering.status == noErr && rendering.isZero
        try expect(isWithout, "a render without inputs returned \(rendering.status), and sound")
        return nil
    }

    private static func unknownRemoval(_ tested: TestedUnit) throws(CheckFailure) {
        let notes = RenderNotes()
        let listener: SendablePropertyListener = { _, _, _, _, _ in }
        try tested.call(
            "removing a listener that was not added",
            AudioUnitRemovePropertyListenerWithUserData(
                tested.unit, kAudioUnitProperty_MaximumFramesPerSlice, listener, notes.context))
        try tested.call(
            "removing a render notification that was not added",
            AudioUnitRemoveRenderNotify(tested.unit, RenderNotes.notify, notes.context))
        withExtendedLifetime(notes) {}
    }

    // MARK: Setting

    private static func shortFormats(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        let id = kAudioUnitProperty_StreamFormat
        var found = 0
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] {
            for element in 0..<tested.count(scope) {
                guard let format = tested.format(scope, element),
                    tested.info(id, scope, element)?.isWritable ?? false
                else { continue }
                found += 1
                try tested.call(
                    "setting a format of 36 bytes", tested.set(id, scope, element, to: format, bytes: 36))
                let now = tested.format(scope, element)
                try expect(
                    now?.mSampleRate == format.mSampleRate && now?.mChannelsPerFrame == format.mChannelsPerFrame
                        && now?.mBitsPerChannel == format.mBitsPerChannel,
                    "a format of 36 bytes was set and is another")
                let cut = tested.set(id, scope, element, to: format, bytes: 35)
                try expect(
                    cut == kAudioUnitErr_InvalidPropertyValue, "setting a format of 35 bytes returned \(cut)")
            }
        }
        return found == 0 ? "no format of the unit can be set" : nil
    }

    struct PresentPreset: Equatable {
        var number: Int32
        var name: String
    }

    static func present(_ tested: TestedUnit) throws(CheckFailure) -> PresentPreset {
        var preset = AUPreset()
        var size = UInt32(MemoryLayout<AUPreset>.size)
        try tested.call(
            "reading PresentPreset",
            AudioUnitGetProperty(
                tested.unit, kAudioUnitProperty_PresentPreset, kAudioUnitScope_Global, 0, &preset, &size))
        guard let reference = preset.__presetName?.toOpaque() else {
            return PresentPreset(number: preset.presetNumber, name: "")
        }
        guard let name = takeString(reference) as? NSString else {
            throw CheckFailure("the name in PresentPreset is no CFString")
        }
        return PresentPreset(number: preset.presetNumber, name: String(describing: name))
    }

    private static func choose(_ name: NSString?, _ tested: TestedUnit) -> OSStatus {
        var preset = AUPreset()
        preset.presetNumber = -1
        preset.__presetName = name.map { .fromOpaque(Unmanaged.passUnretained($0).toOpaque()) }
        return withExtendedLifetime(name) {
            AudioUnitSetProperty(
                tested.unit, kAudioUnitProperty_PresentPreset, kAudioUnitScope_Global, 0, &preset,
                UInt32(MemoryLayout<AUPreset>.size))
        }
    }

    private static func presetNames(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        guard tested.info(kAudioUnitProperty_PresentPreset) != nil else {
            return "the unit does not have PresentPreset"
        }
        let before = try present(tested)
        let nameless = choose(nil, tested)
        try expect(
            nameless == kAudioUnitErr_InvalidPropertyValue, "preset -1 without a name was set and returned \(nameless)")
        let kept = try present(tested)
        try expect(kept == before, "PresentPreset is another after one was refused")
        try tested.call("setting preset -1 with a name", choose(NSString(string: "Mine"), tested))
        let named = try present(tested)
        try expect(
            named == PresentPreset(number: -1, name: "Mine"),
            "preset -1 of the name Mine was set, and PresentPreset is \(named.number) of the name \(named.name)")
        return nil
    }
}

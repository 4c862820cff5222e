import CAudioToolbox
import CoreAudioTypes

extension UnitCheck {
    static let formatChecks = [
        UnitCheck("formats can be set and read") { (component) throws(CheckFailure) in
            try formats(TestedUnit(component))
            return nil
        },
        UnitCheck("formats agree with the numbers of channels") { (component) throws(CheckFailure) in
            try channels(component)
        },
    ]

    private static func formats(_ tested: TestedUnit) throws(CheckFailure) {
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] {
            for element in 0..<tested.count(scope) {
                let place = "(\(scope == kAudioUnitScope_Input ? "input" : "output"), \(element))"
                guard let format = tested.statedFormat(scope, element) else { continue }
                try expect(
                    format.mFormatID == kAudioFormatLinearPCM && format.mSampleRate > 0
                        && TestedUnit.isPossible(format),
                    "the format of \(place) is not linear PCM with a rate and channels")
                try formats(tested, scope, element, place, format)
            }
        }
    }

    private static func formats(
        _ tested: TestedUnit, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ place: String,
        _ format: AudioStreamBasicDescription
    ) throws(CheckFailure) {
        let id = kAudioUnitProperty_StreamFormat
        let isWritable = tested.info(id, scope, element)?.isWritable ?? false
        try expect(
            !isWritable || tested.set(id, scope, element, to: format) == noErr,
            "the format of \(place) cannot be set to what it is")
        var wrong = format
        (wrong.mChannelsPerFrame, wrong.mSampleRate) = (0, -1)
        let taken = tested.set(id, scope, element, to: wrong) == noErr
        try expect(!taken, "\(place) took a format without channels and with a rate of -1")
        try expect(
            tested.format(scope, element)?.mSampleRate == format.mSampleRate,
            "the format of \(place) is another after one was refused")
        var other = format
        other.mSampleRate = format.mSampleRate == 32_000 ? 48_000 : 32_000
        guard isWritable, tested.set(id, scope, element, to: other) == noErr else { return }
        try expect(
            tested.format(scope, element)?.mSampleRate == other.mSampleRate,
            "\(place) took a format and has another")
        _ = tested.set(id, scope, element, to: format)
    }

    /// Float32 without interleaving.
    static func floats(_ channels: Int16) -> AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: UInt32(channels), mBitsPerChannel: 32,
            mReserved: 0)
    }

    private static func channels(_ component: AudioComponent) throws(CheckFailure) -> String? {
        let described = try TestedUnit(component)
        guard described.isEffect else { return "the unit is no effect" }
        var pairs: [(Int16, Int16)] = [(1, 1), (2, 2)]
        if let bytes = described.bytes(kAudioUnitProperty_SupportedNumChannels) {
            pairs = bytes.withUnsafeBytes { Array($0.bindMemory(to: AUChannelInfo.self)) }
                .map { ($0.inChannels, $0.outChannels) }
                .map { ($0.0 < 0 ? 2 : $0.0, $0.1 < 0 ? 2 : $0.1) }
        }
        for (inputs, outputs) in pairs where inputs > 0 && outputs > 0 {
            let tested = try TestedUnit(component)
            let id = kAudioUnitProperty_StreamFormat
            try tested.call(
                "setting \(inputs) channels of the input",
                tested.set(id, kAudioUnitScope_Input, 0, to: floats(inputs)))
            try tested.call(
                "setting \(outputs) channels of the output",
                tested.set(id, kAudioUnitScope_Output, 0, to: floats(outputs)))
            try tested.prepare()
        }
        return nil
    }

    // MARK: Life

    static let lifeChecks = [
        UnitCheck("a unit is initialized and uninitialized") { (component) throws(CheckFailure) in
            try life(TestedUnit(component))
            return nil
        },
        .rendering("an uninitialized unit does not render") { (component) throws(CheckFailure) in
            let tested = try TestedUnit(component)
            try tested.feed()
            let early = tested.render(64, at: 0).status
            try expect(
                early == kAudioUnitErr_Uninitialized, "a render returned \(early) before the unit was initialized")
            try tested.initialize()
            try tested.call("AudioUnitUninitialize", AudioUnitUninitialize(tested.unit))
            let late = tested.render(64, at: 64).status
            try expect(late == kAudioUnitErr_Uninitialized, "a render returned \(late) after it was uninitialized")
            return nil
        },
        UnitCheck("an initialized unit keeps its maximum of frames") { (component) throws(CheckFailure) in
            let tested = try TestedUnit(component)
            let frames = tested.maximumFrames
            try tested.prepare()
            let status = tested.set(kAudioUnitProperty_MaximumFramesPerSlice, to: frames + 1)
            let isRefused = status != noErr && tested.statedFrames == frames
            try expect(
                isRefused || tested.statedFrames == frames + 1, "MaximumFramesPerSlice was set and did not change")
            return nil
        },
    ]

    private static func life(_ tested: TestedUnit) throws(CheckFailure) {
        try tested.feed()
        for _ in 0..<2 {
            try tested.initialize()
            try tested.call("a second AudioUnitInitialize", AudioUnitInitialize(tested.unit))
            try tested.call("AudioUnitReset", AudioUnitReset(tested.unit, kAudioUnitScope_Global, 0))
            try tested.call("AudioUnitUninitialize", AudioUnitUninitialize(tested.unit))
            try tested.call("a second AudioUnitUninitialize", AudioUnitUninitialize(tested.unit))
        }
    }
}

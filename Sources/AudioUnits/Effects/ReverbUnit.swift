import AudioCore
import CAudioToolbox
import Glibc

/// Reverb2: a room, made of sixteen delays that feed each other.
///
/// The decay times are those after which the sound of a frequency is 60 dB softer, at 0 Hz and at half of the sample rate;
/// between them the decay changes evenly. The mix keeps the power: the reverb of noise is as loud as the noise, whatever
/// the room.
final class ReverbUnit: EffectUnit, @unchecked Sendable {
    static let reverb = UnitBlueprint("aufx", "rvb2", "Apple: AUReverb2") { ReverbUnit($0) }
        .with {
            $0.parameters = [
                ParameterSpec(0, "Dry/Wet Mix", .equalPowerCrossfade, 0...100, 100),
                ParameterSpec(1, "Gain", .decibels, -20...20, 0),
                ParameterSpec(2, "Min Delay Time", .seconds, 0.0001...1, 0.008),
                ParameterSpec(3, "Max Delay Time", .seconds, 0.0001...1, 0.05),
                ParameterSpec(4, "Decay Time At 0 Hz", .seconds, 0.001...20, 1),
                ParameterSpec(5, "Decay Time At Nyquist", .seconds, 0.001...20, 0.5),
                ParameterSpec(6, "Randomize Reflections", .indexed, 1...1000, 1, canRamp: false),
            ]
            $0.presets = rooms.enumerated().map { UnitPreset(number: Int32($0), name: $1.name) }
        }

    /// A factory preset: what its room sets of the parameters.
    struct Room: Sendable {
        let name: String
        /// The delay times, then the decay times, in seconds.
        let times: [Float]

        init(_ name: String, _ minimum: Float, _ maximum: Float, _ low: Float, _ high: Float) {
            (self.name, times) = (name, [minimum, maximum, low, high])
        }

        /// The longer decay, after the longest delay, in seconds.
        var tailTime: Double { Double(max(times[2], times[3])) + Double(max(times[0], times[1])) }
    }

    /// The rooms, in the order of `kReverbRoomType_…`.
    static let rooms: [Room] = [
        Room("Small Room", 0.003, 0.018, 0.4, 0.2),
        Room("Medium Room", 0.005, 0.028, 0.6, 0.3),
        Room("Large Room", 0.008, 0.042, 0.9, 0.4),
        Room("Medium Hall", 0.008, 0.05, 1, 0.5),
        Room("Large Hall", 0.014, 0.08, 2, 0.8),
        Room("Plate", 0.002, 0.03, 1.4, 1.1),
        Room("Medium Chamber", 0.006, 0.035, 0.9, 0.5),
        Room("Large Chamber", 0.009, 0.055, 1.5, 0.7),
        Room("Cathedral", 0.025, 0.12, 4, 1),
        Room("Large Room 2", 0.007, 0.048, 1.1, 0.35),
        Room("Medium Hall 2", 0.01, 0.06, 1.4, 0.7),
        Room("Medium Hall 3", 0.012, 0.055, 1.2, 0.45),
        Room("Large Hall 2", 0.018, 0.1, 2.6, 0.9),
    ]

    /// The room whose values a new instance has.
    private static let usualRoom: UInt32 = 3

    /// The room that was chosen last.
    private let room = LockedValue(ReverbUnit.usualRoom)

    override func apply(_ preset: UnitPreset) {
        guard Self.rooms.indices.contains(Int(preset.number)) else { return }
        for (index, value) in Self.rooms[Int(preset.number)].times.enumerated() {
            try? setParameter(UInt32(2 + index), kAudioUnitScope_Global, 0, value)
        }
        room.withLock { $0 = UInt32(preset.number) }
    }

    override func ownValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        guard request.id == kAudioUnitProperty_ReverbRoomType else { return try super.ownValue(request) }
        try expectGlobal(request)
        return .one(room.withLock { $0 })
    }

    override func isOwnWritable(_ request: UnitRequest) -> Bool? {
        request.id == kAudioUnitProperty_ReverbRoomType ? true : super.isOwnWritable(request)
    }

    override func setOwn(_ request: UnitRequest) throws(AudioError) -> Bool {
        guard request.id == kAudioUnitProperty_ReverbRoomType else { return try super.setOwn(request) }
        try expectGlobal(request)
        let wanted = try request.load(UInt32.self)
        guard wanted < UInt32(Self.rooms.count) else { throw .unitValue.because("there is no room \(wanted)") }
        try setPreset(UnitPreset(number: Int32(wanted), name: ""), hasName: false)
        notify(request.id)
        notify(kAudioUnitProperty_PresentPreset)
        notify(kAudioUnitProperty_CurrentPreset)
        return true
    }

    override func makeProcessor(
        _ format: StreamFormat, _ parameters: RenderParameters
    ) throws(AudioError) -> Processor {
        ReverbProcessor(format)
    }

    override func kernelMemory(_ state: UnitState) -> Int {
        DelayLine.bytes(
            channels: ReverbNetwork.lines, frames: ReverbNetwork.frames(state.outputs[0].format.sampleRate))
    }

    /// The longer decay, after the longest delay.
    override var tailTime: Double {
        func value(_ id: UInt32) -> Double { Double((try? parameter(id, kAudioUnitScope_Global, 0)) ?? 0) }
        return max(value(4), value(5)) + max(value(2), value(3))
    }
}

private final class ReverbProcessor: Processor, @unchecked Sendable {
    private let channels: Int
    private var network: ReverbNetwork
    /// The room that the network has.
    private var room = ReverbNetwork.Room()
    private var levels = (mix: Float.nan, decibels: Float.nan)
    /// The gains of the input and of the reverb at the end of the last block, and those to go to.
    private var (dry, wet): (Float, Float) = (0, 0)
    private var (nextDry, nextWet): (Float, Float) = (0, 0)
    private var hasBegun = false

    init(_ format: StreamFormat) {
        channels = format.channels
        network = ReverbNetwork(channels: format.channels, sampleRate: format.sampleRate)
    }

    deinit { network.deallocate() }

    @_noLocks override func process(
        _ output: UnsafeMutablePointer<RenderBus>, from first: Int, to last: Int,
        _ values: UnsafeMutablePointer<RenderParameter>
    ) {
        var start = first
        while start < last {
            let end = min(last, start + ReverbNetwork.block)
            update(values, Float(end - first) / Float(last - first))
            if !hasBegun { (dry, wet, hasBegun) = (nextDry, nextWet, true) }
            network.process(output, from: start, to: end, dry: (dry, nextDry), wet: (wet, nextWet))
            (dry, wet) = (nextDry, nextWet)
            start = end
        }
    }

    /// Takes over parameters that have changed.
    ///
    /// - Parameter place: the end of the block, from 0 to 1 in the slice.
    @_noLocks private func update(_ values: UnsafeMutablePointer<RenderParameter>, _ place: Float) {
        func value(_ index: Int) -> Float { values[index].start + (values[index].end - values[index].start) * place }
        let (mix, decibels) = (value(0), value(1))
        var wanted = ReverbNetwork.Room()
        wanted.minimum = value(2)
        wanted.maximum = value(3)
        wanted.low = value(4)
        wanted.high = value(5)
        wanted.seed = value(6)
        let known = levels
        if mix != known.mix || decibels != known.decibels {
            levels = (mix, decibels)
            var (sine, cosine, gain) = (0.0, 0.0, 0.0)
            // Sines and powers of numbers: nothing is allocated, nothing locks.
            realtimeTrusted {
                sine = sin(Double(mix) / 200 * .pi)
                cosine = cos(Double(mix) / 200 * .pi)
                gain = pow(10, Double(decibels) / 20)
            }
            (nextWet, nextDry) = (Float(sine * gain), mix == 100 ? 0 : Float(cosine))
        }
        guard !wanted.isSame(room) else { return }
        room = wanted
        network.setRoom(wanted)
    }

    @_noLocks override func reset() {
        hasBegun = false
        network.clear()
    }
}

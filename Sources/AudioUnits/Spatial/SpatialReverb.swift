import AudioCore
import AudioDSP
import CAudioToolbox
import CRealtime
import Glibc

/// The places of the parameters of a spatial mixer's reverb.
struct SpatialReverbPlaces: BitwiseCopyable {
    let gain: Int
    let frequency: Int
    let octaves: Int
    let decibels: Int
    let kind: Int
    let isOn: Int

    init(_ parameters: RenderParameters) {
        func place(_ id: UInt32) -> Int {
            parameters.index(scope: kAudioUnitScope_Global, element: 0, id: id) ?? 0
        }
        (gain, frequency, octaves) = (place(9), place(14), place(15))
        (decibels, kind, isOn) = (place(16), place(17), place(18))
    }
}

/// The room of a spatial mixer: what all inputs send into it comes out of all loudspeakers, through one filter. Audio thread.
///
/// It works only while there is something to be heard. So a mixer whose inputs send nothing gives the same samples as one without a
/// room.
final class SpatialReverb: @unchecked Sendable {
    /// A room, and the frames after which it is silent.
    private struct Room {
        var network = ReverbNetwork.Room()
        let frames: Int

        init(_ room: ReverbUnit.Room, _ sampleRate: Double) {
            network.minimum = room.times[0]
            network.maximum = room.times[1]
            network.low = room.times[2]
            network.high = room.times[3]
            network.seed = 1
            // The decay time is that of 60 dB; after 120 dB nothing is left.
            frames = Int(2 * room.tailTime * sampleRate) + ReverbNetwork.block
        }
    }

    /// What the filter was made for.
    private struct Setting: BitwiseCopyable, Equatable {
        var kind: Float = 0
        var frequency: Float = 0
        var decibels: Float = 0
        var octaves: Float = 0
    }

    /// Longer than the longest delay of all rooms, in seconds.
    private static let longestDelay = 0.125

    private let settings: SpatialMixerSettings
    private var places: SpatialReverbPlaces
    private let outputs: Int
    private let sampleRate: Double
    private var network: ReverbNetwork
    /// The first channel has what the inputs send. Then all have what comes out of the room.
    private let bus: UnsafeMutablePointer<RenderBus>
    private let rooms: UnsafeMutablePointer<Room>
    private let roomCount: Int
    /// The loudspeakers of this cycle: those that have a place are in the room.
    private var speakers: SpatialSpeakers?
    /// The share of the room that each channel has: 1, 0, or on its way where the layout has changed; not a number before the first.
    private let shares: UnsafeMutablePointer<Float>
    private let states: UnsafeMutablePointer<Biquad.State>
    private var filter = Biquad.through
    private var setting: Setting?
    private var room = -1
    /// The gain at the end of the last block; not a number before the first.
    private var gain = Float.nan
    /// A factor from 0 to 1: a reverb that is switched on or off fades in some milliseconds.
    private var presence: Float = 0
    /// Frames until the room is silent.
    private var framesLeft = 0
    private(set) var isOn = false

    init(_ settings: SpatialMixerSettings, _ parameters: RenderParameters, _ output: StreamFormat, maximumFrames: Int) {
        (self.settings, places) = (settings, SpatialReverbPlaces(parameters))
        (outputs, sampleRate) = (output.channels, output.sampleRate)
        network = ReverbNetwork(channels: outputs, sampleRate: sampleRate, longest: SpatialReverb.longestDelay)
        let form = StreamFormat.float32(sampleRate: sampleRate, channels: outputs, interleaved: false)
        bus = .allocate(capacity: 1)
        bus.initialize(to: RenderBus(form, maximumFrames: maximumFrames))
        roomCount = ReverbUnit.rooms.count
        rooms = .allocate(capacity: roomCount)
        for (index, room) in ReverbUnit.rooms.enumerated() {
            (rooms + index).initialize(to: Room(room, output.sampleRate))
        }
        shares = .allocate(capacity: outputs)
        states = .allocate(capacity: outputs)
        for channel in 0..<outputs {
            (shares + channel).initialize(to: .nan)
            (states + channel).initialize(to: Biquad.State())
        }
    }

    deinit {
        network.deallocate()
        bus.pointee.deallocate()
        bus.deallocate()
        rooms.deallocate()
        shares.deallocate()
        states.deallocate()
    }

    /// Bytes of memory.
    static func bytes(_ output: StreamFormat, maximumFrames: Int) -> Int {
        let frames = ReverbNetwork.frames(output.sampleRate, longest: longestDelay)
        let bus = min(output.channels, 1 << 20) * min(maximumFrames, 1 << 24) * MemoryLayout<Float>.size
        return DelayLine.bytes(channels: ReverbNetwork.lines, frames: frames) + bus
    }

    /// What the inputs add their parts to, from the first frame of the cycle on.
    var entrance: UnsafeMutablePointer<Float> { bus.pointee.samples(0) }

    /// Takes over where the parameters are for the kernel that renders now.
    func use(_ places: SpatialReverbPlaces) { self.places = places }

    func reset() {
        (gain, framesLeft) = (.nan, 0)
        clear()
    }

    /// Nothing of what was heard before comes back.
    private func clear() {
        network.clear()
        for channel in 0..<outputs { states[channel] = Biquad.State() }
    }

    /// Takes over what clients have set.
    func beginCycle(_ frames: Int, _ speakers: SpatialSpeakers) {
        self.speakers = speakers
        isOn = settings.usesReverb.read() != 0
        _ = realtime_fill(entrance, 0, frames * 4)
        let wanted = min(max(Int(settings.room.read()), 0), roomCount - 1)
        guard wanted != room else { return }
        room = wanted
        network.setRoom(rooms[wanted].network)
        if framesLeft > 0 { framesLeft = max(framesLeft, rooms[wanted].frames) }
    }

    /// Adds what is heard of the room in a slice.
    ///
    /// - Parameter isFed: whether an input has sent anything.
    /// - Returns: whether there is anything.
    func add(
        to output: UnsafeMutablePointer<RenderBus>, _ values: UnsafeMutablePointer<RenderParameter>, from first: Int,
        to last: Int, isFed: Bool
    ) -> Bool {
        if framesLeft == 0 {
            // There is nothing that could click.
            presence = isOn ? 1 : 0
            gain = .nan
            for channel in 0..<outputs { shares[channel] = .nan }
        }
        if isFed { framesLeft = rooms[room].frames }
        guard framesLeft > 0 else { return false }
        for channel in 1..<max(1, outputs) {
            _ = realtime_fill(bus.pointee.samples(channel) + first, 0, 4 * (last - first))
        }
        var start = first
        while start < last {
            let end = min(last, start + ReverbNetwork.block)
            addBlock(to: output, values, from: start, to: end, Float(end - first) / Float(last - first))
            start = end
        }
        framesLeft = max(0, framesLeft - (last - first))
        if !isOn, presence == 0 {
            framesLeft = 0
            clear()
        }
        return true
    }

    /// - Parameter place: the end of the block, from 0 to 1 in the slice.
    private func addBlock(
        to output: UnsafeMutablePointer<RenderBus>, _ values: UnsafeMutablePointer<RenderParameter>, from first: Int,
        to last: Int, _ place: Float
    ) {
        func value(_ index: Int) -> Float { values[index].start + (values[index].end - values[index].start) * place }
        let way = Float(last - first) / Float(max(1, sampleRate * 0.01))
        presence = isOn ? min(1, presence + way) : max(0, presence - way)
        let wanted = presence * pow(10, value(places.gain) / 20)
        if gain.isNaN { gain = wanted }
        network.process(bus, from: first, to: last, dry: (0, 0), wet: (gain, wanted))
        gain = wanted
        updateFilter(
            Setting(
                kind: value(places.kind), frequency: value(places.frequency), decibels: value(places.decibels),
                octaves: value(places.octaves)))
        let isFiltered = values[places.isOn].start != 0
        for channel in 0..<outputs {
            let ramp = share(channel, way, last - first)
            guard !ramp.isSilent else { continue }
            let samples = bus.pointee.samples(channel) + first
            if isFiltered {
                filter.process(samples, count: last - first, states + channel)
            } else {
                states[channel] = Biquad.State()
            }
            ramp.add(samples, to: output.pointee.samples(channel) + first, last - first)
        }
    }

    /// The share of the room that a channel has in a block.
    ///
    /// - Parameter way: the most that it changes by.
    private func share(_ channel: Int, _ way: Float, _ frames: Int) -> MixRamp {
        let wanted: Float = speakers?.isPlaced(channel) == true ? 1 : 0
        let start = shares[channel].isNaN ? wanted : shares[channel]
        let end = start < wanted ? min(wanted, start + way) : max(wanted, start - way)
        shares[channel] = end
        return MixRamp(from: start, to: end, over: frames)
    }

    private func updateFilter(_ wanted: Setting) {
        guard wanted != setting else { return }
        setting = wanted
        filter = .band(
            Int(wanted.kind), Double(wanted.frequency), Double(wanted.decibels), Double(wanted.octaves), sampleRate)
    }
}

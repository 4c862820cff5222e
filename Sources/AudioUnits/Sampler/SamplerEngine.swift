import AudioCore
import CRealtime

/// Plays the notes of 16 channels with a number of voices. Real-time safe but for making it.
///
/// One thread at a time renders. Messages count at the frame up to which was rendered.
final class SamplerEngine: @unchecked Sendable {
    /// The most frames of one call of `render`.
    private static let mostFrames = 64

    /// The most voices that sound at once, and with them places for those that fade.
    private let most: Int
    private let slots: Int
    let voices: UnsafeMutablePointer<SamplerVoice>
    private let owner: SamplerChannels
    let channels: UnsafeMutablePointer<SamplerChannel>
    private let scratch: UnsafeMutablePointer<Float>
    let rate: Float
    private let fadeFrames: Int
    /// In cents.
    var tuning = 0.0
    /// The volume that messages of the system set, as a factor.
    private(set) var masterGain: Float = 1
    private var masterTuning = (fine: 0.0, coarse: 0.0)
    private var serial: UInt64 = 0
    private var reverb: SamplerReverb
    private var chorus: SamplerChorus
    /// What notes begin with. Valid in a cycle.
    private var rack: Unmanaged<SamplerRack>?
    /// How many racks were to end the voices of others when the last cycle began.
    private var endings = 0

    /// - Parameters:
    ///   - voices: the most that sound at once.
    ///   - owner: has the channels, which the next engine takes over.
    init(voices most: Int, rate: Double, channels owner: SamplerChannels) {
        (self.most, slots, self.rate) = (most, Self.slots(most), Float(rate))
        fadeFrames = max(8, Int(rate * 0.005))
        voices = .allocate(capacity: slots)
        for index in 0..<slots { (voices + index).initialize(to: SamplerVoice()) }
        (self.owner, channels) = (owner, owner.first)
        scratch = .allocate(capacity: 2 * SamplerVoice.longestBlock)
        scratch.initialize(repeating: 0, count: 2 * SamplerVoice.longestBlock)
        let reverb = SamplerReverb(sampleRate: rate)
        self.reverb = reverb
        chorus = SamplerChorus(sampleRate: rate, room: reverb.room)
    }

    deinit {
        for index in 0..<slots {
            stop(voices + index)
            voices[index].deallocate()
        }
        voices.deallocate()
        scratch.deallocate()
        reverb.deallocate()
        chorus.deallocate()
    }

    private static func slots(_ most: Int) -> Int { 2 * most + 32 }

    /// Bytes of memory.
    static func bytes(voices: Int, sampleRate: Double) -> Int {
        slots(voices) * (MemoryLayout<SamplerVoice>.stride + SamplerGenerator.count * 4)
            + SamplerReverb.bytes(sampleRate) + SamplerChorus.bytes(sampleRate)
    }

    // MARK: Cycles

    /// Takes the instruments for the notes of a cycle. Voices end where one of the racks since the last cycle wants it.
    @_noLocks func begin(with rack: Unmanaged<SamplerRack>?) {
        self.rack = rack
        guard let rack else { return }
        let count = rack._withUnsafeGuaranteedRef { $0.endings }
        guard count != endings else { return }
        endings = count
        for index in 0..<slots where voices[index].isActive { voices[index].fade(fadeFrames) }
    }

    /// Adds up the voices in frames, which were there before as silence.
    @_noLocks func render(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, from first: Int, to last: Int
    ) {
        let cents = tuning + masterTuning.fine + masterTuning.coarse
        var start = first
        while start < last {
            // Parts end where those of the reverb do, whose memory is for one.
            let end = min(last, start + reverb.room)
            let target = SamplerVoice.Target(
                left, right, reverb: reverb.send - start, chorus: chorus.send - start, scratch: scratch, rate: rate,
                tuning: cents)
            var (reverbed, chorused) = (start, start)
            for index in 0..<slots where voices[index].isActive {
                let over = voices[index].add(to: target, from: start, to: end)
                if voices[index].reverbSend > 0 { reverbed = max(reverbed, over) }
                if voices[index].chorusSend > 0 { chorused = max(chorused, over) }
            }
            reverb.add(left, right, from: start, to: end, sentUntil: reverbed)
            chorus.add(left, right, from: start, to: end, sentUntil: chorused)
            start = end
        }
        for index in 0..<slots where !voices[index].isActive { forget(voices + index) }
    }

    /// Ends all notes at once, the reverb and the chorus.
    @_noLocks func reset() {
        for index in 0..<slots { stop(voices + index) }
        reverb.clear()
        chorus.clear()
    }

    @_noLocks private func stop(_ voice: UnsafeMutablePointer<SamplerVoice>) {
        voice.pointee.stop()
        forget(voice)
    }

    /// Gives the instrument of a voice back that is over.
    @_noLocks private func forget(_ voice: UnsafeMutablePointer<SamplerVoice>) {
        guard let instrument = voice.pointee.takeInstrument() else { return }
        Unmanaged<PlayableInstrument>.fromOpaque(instrument)._withUnsafeGuaranteedRef {
            _ = $0.voices.wrappingSubtract(1, ordering: .sequentiallyConsistent)
        }
    }

    // MARK: Notes

    /// Begins a note.
    ///
    /// - Parameters:
    ///   - id: what ends it: the key for a note by MIDI.
    ///   - key: with a fraction.
    ///   - velocity: above 0.
    @_noLocks func begin(channel: Int, id: UInt32, key: Float, velocity: Float) {
        let state = channels + channel
        guard let rack,
            let instrument = rack._withUnsafeGuaranteedRef({
                $0.find(bank: state.pointee.bank, program: state.pointee.program)
            })
        else { return }
        // A key that is struck again ends its former note, so that notes do not pile up under a pedal.
        if id < 128 {
            for index in 0..<slots where isPlaying(index, channel, id) { voices[index].release() }
        }
        serial += 1
        var note = SamplerVoice.Note()
        (note.channel, note.id, note.serial, note.key, note.velocity) = (channel, id, serial, key, velocity)
        let zones = instrument._withUnsafeGuaranteedRef { $0.zones }
        let count = instrument._withUnsafeGuaranteedRef { $0.count }
        let (wholeKey, wholeVelocity) = (Int(key), max(1, Int(velocity)))
        // A note does not take the place of itself, however many zones a file has for it.
        var begun = 0
        for index in 0..<count where begun < most && zones[index].holds(key: wholeKey, velocity: wholeVelocity) {
            begun += 1
            let group = zones[index].exclusiveClass
            if group != 0 { endGroup(group, channel) }
            let voice = free()
            voice.pointee.begin(zones + index, of: instrument.toOpaque(), note, state, rate: rate)
            instrument._withUnsafeGuaranteedRef {
                _ = $0.voices.wrappingAdd(1, ordering: .sequentiallyConsistent)
            }
        }
    }

    /// Whether a voice plays a note that has not been let go.
    @_noLocks private func isPlaying(_ index: Int, _ channel: Int, _ id: UInt32) -> Bool {
        let voice = voices + index
        return voice.pointee.isActive && voice.pointee.channel == channel && voice.pointee.note == id
            && !voice.pointee.isReleased
    }

    /// Ends the notes before this one that are of a class of which one sounds at a time.
    @_noLocks private func endGroup(_ group: Int, _ channel: Int) {
        for index in 0..<slots {
            let voice = voices + index
            guard voice.pointee.isActive, voice.pointee.channel == channel, voice.pointee.serial != serial,
                let zone = voice.pointee.zone, zone.pointee.exclusiveClass == group
            else { continue }
            voice.pointee.fade(fadeFrames)
        }
    }

    /// A place for a voice. Where as many as may be sound, one of them fades; where there is no place for that, the softest one
    /// that fades ends at once.
    @_noLocks private func free() -> UnsafeMutablePointer<SamplerVoice> {
        var (sounding, place, softest) = (0, -1, -1)
        for index in 0..<slots {
            guard voices[index].isActive else {
                if place < 0 { place = index }
                continue
            }
            let voice = voices + index
            if !voice.pointee.isFading {
                sounding += 1
            } else if softest < 0 {
                softest = index
            } else if voice.pointee.loudness < voices[softest].loudness {
                softest = index
            }
        }
        if sounding >= most { voices[victim()].fade(fadeFrames) }
        if place < 0 { place = max(0, softest) }
        stop(voices + place)
        return voices + place
    }

    /// The voice that is missed least: one that was let go, else one that a pedal keeps, else the oldest.
    @_noLocks private func victim() -> Int {
        var (best, bestRank) = (0, Int.max)
        for index in 0..<slots {
            let (voice, known) = (voices + index, voices + best)
            guard voice.pointee.isActive, !voice.pointee.isFading else { continue }
            let rank = voice.pointee.isReleased ? 0 : voice.pointee.isHeld ? 2 : 1
            var isBetter = rank < bestRank
            if rank == bestRank {
                isBetter =
                    rank == 0
                    ? voice.pointee.loudness < known.pointee.loudness : voice.pointee.serial < known.pointee.serial
            }
            if isBetter { (best, bestRank) = (index, rank) }
        }
        return best
    }

    /// Ends a note.
    ///
    /// - Parameter id: what it began with.
    @_noLocks func end(channel: Int, id: UInt32) {
        for index in 0..<slots where isPlaying(index, channel, id) { if voices[index].isHeld { letGo(index) } }
    }

    /// The key of a voice comes up.
    @_noLocks private func letGo(_ index: Int) {
        voices[index].isHeld = false
        if channels[voices[index].channel].isSustaining { voices[index].isSustained = true }
        if !voices[index].isSustained, !voices[index].isSostenuto { voices[index].release() }
    }

    // MARK: Channels

    /// Sets a controller, or obeys a channel mode message.
    @_noLocks func control(channel: Int, _ control: Int, _ value: Int) {
        switch control {
        case 120:
            for index in 0..<slots where isActive(index, channel) { voices[index].fade(fadeFrames) }
        case 121:
            channels[channel].resetControllers()
            releaseSustained(channel)
            releaseSostenuto(channel)
            update(channel)
        case 123...127:
            for index in 0..<slots where isActive(index, channel) { if voices[index].isHeld { letGo(index) } }
        default:
            // A pedal that moves while it is down keeps no more notes.
            let wasDown = channels[channel].controls[66] >= 64
            channels[channel].setControl(control, value)
            if control == 64, value < 64 { releaseSustained(channel) }
            if control == 66, value >= 64, !wasDown { keepHeld(channel) }
            if control == 66, value < 64 { releaseSostenuto(channel) }
            // Pedals and addresses are no matter of sound.
            if !(64...67).contains(control), !(98...101).contains(control) { update(channel) }
        }
    }

    @_noLocks func setPressure(channel: Int, _ value: Int) {
        channels[channel].pressure = Float(value)
        update(channel)
    }

    @_noLocks func setPressure(channel: Int, key: Int, _ value: Int) {
        channels[channel].pressures[key] = Float(value)
        update(channel)
    }

    @_noLocks func bend(channel: Int, _ value: Int) {
        channels[channel].bend = Float(value)
        update(channel)
    }

    @_noLocks func setProgram(channel: Int, _ program: Int) {
        channels[channel].takeProgram(UInt8(truncatingIfNeeded: program))
    }

    @_noLocks private func isActive(_ index: Int, _ channel: Int) -> Bool {
        let voice = voices + index
        return voice.pointee.isActive && voice.pointee.channel == channel
    }

    @_noLocks private func update(_ channel: Int) {
        for index in 0..<slots where isActive(index, channel) {
            voices[index].updateForControllers(channels + channel)
        }
    }

    @_noLocks private func releaseSustained(_ channel: Int) {
        for index in 0..<slots where isActive(index, channel) {
            guard voices[index].isSustained else { continue }
            voices[index].isSustained = false
            if !voices[index].isSostenuto { voices[index].release() }
        }
    }

    @_noLocks private func keepHeld(_ channel: Int) {
        for index in 0..<slots where isActive(index, channel) {
            if voices[index].isHeld { voices[index].isSostenuto = true }
        }
    }

    @_noLocks private func releaseSostenuto(_ channel: Int) {
        for index in 0..<slots where isActive(index, channel) {
            guard voices[index].isSostenuto else { continue }
            voices[index].isSostenuto = false
            if !voices[index].isHeld, !voices[index].isSustained { voices[index].release() }
        }
    }

    // MARK: The system

    /// Ends all notes and resets all channels, as a General MIDI reset wants it.
    @_noLocks func resetAll() {
        for index in 0..<slots where voices[index].isActive { voices[index].fade(fadeFrames) }
        for index in 0..<16 { channels[index].reset() }
        (masterGain, masterTuning) = (1, (0, 0))
    }

    /// - Parameter value: from 0 to 16383, with the curve of controller 7.
    @_noLocks func setMasterVolume(_ value: Int) {
        let part = Float(value) / 16_383
        masterGain = part * part
    }

    /// - Parameter cents: the tuning of all channels.
    @_noLocks func setMasterTuning(fine cents: Double) { masterTuning.fine = cents }
    @_noLocks func setMasterTuning(coarse cents: Double) { masterTuning.coarse = cents }
}

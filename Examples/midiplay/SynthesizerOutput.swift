import AVFAudio
import AudioToolbox
import Foundation

/// The library's synthesizer in an engine. Each message sounds at the exact frame of its time.
final class SynthesizerOutput: MIDIOutput {
    private let engine = AVAudioEngine()
    private let instrument: AVAudioUnitMIDIInstrument
    private let schedule: AUScheduleMIDIEventBlock

    /// Loads the instruments that the song asks for. Without a bank, the first of the usual places that has one is taken.
    init(_ bank: String?, _ song: Song) throws {
        instrument = AVAudioUnitMIDIInstrument(
            audioComponentDescription: AudioComponentDescription(
                componentType: kAudioUnitType_MusicDevice, componentSubType: kAudioUnitSubType_MIDISynth,
                componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0))
        guard let schedule = instrument.auAudioUnit.scheduleMIDIEventBlock else {
            throw OutputFault(description: "the synthesizer takes no messages")
        }
        self.schedule = schedule
        engine.attach(instrument)
        engine.connect(instrument, to: engine.mainMixerNode, format: nil)
        guard let path = bank ?? Self.usualBanks.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
            throw OutputFault(
                description: "no bank of instruments is installed: name a file with --bank, or a --destination")
        }
        try load(path, song)
        try engine.start()
        // The first cycle of the device says which frame is now.
        for _ in 0..<400 where lastCycle == nil { Thread.sleep(forTimeInterval: 0.005) }
    }

    private static let usualBanks = [
        "/usr/share/sounds/sf3/default-GM.sf3", "/usr/share/sounds/sf2/default-GM.sf2",
        "/usr/share/soundfonts/default.sf2",
        "/usr/share/sounds/sf2/FluidR3_GM.sf2", "/usr/share/soundfonts/FluidR3_GM.sf2",
    ]

    /// Sets the bank, and has each program that the song changes to loaded now: that takes too long for the audio thread.
    private func load(_ path: String, _ song: Song) throws {
        let unit = instrument.audioUnit
        try withExtendedLifetime(URL(fileURLWithPath: path) as CFURL) { url in
            var reference = Unmanaged.passUnretained(url).toOpaque()
            try check(
                "reading the bank \(path)",
                AudioUnitSetProperty(
                    unit, kMusicDeviceProperty_SoundBankURL, kAudioUnitScope_Global, 0, &reference,
                    UInt32(MemoryLayout.size(ofValue: reference))))
        }
        engine.prepare()
        try preload(true)
        for event in song.events where Self.choosesProgram(event.bytes) {
            let bytes = event.bytes + [0, 0]
            try check(
                "choosing a program",
                MusicDeviceMIDIEvent(unit, UInt32(bytes[0]), UInt32(bytes[1]), UInt32(bytes[2]), 0))
        }
        try preload(false)
    }

    private static func choosesProgram(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 1 else { return false }
        return bytes[0] & 0xF0 == 0xC0 || (bytes[0] & 0xF0 == 0xB0 && (bytes[1] == 0 || bytes[1] == 32))
    }

    private func preload(_ isOn: Bool) throws {
        var value: UInt32 = isOn ? 1 : 0
        try check(
            "loading instruments",
            AudioUnitSetProperty(
                instrument.audioUnit, kAUMIDISynthProperty_EnablePreload, kAudioUnitScope_Global, 0, &value, 4))
    }

    private func check(_ what: String, _ status: OSStatus) throws {
        if status != noErr { throw OutputFault(description: "\(what) failed: \(status)") }
    }

    func send(_ bytes: [UInt8], at time: UInt64) throws {
        schedule(frame(of: time), 0, bytes.count, bytes)
    }

    private var lastCycle: AVAudioTime? {
        instrument.lastRenderTime.flatMap { $0.isSampleTimeValid && $0.isHostTimeValid ? $0 : nil }
    }

    /// The frame of a time, by the last cycle's. While the device stands still, it is the next one.
    private func frame(of time: UInt64) -> AUEventSampleTime {
        guard let last = lastCycle else { return AUEventSampleTimeImmediate }
        let seconds = Double(Int64(bitPattern: time &- last.hostTime)) / 1e9
        return last.sampleTime + AUEventSampleTime((seconds * last.sampleRate).rounded())
    }

    func stop() { engine.stop() }

    /// The last notes fade for as long as their instruments say, and a second is enough for most.
    func finish() {
        Thread.sleep(forTimeInterval: 1)
        engine.stop()
    }
}

import AVFAudio
import AudioToolbox
import CoreMIDI
import Foundation

struct InstrumentFault: Error, CustomStringConvertible { let description: String }

/// The synthesizer in an engine, and the sources that play it.
final class Instrument {
    private let engine = AVAudioEngine()
    private let unit: AVAudioUnitMIDIInstrument
    private let synthesizer: SynthesizerUnit
    private let schedule: AUScheduleMIDIEventBlock
    private var client = MIDIClientRef()
    private var port = MIDIPortRef()

    init() throws {
        AUAudioUnit.registerSubclass(
            SynthesizerUnit.self, as: SynthesizerUnit.component, name: "Examples: Poly", version: 1)
        unit = AVAudioUnitMIDIInstrument(audioComponentDescription: SynthesizerUnit.component)
        guard let synthesizer = unit.auAudioUnit as? SynthesizerUnit,
            let schedule = synthesizer.scheduleMIDIEventBlock
        else { throw InstrumentFault(description: "the synthesizer cannot be made") }
        (self.synthesizer, self.schedule) = (synthesizer, schedule)
        engine.attach(unit)
        engine.connect(
            unit, to: engine.mainMixerNode, format: AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
    }

    // MARK: Live

    /// Starts the sound, and plays what sources send.
    func play(_ sources: [MIDIEndpointRef]) throws {
        try engine.start()
        try check("making a client", MIDIClientCreateWithBlock("midisynth" as CFString, &client, nil))
        let (voices, unit) = (synthesizer.voices, unit)
        nonisolated(unsafe) let schedule = schedule
        try check(
            "making a port",
            MIDIInputPortCreateWithBlock(client, "midisynth" as CFString, &port) { list, _ in
                for packet in list.unsafeSequence() {
                    let now = AudioGetCurrentHostTime()
                    let stamp = packet.pointee.timeStamp
                    let time = stamp == 0 ? now : stamp
                    let bytes = Array(packet.bytes())
                    // Messages of up to three bytes may share a packet.
                    var place = 0
                    while place < bytes.count {
                        let length = Self.length(bytes[place])
                        guard length > 0, place + length <= bytes.count else { break }
                        if bytes[place] & 0xF0 == 0x90 { voices.keyTimes[Int(bytes[place + 1] & 0x7F)] = time }
                        schedule(Self.frame(of: time, unit), 0, length, Array(bytes[place..<place + length]))
                        place += length
                    }
                }
            })
        for source in sources { try check("connecting", MIDIPortConnectSource(port, source, nil)) }
    }

    private static func length(_ status: UInt8) -> Int {
        switch status & 0xF0 {
        case 0x80, 0x90, 0xA0, 0xB0, 0xE0: 3
        case 0xC0, 0xD0: 2
        default: status >= 0xF8 ? 1 : 0
        }
    }

    /// The frame at which a key sounds: a cycle after it went down, whenever that was. So all notes are late by the same time, where they
    /// would otherwise wait for the next cycle, some longer than others.
    private static func frame(of time: UInt64, _ unit: AVAudioNode) -> AUEventSampleTime {
        guard let last = unit.lastRenderTime, last.isSampleTimeValid, last.isHostTimeValid else {
            return AUEventSampleTimeImmediate
        }
        let seconds = Double(Int64(bitPattern: time &- last.hostTime)) / 1e9
        let cycle = AUEventSampleTime(unit.auAudioUnit.maximumFramesToRender)
        return last.sampleTime + AUEventSampleTime((seconds * last.sampleRate).rounded()) + min(cycle, 512)
    }

    private func check(_ what: String, _ status: OSStatus) throws {
        if status != noErr { throw InstrumentFault(description: "\(what) failed: \(status)") }
    }

    /// How long notes have taken from the key to their first sample, in milliseconds, and how long the device takes from there; nil before
    /// the first note.
    var latency: (notes: UInt64, mean: Double, longest: Double, device: Double)? {
        let latency = (
            synthesizer.voices.latency.count.load(ordering: .relaxed),
            synthesizer.voices.latency.sum.load(ordering: .relaxed),
            synthesizer.voices.latency.longest.load(ordering: .relaxed)
        )
        guard latency.0 > 0 else { return nil }
        return (
            latency.0, Double(latency.1) / Double(latency.0) / 1e6, Double(latency.2) / 1e6,
            engine.outputNode.presentationLatency * 1e3
        )
    }

    // MARK: Offline

    /// Writes a scale to a file, a note each quarter of a second that lasts half of it.
    func writeScale(_ path: String) throws {
        guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2),
            let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512)
        else { throw InstrumentFault(description: "there is no such format") }
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
        try engine.start()
        for (index, note) in [60, 62, 64, 65, 67, 69, 71, 72].enumerated() {
            let frame = AUEventSampleTime(12_000 * index)
            schedule(frame, 0, 3, [0x90, UInt8(note), 100])
            schedule(frame + 6_000, 0, 3, [0x80, UInt8(note), 0])
        }
        let file = try AVAudioFile(forWriting: URL(fileURLWithPath: path), settings: format.settings)
        while engine.manualRenderingSampleTime < 96_000 {
            let left = AVAudioFrameCount(96_000 - engine.manualRenderingSampleTime)
            guard try engine.renderOffline(min(left, 512), to: buffer) == .success else {
                throw InstrumentFault(description: "rendering failed")
            }
            try file.write(from: buffer)
        }
    }
}

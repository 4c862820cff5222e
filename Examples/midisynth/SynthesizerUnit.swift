import AudioToolbox
import Foundation

/// A polyphonic synthesizer as an audio unit: each message sounds at the exact frame of its time.
final class SynthesizerUnit: AUAudioUnit {
    static let component = AudioComponentDescription(
        componentType: kAudioUnitType_MusicDevice, componentSubType: 0x706f_6c79, componentManufacturer: 0x4f75_7273,
        componentFlags: 0, componentFlagsMask: 0)

    let voices = Voices()
    private var outputs: AUAudioUnitBusArray!

    override init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
        try super.init(componentDescription: componentDescription, options: options)
        guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2) else {
            throw NSError(domain: NSOSStatusErrorDomain, code: Int(kAudioUnitErr_FormatNotSupported))
        }
        outputs = AUAudioUnitBusArray(audioUnit: self, busType: .output, busses: [try AUAudioUnitBus(format: format)])
    }

    override var outputBusses: AUAudioUnitBusArray { outputs }

    override func allocateRenderResources() throws {
        try super.allocateRenderResources()
        voices.prepare(outputs[0].format.sampleRate)
    }

    override var internalRenderBlock: AUInternalRenderBlock {
        let voices = voices
        let nanoseconds = 1e9 / outputs[0].format.sampleRate
        return { _, time, frames, _, list, events, _ in
            let buffers = UnsafeMutableAudioBufferListPointer(list)
            guard let samples = buffers[0].mData?.assumingMemoryBound(to: Float.self) else {
                return kAudioUnitErr_NoConnection
            }
            samples.update(repeating: 0, count: Int(frames))
            let hasTime = time.pointee.mFlags.contains(.hostTimeValid)
            let start = Int64(time.pointee.mSampleTime)
            var done = 0
            var next = events
            while let event = next {
                let frame = min(max(Int(event.pointee.head.eventSampleTime - start), done), Int(frames))
                voices.render(samples + done, frame - done)
                done = frame
                if event.pointee.head.eventType == .MIDI {
                    let message = event.pointee.MIDI.data
                    let host = hasTime ? time.pointee.mHostTime + UInt64(Double(frame) * nanoseconds) : 0
                    voices.handle(message.0, message.1, message.2, at: host)
                }
                next = UnsafePointer(event.pointee.head.next)
            }
            voices.render(samples + done, Int(frames) - done)
            for index in buffers.indices.dropFirst() {
                buffers[index].mData?.copyMemory(from: samples, byteCount: 4 * Int(frames))
            }
            return noErr
        }
    }
}

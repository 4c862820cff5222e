import AudioToolbox
import Foundation
import Synchronization

/// A unit of the program's own: it takes resolution away from samples, and holds each for some frames.
///
/// The interface is the first field: a host knows the unit by the address of its interface. No field changes: what changes is
/// atomic, or belongs to one side. The audio thread allocates nothing, takes no lock and counts no references.
struct Crusher: ~Copyable {
    /// The type, a code for the unit, and one for who has made it.
    static let description = AudioComponentDescription(
        componentType: kAudioUnitType_Effect, componentSubType: 0x6372_7368, componentManufacturer: 0x6578_616D,
        componentFlags: 0, componentFlagsMask: 0)

    enum Parameter: AudioUnitParameterID, CaseIterable {
        case bits, hold

        var name: String { self == .bits ? "Bits" : "Hold" }
        var range: ClosedRange<Float> { self == .bits ? 1...24 : 1...100 }
        var initial: Float { self == .bits ? 8 : 4 }
        var unit: AudioUnitParameterUnit { self == .bits ? .indexed : .sampleFrames }
    }

    /// Where the frames come from: an output of another unit, or a callback.
    struct Source {
        typealias Callback =
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafeMutablePointer<AudioUnitRenderActionFlags>,
                UnsafePointer<AudioTimeStamp>, UInt32, UInt32, UnsafeMutablePointer<AudioBufferList>
            ) -> OSStatus

        var unit: AudioUnit?
        var output: UInt32 = 0
        var callback: Callback?
        var context: UnsafeMutableRawPointer?
    }

    /// What clients set between renders.
    final class Control {
        var format = AudioStreamBasicDescription(
            mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 32, mReserved: 0)
        var maximumFrames: UInt32 = 1156
        /// All sources so far. A render may still use one that was replaced, so all live as long as the unit.
        var sources: [UnsafeMutablePointer<Source>] = []

        deinit { for source in sources { source.deallocate() } }
    }

    /// What the audio thread uses. From initializing to uninitializing there is memory for the format.
    struct Audio {
        var input: UnsafeMutableAudioBufferListPointer?
        var samples: UnsafeMutablePointer<Float>?
        var held: UnsafeMutablePointer<Float>?
        var maximumFrames: UInt32 = 0
        /// Frames until the next sample is taken.
        var wait = 0
    }

    let interface: AudioComponentPlugInInterface
    let control = Control()
    private let audio: UnsafeMutablePointer<Audio>
    private let source = Atomic<UnsafeMutablePointer<Source>?>(nil)
    private let bits = Atomic<UInt32>(Parameter.bits.initial.bitPattern)
    private let hold = Atomic<UInt32>(Parameter.hold.initial.bitPattern)
    private let isToReset = Atomic<Bool>(false)

    init(_ interface: AudioComponentPlugInInterface) {
        self.interface = interface
        audio = .allocate(capacity: 1)
        audio.initialize(to: Audio())
    }

    deinit {
        _ = uninitialize()
        audio.deallocate()
    }

    // MARK: Control

    var isInitialized: Bool { audio.pointee.input != nil }

    func initialize() -> OSStatus {
        guard !isInitialized else { return noErr }
        let channels = Int(control.format.mChannelsPerFrame)
        let held = UnsafeMutablePointer<Float>.allocate(capacity: channels)
        held.initialize(repeating: 0, count: channels)
        audio.pointee = Audio(
            input: AudioBufferList.allocate(maximumBuffers: channels),
            samples: .allocate(capacity: channels * Int(control.maximumFrames)), held: held,
            maximumFrames: control.maximumFrames)
        return noErr
    }

    func uninitialize() -> OSStatus {
        audio.pointee.samples?.deallocate()
        audio.pointee.held?.deallocate()
        free(audio.pointee.input?.unsafeMutablePointer)
        audio.pointee = Audio()
        return noErr
    }

    /// Leaves it to the audio thread, which may be rendering.
    func reset() -> OSStatus {
        isToReset.store(true, ordering: .relaxed)
        return noErr
    }

    func setSource(_ new: Source?) {
        guard let new else { return source.store(nil, ordering: .releasing) }
        let place = UnsafeMutablePointer<Source>.allocate(capacity: 1)
        place.initialize(to: new)
        control.sources.append(place)
        source.store(place, ordering: .releasing)
    }

    subscript(_ parameter: Parameter) -> Float {
        get {
            let cell = parameter == .bits ? bits.load(ordering: .relaxed) : hold.load(ordering: .relaxed)
            return Float(bitPattern: cell)
        }
        nonmutating set {
            let range = parameter.range
            let cell = max(range.lowerBound, min(range.upperBound, newValue)).bitPattern
            if parameter == .bits { bits.store(cell, ordering: .relaxed) } else { hold.store(cell, ordering: .relaxed) }
        }
    }

    // MARK: Audio thread

    func render(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?, _ time: UnsafePointer<AudioTimeStamp>,
        _ bus: UInt32, _ frames: UInt32, _ output: UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus {
        guard let input = audio.pointee.input, let samples = audio.pointee.samples, let held = audio.pointee.held else {
            return kAudioUnitErr_Uninitialized
        }
        let maximumFrames = audio.pointee.maximumFrames
        guard bus == 0 else { return kAudioUnitErr_InvalidElement }
        guard frames <= maximumFrames else { return kAudioUnitErr_TooManyFramesToProcess }
        let output = UnsafeMutableAudioBufferListPointer(output)
        // A buffer without memory gets the unit's own.
        guard output.count == input.count, output.allSatisfy({ $0.mData == nil || $0.mDataByteSize >= frames * 4 })
        else { return kAudio_ParamError }
        for channel in input.indices {
            let place = samples + channel * Int(maximumFrames)
            input[channel] = AudioBuffer(mNumberChannels: 1, mDataByteSize: frames * 4, mData: place)
        }
        let status = pull(flags, time, frames, input.unsafeMutablePointer)
        guard status == noErr else { return status }
        let before = isToReset.exchange(false, ordering: .relaxed) ? 0 : audio.pointee.wait
        for channel in output.indices {
            // A callback may have put another pointer there.
            guard let from = input[channel].mData?.assumingMemoryBound(to: Float.self) else { return kAudio_ParamError }
            let to = output[channel].mData?.assumingMemoryBound(to: Float.self) ?? from
            audio.pointee.wait = crush(from, to, Int(frames), before, held + channel)
            output[channel] = AudioBuffer(mNumberChannels: 1, mDataByteSize: frames * 4, mData: to)
        }
        // The frames may hold a sample from before the silence.
        flags?.pointee.remove(.unitRenderAction_OutputIsSilence)
        return noErr
    }

    private func pull(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?, _ time: UnsafePointer<AudioTimeStamp>,
        _ frames: UInt32, _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus {
        guard let source = source.load(ordering: .acquiring) else { return kAudioUnitErr_NoConnection }
        if let unit = source.pointee.unit {
            return AudioUnitRender(unit, flags, time, source.pointee.output, frames, list)
        }
        var own: AudioUnitRenderActionFlags = []
        return withUnsafeMutablePointer(to: &own) { own in
            source.pointee.callback?(source.pointee.context, flags ?? own, time, 0, frames, list)
                ?? kAudioUnitErr_NoConnection
        }
    }

    /// Crushes a channel, and returns how many frames are left until the next sample is taken.
    private func crush(
        _ from: UnsafePointer<Float>, _ to: UnsafeMutablePointer<Float>, _ frames: Int, _ before: Int,
        _ held: UnsafeMutablePointer<Float>
    ) -> Int {
        let steps = exp2(self[.bits] - 1)
        let length = Int(self[.hold])
        var (wait, value) = (min(before, length), held.pointee)
        for frame in 0..<frames {
            if wait == 0 { (value, wait) = ((from[frame] * steps).rounded() / steps, length) }
            to[frame] = value
            wait -= 1
        }
        held.pointee = value
        return wait
    }
}

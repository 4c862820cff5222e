// metronome [BEATS-PER-MINUTE [BEATS]]
//
// Clicks at exact frames: each buffer of the queue has a start time, so that no click depends on when it was enqueued. The
// first of four beats is higher. Without BEATS it goes on until it is interrupted.
import AudioToolbox
import Foundation

let sampleRate = 48_000.0
let arguments = CommandLine.arguments.dropFirst().map { Double($0) ?? .nan }
let tempo = arguments.first ?? 120
guard arguments.count <= 2, (20...400).contains(tempo), arguments.allSatisfy({ $0 >= 1 }) else {
    print("usage: metronome [BEATS-PER-MINUTE [BEATS]], from 20 to 400 beats per minute")
    exit(1)
}
let beatsWanted = arguments.count > 1 ? Int(min(arguments[1], 1e9)) : Int.max

/// 20 ms of a tone that fades out.
func click(_ frequency: Double) -> [Float] {
    let frames = Int(sampleRate / 50)
    return (0..<frames).map { frame in
        let fade = 1 - Double(frame) / Double(frames)
        return Float(0.5 * fade * fade * cos(2 * .pi * frequency * Double(frame) / sampleRate))
    }
}

/// What the queue's thread works with: the next beat, and the sound of each.
final class Beats: @unchecked Sendable {
    let framesPerBeat: Double
    let sounds: [[Float]]
    let count: Int
    var next = 0

    init(tempo: Double, count: Int) {
        framesPerBeat = sampleRate * 60 / tempo
        sounds = [1500, 1000, 1000, 1000].map(click)
        self.count = count
    }

    /// Fills a buffer with the next click, and says at which frame of the queue's time line it is to start.
    func schedule(_ buffer: AudioQueueBufferRef, in queue: AudioQueueRef) {
        guard next < count else {
            // What is enqueued plays to its end.
            check("stopping", AudioQueueStop(queue, false))
            return
        }
        let sound = sounds[next % sounds.count]
        buffer.pointee.mAudioDataByteSize = UInt32(sound.count * 4)
        sound.withUnsafeBytes { buffer.pointee.mAudioData.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
        var start = AudioTimeStamp()
        start.mSampleTime = (Double(next) * framesPerBeat).rounded()
        start.mFlags = .sampleTimeValid
        check("scheduling", AudioQueueEnqueueBufferWithParameters(queue, buffer, 0, nil, 0, 0, 0, nil, &start, nil))
        next += 1
    }
}

func check(_ what: String, _ status: OSStatus) {
    guard status != noErr else { return }
    print("\(what) failed: \(status)")
    exit(1)
}

let beats = Beats(tempo: tempo, count: beatsWanted)
var format = AudioStreamBasicDescription(
    mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
    mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: 4, mFramesPerPacket: 1,
    mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32, mReserved: 0)
var made: AudioQueueRef?
check(
    "making the queue",
    AudioQueueNewOutput(
        &format,
        { context, queue, buffer in
            Unmanaged<Beats>.fromOpaque(context!).takeUnretainedValue().schedule(buffer, in: queue)
        }, Unmanaged.passUnretained(beats).toOpaque(), nil, nil, 0, &made))
let queue = made!
let finished = DispatchSemaphore(value: 0)
check(
    "listening",
    AudioQueueAddPropertyListener(
        queue, kAudioQueueProperty_IsRunning,
        { context, queue, property in
            var isRunning: UInt32 = 0
            var size = UInt32(MemoryLayout<UInt32>.size)
            guard AudioQueueGetProperty(queue, property, &isRunning, &size) == noErr, isRunning == 0 else { return }
            Unmanaged<DispatchSemaphore>.fromOpaque(context!).takeUnretainedValue().signal()
        }, Unmanaged.passUnretained(finished).toOpaque()))

// Two seconds of beats ahead are enough for the slowest program.
for _ in 0..<min(beatsWanted, max(2, Int(2 * tempo / 60))) {
    var buffer: AudioQueueBufferRef?
    check("making a buffer", AudioQueueAllocateBuffer(queue, UInt32(sampleRate / 50) * 4, &buffer))
    beats.schedule(buffer!, in: queue)
}
check("starting", AudioQueueStart(queue, nil))
finished.wait()
check("disposing", AudioQueueDispose(queue, true))

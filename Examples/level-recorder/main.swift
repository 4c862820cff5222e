// level-recorder FILE [SECONDS]
//
// Records 16-bit stereo into a CAF file and shows how loud each channel is. Without SECONDS it goes on until it is
// interrupted; the file is whole at any moment but for its last tenth of a second.
import AudioToolbox
import Foundation

guard (2...3).contains(CommandLine.arguments.count),
    let seconds = CommandLine.arguments.count == 3 ? Double(CommandLine.arguments[2]) : .infinity, seconds > 0
else {
    print("usage: level-recorder FILE [SECONDS]")
    exit(1)
}

func check(_ what: String, _ status: OSStatus) {
    guard status != noErr else { return }
    print("\(what) failed: \(status)")
    exit(1)
}

var format = AudioStreamBasicDescription(
    mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
    mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 4, mFramesPerPacket: 1,
    mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 16, mReserved: 0)

/// The file, as the queue's thread writes it.
final class Tape: @unchecked Sendable {
    let file: AudioFileID
    var position: Int64 = 0

    init(_ path: String, _ format: AudioStreamBasicDescription) {
        var format = format
        var made: AudioFileID?
        let url = URL(fileURLWithPath: path) as CFURL
        check("making the file", AudioFileCreateWithURL(url, kAudioFileCAFType, &format, .eraseFile, &made))
        file = made!
    }

    func write(_ buffer: AudioQueueBufferRef) {
        var frames = buffer.pointee.mAudioDataByteSize / 4
        guard frames > 0 else { return }
        check(
            "writing",
            AudioFileWritePackets(
                file, false, buffer.pointee.mAudioDataByteSize, nil, position, &frames, buffer.pointee.mAudioData))
        position += Int64(frames)
    }
}

let tape = Tape(CommandLine.arguments[1], format)
var made: AudioQueueRef?
check(
    "making the queue",
    AudioQueueNewInput(
        &format,
        { context, queue, buffer, _, _, _ in
            Unmanaged<Tape>.fromOpaque(context!).takeUnretainedValue().write(buffer)
            // Refused while the queue stops, when no more buffers are wanted.
            AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
        }, Unmanaged.passUnretained(tape).toOpaque(), nil, nil, 0, &made))
let queue = made!
for _ in 0..<4 {
    var buffer: AudioQueueBufferRef?
    check("making a buffer", AudioQueueAllocateBuffer(queue, 4800 * 4, &buffer))
    check("enqueueing", AudioQueueEnqueueBuffer(queue, buffer!, 0, nil))
}
var isMetering: UInt32 = 1
check("metering", AudioQueueSetProperty(queue, kAudioQueueProperty_EnableLevelMetering, &isMetering, 4))
check("starting", AudioQueueStart(queue, nil))

/// A bar of 40 places from -60 dB to full, and the number.
func bar(_ decibels: Float) -> String {
    let places = Int(max(0, min(40, (decibels + 60) / 1.5)))
    return String(repeating: "#", count: places).padding(toLength: 40, withPad: " ", startingAt: 0)
        + String(format: " %6.1f dB", max(decibels, -99))
}

signal(SIGINT, SIG_IGN)
let interrupt = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
let stopping = DispatchSemaphore(value: 0)
interrupt.setEventHandler { stopping.signal() }
interrupt.resume()
let end = Date() + min(seconds, 1e9)
while Date() < end, stopping.wait(timeout: .now() + min(0.1, max(0.001, end.timeIntervalSinceNow))) == .timedOut {
    var levels = [AudioQueueLevelMeterState](repeating: AudioQueueLevelMeterState(), count: 2)
    var size = UInt32(MemoryLayout<AudioQueueLevelMeterState>.stride * levels.count)
    check("metering", AudioQueueGetProperty(queue, kAudioQueueProperty_CurrentLevelMeterDB, &levels, &size))
    print("L \(bar(levels[0].mPeakPower))  R \(bar(levels[1].mPeakPower))", terminator: "\r")
    fflush(nil)
}
print()
// All buffers are written before this returns.
check("stopping", AudioQueueStop(queue, true))
check("disposing", AudioQueueDispose(queue, true))
check("closing the file", AudioFileClose(tape.file))
print(String(format: "%.1f s recorded", Double(tape.position) / format.mSampleRate))

// Measures what many queues cost that play at once, each 44.1 kHz stereo in 16 bits:
//
//     queue-bench [QUEUES [SECONDS [SAMPLE-RATE]]] [mixed]
//
// With `mixed`, the queues play at rates from 0.8 to 1.2, each at another, by varispeed. Plays in real time, by default on the null device at 48 kHz in cycles of 512 frames, and prints the processor time of the
// whole process as a part of one core.
import AudioToolbox
import Glibc

func check(_ what: String, _ status: OSStatus) {
    guard status != noErr else { return }
    print("\(what) failed: \(status)")
    exit(1)
}

func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

let isMixed = CommandLine.arguments.last == "mixed"
let arguments = CommandLine.arguments.dropFirst().dropLast(isMixed ? 1 : 0).map { Double($0) ?? .nan }
guard arguments.count <= 3, arguments.allSatisfy({ $0 >= 1 && $0 <= 1e6 }) else {
    print("usage: queue-bench [QUEUES [SECONDS [SAMPLE-RATE]]] [mixed]")
    exit(1)
}
let queueCount = arguments.count > 0 ? Int(arguments[0]) : 64
let length = arguments.count > 1 ? arguments[1] : 10
let sampleRate = arguments.count > 2 ? arguments[2] : 44_100
setenv("COREAUDIO_BACKEND", "null", 0)

var format = AudioStreamBasicDescription(
    mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
    mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 4, mFramesPerPacket: 1,
    mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 16, mReserved: 0)
let framesPerBuffer = 8192

let tone = UnsafeMutablePointer<Int16>.allocate(capacity: framesPerBuffer * 2)
for frame in 0..<framesPerBuffer {
    tone[2 * frame] = Int16(frame % 128 * 256 - 16_384)
    tone[2 * frame + 1] = Int16(frame % 64 * 256 - 8192)
}

/// Refills a buffer, as a program does, and enqueues it again. The queue refuses it while it stops.
func refill(_ context: UnsafeMutableRawPointer?, _ queue: AudioQueueRef, _ buffer: AudioQueueBufferRef) {
    buffer.pointee.mAudioData.copyMemory(from: context!, byteCount: framesPerBuffer * 4)
    buffer.pointee.mAudioDataByteSize = UInt32(framesPerBuffer * 4)
    AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
}

/// Lets a queue play faster or slower than recorded, with another pitch.
func setPlayRate(of queue: AudioQueueRef, _ rate: Float32) {
    for (id, value) in [
        (kAudioQueueProperty_EnableTimePitch, 1),
        (kAudioQueueProperty_TimePitchAlgorithm, kAudioQueueTimePitchAlgorithm_Varispeed),
    ] {
        var value: UInt32 = value
        check("AudioQueueSetProperty", AudioQueueSetProperty(queue, id, &value, 4))
    }
    check("AudioQueueSetParameter", AudioQueueSetParameter(queue, kAudioQueueParam_PlayRate, rate))
}

var queues: [AudioQueueRef] = []
for index in 0..<queueCount {
    var made: AudioQueueRef?
    check("AudioQueueNewOutput", AudioQueueNewOutput(&format, refill, tone, nil, nil, 0, &made))
    let queue = made!
    if isMixed { setPlayRate(of: queue, 0.8 + 0.4 * Float32(index) / Float32(max(1, queueCount - 1))) }
    for _ in 0..<3 {
        var buffer: AudioQueueBufferRef?
        check("AudioQueueAllocateBuffer", AudioQueueAllocateBuffer(queue, UInt32(framesPerBuffer * 4), &buffer))
        refill(tone, queue, buffer!)
    }
    check("AudioQueueSetParameter", AudioQueueSetParameter(queue, kAudioQueueParam_Volume, 1 / Float32(queueCount)))
    check("AudioQueueStart", AudioQueueStart(queue, nil))
    queues.append(queue)
}
usleep(1_000_000)
let start = (seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID))
usleep(useconds_t(length * 1e6))
let share = (seconds(CLOCK_PROCESS_CPUTIME_ID) - start.1) / (seconds(CLOCK_MONOTONIC) - start.0)
let position = queues.map { queue -> Double in
    var time = AudioTimeStamp()
    check("AudioQueueGetCurrentTime", AudioQueueGetCurrentTime(queue, nil, &time, nil))
    return time.mSampleTime / sampleRate
}
print(
    "\(queueCount) queues: \((share * 1000).rounded() / 10) % of one core, \(Int(Double(queueCount) / share)) voices per core"
)
print("played \((position.min()! * 100).rounded() / 100) to \((position.max()! * 100).rounded() / 100) s")
for queue in queues { check("AudioQueueDispose", AudioQueueDispose(queue, true)) }

// An engine, for the benchmarks.
//
//     engine players COUNT SECONDS     players of looping buffers into the main mixer, in cycles of 512 frames at 48 kHz; prints the
//                                      seconds of processor time
//     engine chain INPUT OUTPUT        a file through an equalizer, a reverb, a time pitch at 1.1 and the main mixer, into a WAVE file
//     engine duplex FRAMES             plays the numbers of its frames on the left, and hears the microphone: start, stop, report, quit
//     engine through FRAMES            plays what the microphone hears
import AVFAudio

func processorTime() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

func players(_ count: Int, _ seconds: Int) throws {
    let stereo = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2)!
    let mono = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1)!
    let engine = AVAudioEngine()
    try engine.enableManualRenderingMode(.realtime, format: stereo, maximumFrameCount: 512)
    var nodes: [AVAudioPlayerNode] = []
    for index in 0..<count {
        let node = AVAudioPlayerNode()
        engine.attach(node)
        engine.connect(node, to: engine.mainMixerNode, fromBus: 0, toBus: index, format: mono)
        let buffer = AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: 5000 + AVAudioFrameCount(index))!
        buffer.frameLength = buffer.frameCapacity
        for frame in 0..<Int(buffer.frameLength) {
            buffer.floatChannelData![0][frame] = sinf(Float(frame) * 0.01 * Float(index + 1)) / Float(count)
        }
        node.scheduleBuffer(buffer, at: nil, options: .loops)
        node.pan = Float(index % 21 - 10) / 10
        nodes.append(node)
    }
    try engine.start()
    for node in nodes { node.play() }
    let output = AVAudioPCMBuffer(pcmFormat: stereo, frameCapacity: 512)!
    output.frameLength = 512
    let render = engine.manualRenderingBlock
    let start = processorTime()
    for _ in 0..<seconds * 48_000 / 512 {
        guard render(512, output.mutableAudioBufferList, nil) == .success else { fatalError("a render failed") }
    }
    print(processorTime() - start)
}

func chain(_ input: String, _ output: String) throws {
    let file = try AVAudioFile(forReading: URL(fileURLWithPath: input))
    let engine = AVAudioEngine()
    let (player, equalizer) = (AVAudioPlayerNode(), AVAudioUnitEQ(numberOfBands: 1))
    let (reverb, pitch) = (AVAudioUnitReverb(), AVAudioUnitTimePitch())
    equalizer.bands[0].filterType = .parametric
    (equalizer.bands[0].frequency, equalizer.bands[0].bandwidth, equalizer.bands[0].gain) = (1000, 1, 6)
    equalizer.bands[0].bypass = false
    reverb.loadFactoryPreset(.mediumHall)
    reverb.wetDryMix = 30
    pitch.rate = 1.1
    let chain: [AVAudioNode] = [player, equalizer, reverb, pitch]
    for node in chain { engine.attach(node) }
    for (node, next) in zip(chain, chain.dropFirst() + [engine.mainMixerNode]) {
        engine.connect(node, to: next, format: file.processingFormat)
    }
    try engine.enableManualRenderingMode(.offline, format: file.processingFormat, maximumFrameCount: 4096)
    let settings: [String: Any] = [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: file.processingFormat.sampleRate,
        AVNumberOfChannelsKey: file.processingFormat.channelCount, AVLinearPCMBitDepthKey: 16,
    ]
    let result = try AVAudioFile(
        forWriting: URL(fileURLWithPath: output), settings: settings, commonFormat: .pcmFormatFloat32,
        interleaved: false)
    player.scheduleFile(file, at: nil)
    try engine.start()
    player.play()
    let buffer = AVAudioPCMBuffer(pcmFormat: engine.manualRenderingFormat, frameCapacity: 4096)!
    var left = Int(Double(file.length) / 1.1)
    while left > 0 {
        guard try engine.renderOffline(AVAudioFrameCount(min(left, 4096)), to: buffer) == .success else { fatalError() }
        try result.write(from: buffer)
        left -= Int(buffer.frameLength)
    }
}

/// What the audio thread of the device's cycles knows.
final class Ear: @unchecked Sendable {
    var position = 0
    var (delay, steady) = (-1, 0)
    var sizes: [(frames: UInt32, calls: Int)] = []

    func play(_ frames: AVAudioFrameCount, _ list: UnsafeMutablePointer<AudioBufferList>) {
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        let left = buffers[0].mData!.assumingMemoryBound(to: Float.self)
        for frame in 0..<Int(frames) {
            position += 1
            left[frame] = Float(position)
        }
        for buffer in buffers.dropFirst() { memset(buffer.mData!, 0, Int(buffer.mDataByteSize)) }
    }

    /// The frames of a cycle are heard before those of the same cycle are played.
    func hear(_ frames: AVAudioFrameCount, _ list: UnsafePointer<AudioBufferList>) {
        let heard = list.pointee.mBuffers.mData!.assumingMemoryBound(to: Float.self)
        for frame in 0..<Int(frames) {
            let found = heard[frame] == 0 ? -1 : position + frame + 1 - Int(heard[frame])
            steady = found == delay && found >= 0 ? steady + 1 : 0
            delay = found
        }
        if sizes.last?.frames != frames, sizes.count < 64 { sizes.append((frames, 0)) }
        sizes[sizes.count - 1].calls += 1
    }
}

func onDevice(_ isThrough: Bool, _ frames: Int) throws {
    let session = AVAudioSession.sharedInstance()
    try session.setCategory(.playAndRecord)
    try session.setPreferredIOBufferDuration(Double(frames) / 48_000)
    try session.setActive(true)
    let (engine, ear) = (AVAudioEngine(), Ear())
    ear.sizes.reserveCapacity(64)
    let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2)!
    if isThrough {
        engine.connect(engine.inputNode, to: engine.mainMixerNode, format: nil)
        engine.inputNode.pan = -1
    } else {
        let source = AVAudioSourceNode(format: format) { _, _, frames, list in
            ear.play(frames, list)
            return noErr
        }
        let sink = AVAudioSinkNode { _, frames, list in
            ear.hear(frames, list)
            return noErr
        }
        engine.attach(source)
        engine.attach(sink)
        engine.connect(source, to: engine.mainMixerNode, format: format)
        engine.connect(engine.inputNode, to: sink, format: nil)
    }
    // Fewer than the session gives.
    var size = UInt32(frames)
    AudioUnitSetProperty(
        engine.outputNode.audioUnit!, kAudioDevicePropertyBufferFrameSize, kAudioUnitScope_Global, 0, &size, 4)
    setvbuf(stdout, nil, _IOLBF, 0)
    print("ready")
    while let line = readLine(), line != "quit" {
        switch line {
        case "report":
            print("position \(ear.position)\ndelay \(ear.delay) \(ear.steady)")
            print("sizes", ear.sizes.map { "\($0.frames)*\($0.calls)" }.joined(separator: " "))
        case "start":
            do {
                try engine.start()
                print("did start 0")
            } catch { print("did start", (error as NSError).code) }
        default:
            engine.stop()
            print("did", line, 0)
        }
    }
}

let words = CommandLine.arguments
switch words.dropFirst().first {
case "players" where words.count == 4: try players(Int(words[2])!, Int(words[3])!)
case "chain" where words.count == 4: try chain(words[2], words[3])
case "duplex" where words.count == 3: try onDevice(false, Int(words[2])!)
case "through" where words.count == 3: try onDevice(true, Int(words[2])!)
default: exit(2)
}

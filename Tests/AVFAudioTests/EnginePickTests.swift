import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import AudioToolbox
import AudioUnits
import TestSupport
import Testing

@testable import AVFAudio

/// An engine plays on and records from devices that the program chooses, and reports how late they are.
@Suite(.mustEnd) struct EnginePickTests {
    private let server = ManualServer()
    private let system: HardwareSystem
    private let devices: EngineDevices

    init() {
        let server = self.server
        // A device is known by its number of channels.
        server.setDevices([
            DeviceDescription(id: "speakers", name: "Speakers", direction: .output, channels: 2, isDefault: true),
            DeviceDescription(
                id: "headphones", name: "Headphones", direction: .output, sampleRate: 44_100, channels: 4),
            DeviceDescription(id: "microphone", name: "Microphone", direction: .input, channels: 2, isDefault: true),
            DeviceDescription(id: "line", name: "Line", direction: .input, channels: 1),
        ])
        let system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
        self.system = system
        devices = EngineDevices(remote: DeviceUnit.remote(on: system), voice: DeviceUnit.remote(on: system))
    }

    private func engine() -> AVAudioEngine { AVAudioEngine(devices, session: SessionCenter()) }

    private func value<T: BitwiseCopyable>(_ object: AudioObjectID, _ selector: Int, _ scope: Int, as: T.Type) throws
        -> T
    {
        let address = AudioObjectPropertyAddress(selector, scope)
        guard case .bytes(let bytes, _) = try system.value(object, HardwareRequest(address)) else {
            throw AudioError.unspecified
        }
        return bytes.withUnsafeBytes { $0.loadUnaligned(as: T.self) }
    }

    /// The first device with some channels, but for one.
    private func device(_ channels: Int, isInput: Bool = false, besides other: AudioObjectID = 0) throws
        -> AudioObjectID
    {
        let selector = Int(kAudioHardwarePropertyDevices)
        guard
            case .bytes(let bytes, _) = try system.value(
                1, HardwareRequest(AudioObjectPropertyAddress(selector, kAudioObjectPropertyScopeGlobal)))
        else { throw AudioError.unspecified }
        let all = bytes.withUnsafeBytes { Array($0.bindMemory(to: AudioObjectID.self)) }
        let scope = Int(isInput ? kAudioObjectPropertyScopeInput : kAudioObjectPropertyScopeOutput)
        return try #require(
            all.first { id in
                guard id != other else { return false }
                let list = try? value(
                    id, Int(kAudioDevicePropertyStreamConfiguration), scope, as: AudioBufferList.self)
                return list.map { $0.mNumberBuffers == 1 && Int($0.mBuffers.mNumberChannels) == channels } ?? false
            })
    }

    private func play(_ engine: AVAudioEngine) throws {
        let source = EngineTests.counter()
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: EngineTests.stereo)
        try engine.start()
    }

    /// What is played until there is sound for a while.
    private func advance(input: [Float] = []) -> [Float] {
        var samples: [Float] = []
        _ = eventually {
            samples += server.advance(512, input: input)
            return samples.count { $0 != 0 } >= 4000
        }
        return samples
    }

    /// Frames that count up, on the first two of so many channels.
    private func expectNumbers(_ samples: [Float], channels: Int) throws {
        let heard = Array(samples[(try #require(samples.firstIndex { $0 != 0 }) / channels * channels)...])
        let frames = heard.count / channels
        #expect(frames > 500)
        for frame in 0..<frames {
            let wanted = [heard[0] + Float(frame), heard[0] + Float(frame)] + Array(repeating: 0, count: channels - 2)
            guard Array(heard[frame * channels..<(frame + 1) * channels]) == wanted else {
                Issue.record("frame \(frame): \(heard[frame * channels..<(frame + 1) * channels]), not \(wanted)")
                return
            }
        }
    }

    /// By the method and by the property, before the first start and while the engine is stopped.
    @Test(arguments: [false, true]) func theOutputPlaysOnTheChosenDevice(byProperty: Bool) throws {
        let engine = engine()
        let unit = engine.outputNode.auAudioUnit
        let (speakers, headphones) = (try device(2), try device(4))
        func choose(_ device: AudioObjectID) throws {
            guard byProperty else { return try unit.setDeviceID(device) }
            var device = device
            let status = AudioUnitSetProperty(
                engine.outputNode.audioUnit!, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0,
                &device, 4)
            #expect(status == noErr)
        }
        #expect(unit.deviceID == speakers)
        try choose(headphones)
        #expect(unit.deviceID == headphones)
        #expect(engine.outputNode.outputFormat(forBus: 0).channelCount == 4)
        #expect(engine.outputNode.outputFormat(forBus: 0).sampleRate == 44_100)
        try play(engine)
        let samples = advance()
        #expect(samples.count % (512 * 4) == 0)
        // Four channels, of which the first two sound.
        #expect(stride(from: 2, to: samples.count, by: 4).allSatisfy { samples[$0] == 0 && samples[$0 + 1] == 0 })
        #expect(samples.contains { $0 != 0 })
        engine.stop()
        try choose(speakers)
        try engine.start()
        try expectNumbers(advance(), channels: 2)
        engine.stop()
        try choose(headphones)
        try choose(0)
        #expect(unit.deviceID == speakers)
        try engine.start()
        try expectNumbers(advance(), channels: 2)
        engine.stop()
    }

    @Test func theInputRecordsFromTheChosenDevice() throws {
        let engine = engine()
        let input = engine.inputNode
        #expect(input.inputFormat(forBus: 0).channelCount == 2)
        try input.auAudioUnit.setDeviceID(device(1, isInput: true))
        #expect(input.inputFormat(forBus: 0).channelCount == 1)
        var (chosen, size) = (AudioObjectID(0), UInt32(4))
        let id = kAudioOutputUnitProperty_CurrentDevice
        #expect(AudioUnitGetProperty(input.audioUnit!, id, kAudioUnitScope_Global, 1, &chosen, &size) == noErr)
        #expect(try chosen == device(1, isInput: true))
        // The output stays where it was.
        #expect(try engine.outputNode.auAudioUnit.deviceID == device(2))
        let heard = LockedValue<[Float]>([])
        input.installTap(onBus: 0, bufferSize: 4800, format: nil) { buffer, _ in
            let samples = UnsafeBufferPointer(start: buffer.floatChannelData![0], count: Int(buffer.frameLength))
            heard.withLock { $0 += samples }
        }
        try engine.start()
        var cycle = 0
        #expect(
            eventually {
                // One channel: two would be every second number.
                _ = server.advance(512, input: (0..<512).map { Float(cycle * 512 + $0 + 1) })
                cycle += 1
                return heard.withLock { $0.count { $0 != 0 } } >= 4000
            })
        engine.stop()
        let samples = heard.withLock { Array($0.drop { $0 == 0 }) }
        let first = try #require(samples.first)
        #expect(samples == (0..<samples.count).map { first + Float($0) })
    }

    @Test func aBadDeviceIsAnError() throws {
        let engine = engine()
        let unit = engine.outputNode.auAudioUnit
        let before = unit.deviceID
        for bad in [AudioObjectID(9999), 1] {
            do {
                try unit.setDeviceID(bad)
                Issue.record("device \(bad)")
            } catch { #expect((error as NSError).code == Int(kAudioUnitErr_InvalidPropertyValue)) }
            var device = bad
            let status = AudioUnitSetProperty(
                engine.outputNode.audioUnit!, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0,
                &device, 4)
            #expect(status == kAudioUnitErr_InvalidPropertyValue)
        }
        // A loudspeaker does not record.
        var speakers = try device(4)
        #expect(
            AudioUnitSetProperty(
                engine.outputNode.audioUnit!, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 1,
                &speakers, 4) == kAudioUnitErr_InvalidPropertyValue)
        #expect(unit.deviceID == before)
        try play(engine)
        try expectNumbers(advance(), channels: 2)
        engine.stop()
    }

    /// Voice processing has another unit, which plays and records where the one before did.
    @Test func theDevicesStayWithVoiceProcessing() throws {
        let engine = engine()
        let (headphones, line) = (try device(4), try device(1, isInput: true))
        try engine.outputNode.auAudioUnit.setDeviceID(headphones)
        try engine.inputNode.auAudioUnit.setDeviceID(line)
        for isOn in [true, false] {
            try engine.inputNode.setVoiceProcessingEnabled(isOn)
            #expect(engine.outputNode.auAudioUnit.deviceID == headphones)
            #expect(engine.inputNode.inputFormat(forBus: 0).channelCount == 1)
        }
    }

    /// Where the chosen device is lost, the engine continues on the default one.
    @Test func aLostDeviceLeavesTheDefaultOne() throws {
        let engine = engine()
        let headphones = try device(4)
        try engine.outputNode.auAudioUnit.setDeviceID(headphones)
        let present = server.devices
        server.setDevices(present.filter { $0.id != "headphones" })
        let speakers = try device(2)
        #expect(eventually { engine.outputNode.auAudioUnit.deviceID == speakers })
        try play(engine)
        try expectNumbers(advance(), channels: 2)
        engine.stop()
    }

    /// Where the chosen device is lost while the engine plays, the engine continues on the default one, with the next frame. Where that
    /// has another format, the engine stops first and says so, and its program starts it again.
    @Test(arguments: [false, true]) func aDeviceThatIsLostWhileItPlaysLeavesTheDefaultOne(hasOtherFormat: Bool) throws {
        var present = server.devices
        if !hasOtherFormat {
            present[1] = DeviceDescription(id: "headphones", name: "Headphones", direction: .output, channels: 2)
        }
        server.setDevices(present)
        let engine = engine()
        let unit = engine.outputNode.auAudioUnit
        let speakers = unit.deviceID
        let headphones = try hasOtherFormat ? device(4) : device(2, besides: speakers)
        try unit.setDeviceID(headphones)
        let news = LockedValue<[String]>([])
        let observer = NotificationCenter.default.addObserver(
            forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
        ) { note in
            let engine = note.object as! AVAudioEngine
            let text = "\(engine.isRunning) \(engine.outputNode.auAudioUnit.deviceID == speakers)"
            news.withLock { $0.append(text) }
            #expect(throws: Never.self) { try engine.start() }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try play(engine)
        let before = advance()
        #expect(unit.deviceID == headphones && engine.isRunning)
        server.setDevices(present.filter { $0.id != "headphones" })
        var after = advance()
        #expect(unit.deviceID == speakers && engine.isRunning)
        // An engine that stops may be heard for some frames of a cycle that had begun.
        if hasOtherFormat { after = advance() }
        #expect(news.withLock { $0 } == (hasOtherFormat ? ["false true"] : []))
        try expectNumbers(after, channels: 2)
        if !hasOtherFormat { #expect(after.first { $0 != 0 } == before[before.count - 1] + 1) }
        engine.stop()
    }

    /// The latency is the device's, of the stream that plays.
    @Test func theLatencyIsThatOfTheDevice() throws {
        server.latency = 480
        var described = server.devices
        for index in described.indices { described[index].latency = described[index].direction == .output ? 96 : 192 }
        server.setDevices(described)
        let engine = engine()
        let scope = (output: Int(kAudioObjectPropertyScopeOutput), input: Int(kAudioObjectPropertyScopeInput))
        let selector = Int(kAudioDevicePropertyLatency)
        let (speakers, microphone) = (try device(2), try device(2, isInput: true))
        #expect(engine.outputNode.presentationLatency == 96 / 48_000.0)
        #expect(engine.inputNode.presentationLatency == 192 / 48_000.0)
        #expect(try value(speakers, selector, scope.output, as: UInt32.self) == 96)
        engine.inputNode.installTap(onBus: 0, bufferSize: 4800, format: nil) { _, _ in }
        try play(engine)
        _ = advance()
        #expect(engine.outputNode.presentationLatency == 480 / 48_000.0)
        #expect(engine.inputNode.presentationLatency == 480 / 48_000.0)
        #expect(engine.mainMixerNode.outputPresentationLatency == 480 / 48_000.0)
        // The engine plays and records by an aggregate of both.
        #expect(try value(microphone, selector, scope.input, as: UInt32.self) == 192)
        server.latency = 600
        #expect(engine.outputNode.presentationLatency == 600 / 48_000.0)
        engine.stop()
        let other = AVAudioEngine(devices, session: SessionCenter())
        try play(other)
        _ = advance()
        #expect(try value(speakers, selector, scope.output, as: UInt32.self) == 600)
        other.stop()
        try other.enableManualRenderingMode(.offline, format: EngineTests.stereo, maximumFrameCount: 512)
        #expect(other.outputNode.presentationLatency == 0)
    }
}

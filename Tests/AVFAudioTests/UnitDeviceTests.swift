import AudioCore
import AudioDevices
import AudioIO
import AudioToolbox
import TestSupport
import Testing

@testable import AVFAudio
@testable import AudioUnits

/// Input and output units of version 3 play on and record from a device that is driven by hand.
@Suite(.mustEnd) struct UnitDeviceTests {
    private let server = ManualServer()
    private let system: HardwareSystem

    /// The units that stand behind an `AUAudioUnit`.
    enum Subtype: CaseIterable { case remote, hal }

    init() {
        Sanitizer.prepare()
        let server = self.server
        system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    private func unit(_ subtype: Subtype) throws -> NodeUnit {
        let system = self.system
        let hal = UnitBlueprint(DeviceUnit.hal.type, DeviceUnit.hal.subtype, DeviceUnit.hal.name) {
            DeviceUnit($0, DeviceUnit.Kind(), system: system)
        }.with { ($0.inputs, $0.outputs, $0.parameters) = (2, 2, DeviceUnit.hal.parameters) }
        return try NodeUnit(subtype == .remote ? DeviceUnit.remote(on: system) : hal)
    }

    private static let stereo = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2)!

    /// A provider that counts frames up from 1 by the sample time, on the left and negated on the right.
    private static func counter() -> AURenderPullInputBlock {
        { _, time, frames, bus, list in
            let buffers = UnsafeMutableAudioBufferListPointer(list)
            guard bus == 0, buffers.count == 2 else { return kAudioUnitErr_InvalidElement }
            let first = Float(time.pointee.mSampleTime) + 1
            for (channel, sign) in [(0, Float(1)), (1, -1)] {
                let samples = buffers[channel].mData!.assumingMemoryBound(to: Float.self)
                for frame in 0..<Int(frames) { samples[frame] = sign * (first + Float(frame)) }
            }
            return noErr
        }
    }

    private func advance(input: ((Int) -> [Float])? = nil, until isEnough: ([Float]) -> Bool) -> [Float] {
        var (samples, cycle): ([Float], Int) = ([], 0)
        _ = eventually {
            samples += input.map { server.advance(512, input: $0(cycle)) } ?? server.advance(512)
            cycle += 1
            return isEnough(samples)
        }
        return samples
    }

    private func sounding(_ samples: [Float]) -> [Float] { Array(samples.drop { $0 == 0 }) }

    @Test(arguments: Subtype.allCases) func whatTheProviderGivesIsPlayed(subtype: Subtype) throws {
        let node = try unit(subtype)
        let unit = node.object
        #expect(unit.canPerformOutput && unit.canPerformInput)
        #expect(unit.isOutputEnabled && !unit.isInputEnabled && !unit.isRunning)
        try unit.inputBusses[0].setFormat(Self.stereo)
        #expect(unit.outputBusses[0].format.channelCount == 2 && unit.outputBusses[0].format.sampleRate == 48_000)
        unit.outputProvider = Self.counter()
        #expect(throws: (any Error).self) { try unit.startHardware() }
        try unit.allocateRenderResources()
        try unit.startHardware()
        try unit.startHardware()
        #expect(unit.isRunning && eventually { server.runningStreams > 0 })
        let samples = sounding(advance { sounding($0).count >= 4000 })
        for frame in 0..<2000 {
            guard samples[2 * frame] == Float(frame + 1), samples[2 * frame + 1] == -Float(frame + 1) else {
                Issue.record("frame \(frame): \(samples[2 * frame]), \(samples[2 * frame + 1])")
                break
            }
        }
        unit.stopHardware()
        #expect(!unit.isRunning)
        #expect(server.advance(512).allSatisfy { $0 == 0 })
        // Again, from the beginning of another run.
        try unit.startHardware()
        #expect(advance { !sounding($0).isEmpty }.contains(1))
        // Another provider takes over while the unit runs.
        unit.outputProvider = { _, _, frames, _, list in
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                buffer.mData!.assumingMemoryBound(to: Float.self).update(repeating: 0.5, count: Int(frames))
            }
            return noErr
        }
        #expect(advance { $0.suffix(2) == [0.5, 0.5] }.suffix(2) == [0.5, 0.5])
        unit.outputProvider = nil
        #expect(advance { $0.suffix(2) == [0, 0] }.suffix(2) == [0, 0])
        unit.stopHardware()
        unit.deallocateRenderResources()
        #expect(!unit.renderResourcesAllocated)
    }

    /// The handler renders output 1 of the unit, which gives what the device has brought.
    @Test(arguments: Subtype.allCases) func theHandlerHearsWhatIsRecorded(subtype: Subtype) throws {
        let node = try unit(subtype)
        let unit = node.object
        (unit.isInputEnabled, unit.isOutputEnabled) = (true, false)
        #expect(unit.isInputEnabled && !unit.isOutputEnabled)
        try unit.outputBusses[1].setFormat(Self.stereo)
        let heard = Recorded(unit.renderBlock)
        unit.inputHandler = { flags, time, frames, bus in heard.take(flags, time, frames, bus) }
        try unit.allocateRenderResources()
        try unit.startHardware()
        let numbers: (Int) -> [Float] = { cycle in
            (0..<1024).map { Float(cycle * 512 + $0 / 2 + 1) * ($0 % 2 == 0 ? 1 : -1) }
        }
        _ = advance(input: numbers) { _ in heard.count >= 3000 }
        unit.stopHardware()
        #expect(heard.statuses == [noErr])
        let (left, right) = heard.samples
        let first = try #require(left.first { $0 != 0 })
        let samples = Array(left.drop { $0 == 0 })
        #expect(samples.count >= 2000 && samples == (0..<samples.count).map { first + Float($0) })
        #expect(left == right.map { -$0 })
        let count = heard.count
        _ = server.advance(512)
        #expect(heard.count == count)
    }

    /// A unit plays what its own input brings in the same cycle.
    @Test(arguments: Subtype.allCases) func whatIsRecordedIsPlayed(subtype: Subtype) throws {
        let node = try unit(subtype)
        let unit = node.object
        unit.isInputEnabled = true
        try unit.inputBusses[0].setFormat(Self.stereo)
        try unit.outputBusses[1].setFormat(Self.stereo)
        let render = unit.renderBlock
        unit.outputProvider = { flags, time, frames, _, list in render(flags, time, frames, 1, list, nil) }
        try unit.allocateRenderResources()
        try unit.startHardware()
        let numbers: (Int) -> [Float] = { cycle in (0..<1024).map { Float(cycle * 512 + $0 / 2 + 1) } }
        let samples = sounding(advance(input: numbers) { sounding($0).count >= 4000 })
        unit.stopHardware()
        let first = try #require(samples.first)
        #expect(samples.prefix(4000).enumerated().allSatisfy { $1 == first + Float($0 / 2) })
    }

    /// HALOutput has a device that a program chooses; RemoteIO follows the default ones.
    @Test func onlyHALOutputTakesADevice() throws {
        server.setDevices(
            server.devices + [DeviceDescription(id: "other", name: "Other", direction: .output, channels: 1)])
        let (hal, remote) = (try unit(.hal), try unit(.remote))
        let first = hal.object.deviceID
        #expect(first != 0 && remote.object.deviceID == 0)
        var chosen: AudioObjectID = 0
        for device in 1...200 where device != first && (try? hal.object.setDeviceID(AudioObjectID(device))) != nil {
            chosen = AudioObjectID(device)
        }
        #expect(chosen != 0 && hal.object.deviceID == chosen)
        #expect(hal.object.outputBusses[0].format.channelCount == 1)
        #expect(!hal.object.canPerformInput)
        #expect(throws: (any Error).self) { try remote.object.setDeviceID(chosen) }
        #expect(throws: (any Error).self) { try hal.object.setDeviceID(9999) }
        try hal.object.setDeviceID(first)
        #expect(hal.object.deviceID == first)
        // A unit without a device.
        let effect = try AUAudioUnit(
            componentDescription: AudioComponentDescription(
                componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_LowPassFilter,
                componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0))
        #expect(effect.deviceID == 0)
        #expect(throws: (any Error).self) { try effect.setDeviceID(first) }
        #expect(!effect.canPerformInput && !effect.canPerformOutput)
    }
}

/// What an input handler renders, on the audio thread.
private final class Recorded: @unchecked Sendable {
    private let render: AURenderBlock
    private let list = AudioBufferList.allocate(maximumBuffers: 2)
    private let state = LockedValue((left: [Float](), right: [Float](), statuses: Set<OSStatus>()))

    init(_ render: @escaping AURenderBlock) { self.render = render }

    deinit { free(list.unsafeMutablePointer) }

    var count: Int { state.withLock { $0.left.count } }
    var samples: (left: [Float], right: [Float]) { state.withLock { ($0.left, $0.right) } }
    var statuses: Set<OSStatus> { state.withLock { $0.statuses } }

    func take(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>,
        _ frames: AUAudioFrameCount, _ bus: Int
    ) {
        for index in 0..<2 { list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: frames * 4, mData: nil) }
        let status = render(flags, time, frames, bus, list.unsafeMutablePointer, nil)
        Sanitizer.ignore {
            state.withLock { state in
                state.statuses.insert(status)
                guard status == noErr else { return }
                func samples(_ index: Int) -> UnsafeBufferPointer<Float> {
                    UnsafeBufferPointer(
                        start: list[index].mData!.assumingMemoryBound(to: Float.self), count: Int(frames))
                }
                state.left += samples(0)
                state.right += samples(1)
            }
        }
    }
}

import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import AudioToolbox
import AudioUnits
import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// Engines and input and output units of version 3 on private PipeWire servers.
@Suite(.serialized) struct EngineServerTests {
    private func system() -> HardwareSystem {
        HardwareSystem { (events) throws(AudioError) in try Backends.connect("pipewire", events: events) }
    }

    private static let stereo = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2)!

    /// The server's cycle is the least that sound takes from the engine to the device, and back.
    @Test(.needs(.pipewire)) func theLatencyIsTheServers() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let system = system()
        defer { system.unload() }
        let devices = EngineDevices(remote: DeviceUnit.remote(on: system), voice: DeviceUnit.remote(on: system))
        let engine = AVAudioEngine(devices, session: SessionCenter())
        let source = AVAudioSourceNode { _, _, _, list in
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                memset(buffer.mData!, 0, Int(buffer.mDataByteSize))
            }
            return noErr
        }
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: Self.stereo)
        engine.inputNode.installTap(onBus: 0, bufferSize: 4800, format: nil) { _, _ in }
        try engine.start()
        defer { engine.stop() }
        let (output, input) = (engine.outputNode, engine.inputNode)
        #expect(eventually { output.presentationLatency >= 0.001 && input.presentationLatency >= 0.001 })
        #expect(output.presentationLatency < 0.5 && input.presentationLatency < 0.5)
        #expect(engine.mainMixerNode.outputPresentationLatency >= 0.001)
    }

    /// RemoteIO plays what its provider gives, sample by sample.
    @Test(.needs(.pipewire)) func aProviderIsHeard() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let attempts = Attempts()
        while true {
            let system = system()
            defer { system.unload() }
            let node = try NodeUnit(DeviceUnit.remote(on: system))
            let unit = node.object
            #expect(unit.canPerformOutput && unit.canPerformInput)
            try unit.inputBusses[0].setFormat(Self.stereo)
            unit.outputProvider = Self.counter()
            try unit.allocateRenderResources()
            let recorder = try #require(Recorder(server))
            try unit.startHardware()
            #expect(unit.isRunning)
            let heard = recorder.finish(frames: 24_000)
            unit.stopHardware()
            #expect(!unit.isRunning)
            let same = (0..<min(48_000, heard.count)).prefix { heard[$0] == RenderCounter.sample(Int64($0)) }.count
            if same < 48_000, attempts.another() {
                print("\(same) of 48000 samples equal; again")
                continue
            }
            #expect(same == 48_000)
            break
        }
    }

    private static func counter() -> AURenderPullInputBlock {
        { _, time, frames, _, list in
            let buffers = UnsafeMutableAudioBufferListPointer(list)
            for channel in 0..<buffers.count {
                let samples = buffers[channel].mData!.assumingMemoryBound(to: Float.self)
                for frame in 0..<Int(frames) {
                    let place = Int64(time.pointee.mSampleTime) + Int64(frame)
                    samples[frame] = RenderCounter.sample(2 * place + Int64(channel))
                }
            }
            return noErr
        }
    }

    /// The handler of a unit hears what another one plays.
    @Test(.needs(.pipewire)) func aHandlerHears() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        server.linkMicrophone()
        let attempts = Attempts()
        while true {
            let system = system()
            defer { system.unload() }
            let (player, recorder) = (
                try NodeUnit(DeviceUnit.remote(on: system)), try NodeUnit(DeviceUnit.remote(on: system))
            )
            try player.object.inputBusses[0].setFormat(Self.stereo)
            player.object.outputProvider = Self.counter()
            try player.object.allocateRenderResources()
            let unit = recorder.object
            (unit.isInputEnabled, unit.isOutputEnabled) = (true, false)
            try unit.outputBusses[1].setFormat(Self.stereo)
            let (heard, render) = (LockedValue<[Float]>([]), unit.renderBlock)
            unit.inputHandler = { flags, time, frames, bus in
                let list = AudioBufferList.allocate(maximumBuffers: 2)
                defer { free(list.unsafeMutablePointer) }
                for index in 0..<2 {
                    list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: frames * 4, mData: nil)
                }
                guard render(flags, time, frames, bus, list.unsafeMutablePointer, nil) == noErr else { return }
                let samples = list[0].mData!.assumingMemoryBound(to: Float.self)
                heard.withLock { $0 += UnsafeBufferPointer(start: samples, count: Int(frames)) }
            }
            try unit.allocateRenderResources()
            try unit.startHardware()
            try player.object.startHardware()
            let isDone = eventually { heard.withLock { $0.count { $0 != 0 } } >= 24_000 }
            player.object.stopHardware()
            unit.stopHardware()
            #expect(isDone)
            // The left channel's numbers.
            let samples = heard.withLock { Array($0.drop { $0 == 0 }) }
            let first = Int64((samples.first ?? 0) * 65_536) - 1
            let same = samples.indices.prefix {
                samples[$0] == RenderCounter.sample(first + 2 * Int64($0))
            }.count
            if same < 20_000, attempts.another() {
                print("\(same) of 20000 frames equal; again")
                continue
            }
            #expect(same >= 20_000)
            break
        }
    }
}

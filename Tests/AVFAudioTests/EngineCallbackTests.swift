import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import AudioToolbox
import AudioUnits
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AVFAudio

/// Calls of an engine and of its nodes from each of the client's functions that an engine calls, and from many threads, on a device.
@Suite(.mustEnd) struct EngineCallbackTests {
    private let server = ManualServer()
    private let devices: EngineDevices

    init() {
        let server = self.server
        let system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
        let voice = UnitBlueprint("auou", "vpio", "Apple: AUVoiceProcessingIO") { VoiceUnit($0, system: system) }
            .with { ($0.inputs, $0.outputs) = (2, 2) }
        devices = EngineDevices(remote: DeviceUnit.remote(on: system), voice: voice)
    }

    /// The client's functions.
    enum Function: CaseIterable {
        case sourceBlock, sinkBlock, tapOfSource, tapOfInput, tapOfMixer
        case consumed, rendered, playedBack, stopped
        case renderNotification, parameterObserver
    }

    /// Every call returns in every function, and the engine plays afterwards.
    @Test(arguments: Function.allCases) func everyCallReturns(in function: Function) throws {
        for (name, call) in CallbackStage.calls {
            let stage = CallbackStage(AVAudioEngine(devices, session: SessionCenter()))
            try stage.prepare(function)
            stage.make(call)
            let isMade = eventually(seconds: 20) {
                _ = server.advance(512, input: Array(repeating: 0.25, count: 1024))
                if function == .parameterObserver { stage.setParameter() }
                if function == .stopped { stage.player.stop() }
                return stage.isOver
            }
            #expect(isMade, "\(name) in \(function)")
            // Whoever waits for ever would do so in the next lines too.
            guard isMade else { return }
            try stage.expectSound { server.advance(512) }
        }
    }

    /// Eight threads call whatever there is, while the device plays and records, and comes and goes.
    @Test func callsFromEightThreads() throws {
        let stage = CallbackStage(AVAudioEngine(devices, session: SessionCenter()))
        try stage.prepare(.sourceBlock)
        let calls = CallbackStage.calls.filter { !CallbackStage.ofOneThread.contains($0.name) }
        let left = LockedValue(8)
        for number in 0..<8 {
            let thread = Thread {
                var random = SplitMix(seed: UInt64(number))
                for _ in 0..<60 { calls.randomElement(using: &random)!.call(stage) }
                left.withLock { $0 -= 1 }
            }
            thread.start()
        }
        let pair: [DeviceDescription] = [
            DeviceDescription(id: "out", name: "Out", direction: .output, sampleRate: 44_100, isDefault: true),
            DeviceDescription(id: "in", name: "In", direction: .input, sampleRate: 44_100, isDefault: true),
        ]
        var cycle = 0
        let areOver = eventually(seconds: 100) {
            _ = server.advance(512, input: Array(repeating: 0.25, count: 1024))
            cycle += 1
            if cycle % 10 == 0 { server.setDevices(cycle % 20 == 0 ? pair : []) }
            return left.withLock { $0 } == 0
        }
        #expect(areOver)
        guard areOver else { return }
        server.setDevices(pair)
        try stage.expectSound { server.advance(512) }
    }
}

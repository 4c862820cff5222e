import AudioCore
import AudioIO
import AudioToolbox
import AudioUnits
import Foundation
import Synchronization

/// Makes the units that play and record on devices.
struct EngineDevices: Sendable {
    let remote: UnitBlueprint
    let voice: UnitBlueprint

    static let system = EngineDevices(remote: DeviceUnit.remote, voice: VoiceUnit.voice)
}

/// What an engine plays on and records from: a device, or a program that renders it by hand.
final class EngineIO: @unchecked Sendable {
    /// Rendering by hand.
    final class Manual: Sendable {
        let mode: AVAudioEngineManualRenderingMode
        let format: AVAudioFormat
        let maximumFrames: AVAudioFrameCount
        let output: NodeUnit
        let input: NodeUnit
        let source = ManualInput()
        private let ended = Atomic<Bool>(false)
        /// Whether another mode has begun.
        var isOver: Bool { ended.load(ordering: .acquiring) }

        /// The rendering blocks of the mode do nothing any more.
        func end() { ended.store(true, ordering: .releasing) }

        init(
            _ mode: AVAudioEngineManualRenderingMode, _ format: AVAudioFormat, _ maximumFrames: AVAudioFrameCount
        ) throws(AudioError) {
            (self.mode, self.format, self.maximumFrames) = (mode, format, maximumFrames)
            output = try NodeUnit(ConverterUnit.genericOutput)
            input = try NodeUnit(ConverterUnit.converter)
            try output.setFormat(format.engineFormat, kAudioUnitScope_Output, 0)
            // Until the program says what it brings.
            try setInput(format)
            let callback = source.callback
            try input.unit?.setSource(callback, 0)
        }

        func setInput(_ format: AVAudioFormat) throws(AudioError) {
            try input.setFormat(format.engineFormat, kAudioUnitScope_Input, 0)
            try input.setFormat(format.engineFormat, kAudioUnitScope_Output, 0)
        }
    }

    private struct Directions: Equatable {
        let output: Bool
        let input: Bool
    }

    private struct State {
        var device: NodeUnit?
        var isVoice = false
        /// The directions of the device that are used.
        var uses: Directions?
        var manual: Manual?
        /// The last formats of the device, by direction.
        var known: [Bool: StreamFormat] = [:]
    }

    private let devices: EngineDevices
    private let state = LockedValue(State(), .state)

    init(_ devices: EngineDevices) { self.devices = devices }

    var manual: Manual? { state.withLock { $0.manual } }
    func setManual(_ manual: Manual?) {
        let old = state.withLock { state in
            defer { state.manual = manual }
            return state.manual
        }
        old?.end()
    }

    var isVoice: Bool { state.withLock { $0.isVoice } }

    /// The unit on the device, made on first use.
    var device: NodeUnit? {
        if let known = state.withLock({ $0.device }) { return known }
        let isVoice = self.isVoice
        guard let made = try? NodeUnit(isVoice ? devices.voice : devices.remote) else { return nil }
        (made.unit as? DeviceUnit)?.pickDevices()
        return state.withLock { state in
            if let known = state.device { return known }
            state.device = made
            return made
        }
    }

    /// The same, where it was made.
    var madeDevice: NodeUnit? { state.withLock { $0.device } }

    /// Uses a unit with voice processing from the next start on, or one without.
    func setVoice(_ isVoice: Bool) {
        let old = state.withLock { state -> NodeUnit? in
            guard state.isVoice != isVoice else { return nil }
            defer { (state.isVoice, state.device, state.uses) = (isVoice, nil, nil) }
            return state.device
        }
        guard let old else { return }
        if let before = old.unit as? DeviceUnit { (device?.unit as? DeviceUnit)?.pickDevices(of: before) }
    }

    /// Which directions of the device are used.
    func enable(output: Bool, input: Bool) throws(AudioError) {
        guard let device else { return }
        let property = kAudioOutputUnitProperty_EnableIO
        try device.setValue(property, kAudioUnitScope_Output, 0, to: UInt32(output ? 1 : 0))
        try device.setValue(property, kAudioUnitScope_Input, 1, to: UInt32(input ? 1 : 0))
        state.withLock { $0.uses = Directions(output: output, input: input) }
    }

    /// Whether these are the directions that are used.
    func uses(output: Bool, input: Bool) -> Bool {
        state.withLock { $0.uses == Directions(output: output, input: input) }
    }

    /// Whether a direction is needed that is not used yet.
    func lacks(output: Bool, input: Bool) -> Bool {
        state.withLock { (output && $0.uses?.output != true) || (input && $0.uses?.input != true) }
    }

    /// What the device plays or records: the last valid format while there is none; 48 kHz and two channels where there never was.
    func hardwareFormat(isInput: Bool) -> StreamFormat {
        let scope = isInput ? kAudioUnitScope_Input : kAudioUnitScope_Output
        var format = device?.format(scope, isInput ? 1 : 0) ?? .float32(sampleRate: 0, channels: 0)
        guard format.sampleRate > 0, format.channels > 0 else {
            return state.withLock { $0.known[isInput] }
                ?? .float32(sampleRate: 48_000, channels: isInput ? 1 : 2, interleaved: false)
        }
        format = .float32(sampleRate: format.sampleRate, channels: format.channels, interleaved: false)
        state.withLock { $0.known[isInput] = format }
        return format
    }
}

import AudioCore
import AudioToolbox
import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// An engine with nodes of several kinds, and a call that one of the client's functions makes.
final class CallbackStage: @unchecked Sendable {
    let engine: AVAudioEngine
    let player = AVAudioPlayerNode()
    private let equalizer = AVAudioUnitEQ(numberOfBands: 1)
    private let extra = AVAudioMixerNode()
    private var source = AVAudioSourceNode { _, _, _, _ in noErr }
    private let buffer: AVAudioPCMBuffer
    private let pending = LockedValue<((CallbackStage) -> Void)?>(nil)
    private let over = LockedValue(false)
    private var observer: AUParameterObserverToken?

    init(_ engine: AVAudioEngine) {
        self.engine = engine
        buffer = AVAudioPCMBuffer(pcmFormat: EngineTests.stereo, frameCapacity: 2048)!
        buffer.frameLength = 2048
    }

    /// The call that is waiting has returned.
    var isOver: Bool { over.withLock { $0 } }

    /// Leaves a call to the function that runs next.
    func make(_ call: @escaping (CallbackStage) -> Void) { pending.withLock { $0 = call } }

    private func function() {
        guard
            let call = pending.withLock({ pending in
                defer { pending = nil }
                return pending
            })
        else { return }
        call(self)
        over.withLock { $0 = true }
    }

    /// Connects the nodes and starts the engine.
    func prepare(_ function: EngineCallbackTests.Function) throws {
        source = AVAudioSourceNode { [weak self] _, _, _, list in
            if function == .sourceBlock { self?.function() }
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                let samples = buffer.mData!.assumingMemoryBound(to: Float.self)
                samples.update(repeating: 0.5, count: Int(buffer.mDataByteSize) / 4)
            }
            return noErr
        }
        for node in [player, equalizer, extra, source] as [AVAudioNode] { engine.attach(node) }
        engine.connect(source, to: equalizer, format: EngineTests.stereo)
        engine.connect(equalizer, to: engine.mainMixerNode, fromBus: 0, toBus: 0, format: EngineTests.stereo)
        engine.connect(player, to: engine.mainMixerNode, fromBus: 0, toBus: 1, format: EngineTests.stereo)
        engine.connect(extra, to: engine.mainMixerNode, fromBus: 0, toBus: 2, format: EngineTests.stereo)
        switch function {
        case .sinkBlock:
            let sink = AVAudioSinkNode { [weak self] _, _, _ in
                self?.function()
                return noErr
            }
            engine.attach(sink)
            engine.connect(engine.inputNode, to: sink, format: nil)
        case .tapOfSource: tap(source)
        case .tapOfInput: tap(engine.inputNode)
        case .tapOfMixer: tap(engine.mainMixerNode)
        case .renderNotification:
            let context = Unmanaged.passUnretained(self).toOpaque()
            let status = AudioUnitAddRenderNotify(
                equalizer.audioUnit,
                { context, _, _, _, _, _ in
                    Unmanaged<CallbackStage>.fromOpaque(context).takeUnretainedValue().function()
                    return noErr
                }, context)
            #expect(status == noErr)
        case .parameterObserver:
            observer = equalizer.auAudioUnit.parameterTree!.token(byAddingParameterObserver: { [weak self] _, _ in
                self?.function()
            })
        default: break
        }
        try engine.start()
        let types: [EngineCallbackTests.Function: AVAudioPlayerNodeCompletionCallbackType] = [
            .consumed: .dataConsumed, .rendered: .dataRendered, .playedBack: .dataPlayedBack, .stopped: .dataPlayedBack,
        ]
        player.scheduleBuffer(buffer, completionCallbackType: types[function] ?? .dataConsumed) { [weak self] _ in
            if types[function] != nil { self?.function() }
        }
        player.play()
    }

    private func tap(_ node: AVAudioNode) {
        node.installTap(onBus: 0, bufferSize: 4800, format: nil) { [weak self] _, _ in self?.function() }
    }

    func setParameter() {
        let parameter = equalizer.auAudioUnit.parameterTree!.allParameters[0]
        parameter.value = parameter.value == 1 ? 2 : 1
    }

    /// The engine plays the source, however the calls have left it.
    func expectSound(_ advance: () -> [Float]) throws {
        engine.later.sync {}
        engine.stop()
        if engine.isInManualRenderingMode { engine.disableManualRenderingMode() }
        engine.disconnectNodeInput(engine.mainMixerNode)
        if source.engine == nil { engine.attach(source) }
        engine.disconnectNodeOutput(source)
        engine.connect(source, to: engine.mainMixerNode, fromBus: 0, toBus: 0, format: EngineTests.stereo)
        engine.mainMixerNode.outputVolume = 1
        source.volume = 1
        source.pan = 0
        // A device that has just come is known a little later.
        var failure: (any Error)?
        let isStarted = eventually {
            do { try engine.start() } catch { failure = error }
            return engine.isRunning
        }
        #expect(isStarted, "\(failure as Any)")
        #expect(eventually { advance().contains { abs($0 - 0.5) < 1e-3 } })
        engine.stop()
    }

    typealias Call = (name: String, call: @Sendable (CallbackStage) -> Void)

    /// Calls that are a mistake of the program where another thread starts or stops the engine, or has installed a tap.
    static let ofOneThread: Set = ["play", "a tap comes and goes", "manual rendering", "no manual rendering"]

    /// What a program calls of engines and nodes.
    static let calls: [Call] = [
        ("start", { try? $0.engine.start() }),
        ("prepare", { $0.engine.prepare() }),
        ("pause", { $0.engine.pause() }),
        ("stop", { $0.engine.stop() }),
        ("reset", { $0.engine.reset() }),
        ("attach", { $0.engine.attach(AVAudioMixerNode()) }),
        (
            "attach, connect, detach",
            { stage in
                let node = AVAudioUnitDelay()
                stage.engine.attach(node)
                stage.engine.connect(node, to: stage.extra, format: EngineTests.stereo)
                stage.engine.detach(node)
            }
        ),
        ("connect a player", { $0.engine.connect($0.player, to: $0.extra, format: EngineTests.stereo) }),
        ("connect at another rate", { $0.engine.connect($0.extra, to: $0.engine.mainMixerNode, format: slow) }),
        (
            "connect to two",
            { stage in
                let points = [
                    AVAudioConnectionPoint(node: stage.engine.mainMixerNode, bus: 4),
                    AVAudioConnectionPoint(node: stage.extra, bus: 1),
                ]
                stage.engine.connect(stage.player, to: points, fromBus: 0, format: EngineTests.stereo)
            }
        ),
        ("disconnect a source", { $0.engine.disconnectNodeOutput($0.source) }),
        ("disconnect an effect", { $0.engine.disconnectNodeInput($0.equalizer, bus: 0) }),
        ("disconnect a mixer", { $0.engine.disconnectNodeInput($0.extra) }),
        ("connection points", { _ = $0.engine.outputConnectionPoints(for: $0.player, outputBus: 0) }),
        ("attached nodes", { _ = $0.engine.attachedNodes.count }),
        (
            "a tap comes and goes",
            { stage in
                stage.extra.installTap(onBus: 0, bufferSize: 4800, format: nil) { _, _ in }
                stage.extra.removeTap(onBus: 0)
            }
        ),
        ("remove the tap", { $0.source.removeTap(onBus: 0) }),
        ("remove the input's tap", { $0.engine.inputNode.removeTap(onBus: 0) }),
        (
            "manual rendering",
            { try? $0.engine.enableManualRenderingMode(.offline, format: EngineTests.stereo, maximumFrameCount: 512) }
        ),
        ("no manual rendering", { $0.engine.disableManualRenderingMode() }),
        ("a render", { try? $0.render() }),
        ("voice processing", { try? $0.engine.inputNode.setVoiceProcessingEnabled(true) }),
        ("no voice processing", { try? $0.engine.inputNode.setVoiceProcessingEnabled(false) }),
        ("formats", { _ = ($0.engine.inputNode.outputFormat(forBus: 0), $0.engine.outputNode.inputFormat(forBus: 0)) }),
        ("latencies", { _ = ($0.engine.outputNode.presentationLatency, $0.equalizer.latency) }),
        ("play", { $0.play() }),
        ("pause a player", { $0.player.pause() }),
        ("stop a player", { $0.player.stop() }),
        ("reset a player", { $0.player.reset() }),
        ("schedule", { $0.player.scheduleBuffer($0.buffer) }),
        (
            "schedule with an interruption",
            { $0.player.scheduleBuffer($0.buffer, at: nil, options: [.loops, .interrupts]) }
        ),
        ("prepare a player", { $0.player.prepare(withFrameCount: 512) }),
        ("times", { stage in _ = stage.player.lastRenderTime.flatMap { stage.player.playerTime(forNodeTime: $0) } }),
        ("volumes", { ($0.engine.mainMixerNode.outputVolume, $0.player.volume, $0.source.pan) = (0.5, 0.25, -1) }),
        ("a mix to a destination", { $0.player.destination(forMixer: $0.engine.mainMixerNode, bus: 1)?.volume = 0.5 }),
        ("bands", { ($0.equalizer.bands[0].gain, $0.equalizer.bands[0].bypass) = (3, false) }),
        ("bypass", { $0.equalizer.bypass.toggle() }),
        ("a parameter", { $0.setParameter() }),
        ("a state", { $0.equalizer.auAudioUnit.fullState = $0.equalizer.auAudioUnit.fullState }),
        ("a reset of a unit", { $0.equalizer.auAudioUnit.reset() }),
        ("a bypass of a unit", { $0.equalizer.auAudioUnit.shouldBypassEffect = true }),
        ("a C parameter", { AudioUnitSetParameter($0.equalizer.audioUnit, 0, kAudioUnitScope_Global, 0, 1, 0) }),
        ("shutting down by itself", { $0.engine.isAutoShutdownEnabled.toggle() }),
        ("is running", { _ = $0.engine.isRunning }),
    ]

    private static let slow = AVAudioFormat(standardFormatWithSampleRate: 22_050, channels: 2)!

    private func render() throws {
        let buffer = AVAudioPCMBuffer(pcmFormat: EngineTests.stereo, frameCapacity: 512)!
        _ = try engine.renderOffline(512, to: buffer)
    }

    /// A player that does not play into a running engine would end the program.
    private func play() {
        guard engine.isRunning, !engine.outputConnectionPoints(for: player, outputBus: 0).isEmpty else { return }
        player.play()
    }
}

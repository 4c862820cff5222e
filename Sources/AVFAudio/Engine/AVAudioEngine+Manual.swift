import AudioCore
import AudioToolbox
import AudioUnits
import Foundation

// Rendering by hand.
extension AVAudioEngine {
    func beginManualRendering(
        _ mode: AVAudioEngineManualRenderingMode, _ pcmFormat: AVAudioFormat, _ maximumFrameCount: AVAudioFrameCount
    ) throws {
        try throwingErrors(call: "enableManualRenderingMode") {
            guard state.withLock({ $0.phase == .stopped }) else { throw AudioError.engineMustBeStopped }
            guard pcmFormat.isUsable, pcmFormat.engineFormat.isPCM else { throw AudioError.unitFormat }
            guard (1...1 << 20).contains(maximumFrameCount) else { throw AudioError.parameter }
            guard !hook.isInCycle else { throw AudioError.engineMustBeStopped }
            try changing { () throws(AudioError) in
                // Another thread may have started it meanwhile.
                guard state.withLock({ $0.phase == .stopped }) else { throw .engineMustBeStopped }
                let manual = try EngineIO.Manual(mode, pcmFormat, maximumFrameCount)
                leaveDevice()
                io.setManual(manual)
                manualClock.reset()
            }
        }
    }

    func endManualRendering() {
        guard io.manual != nil else { return }
        require(state.withLock { $0.phase == .stopped }, "!IsRunning()")
        change {
            guard self.state.withLock({ $0.phase == .stopped }) else { return }
            self.leaveDevice()
            self.io.setManual(nil)
        }
    }

    /// Takes what the input's and the output's unit has of the engine.
    private func leaveDevice() {
        for node in [state.withLock { $0.input as AVAudioNode? }, state.withLock { $0.output }] {
            node?.taps.removeAll()
        }
        // The unit of the output says when a cycle begins and ends: it is not left between the two.
        manualClock.waitForRender()
        unprepare()
        removeNotifications()
    }

    func renderByHand(
        _ numberOfFrames: AVAudioFrameCount, _ buffer: AVAudioPCMBuffer
    ) throws -> AVAudioEngineManualRenderingStatus {
        try throwingErrors(call: "renderOffline") {
            guard let manual = io.manual, manual.mode == .offline else { throw AudioError.engineMode }
            guard buffer.format == manual.format, numberOfFrames <= buffer.frameCapacity else {
                throw AudioError.parameter.because("the buffer has another format or too little room")
            }
            buffer.frameLength = numberOfFrames
            if manualClock.isRunning, !hook.isInCycle { waitForTaps(Double(numberOfFrames) / manual.format.sampleRate) }
            var error: OSStatus = 0
            let status = ManualRenderer(manual, manualClock).render(
                numberOfFrames, buffer.mutableAudioBufferList, &error)
            guard status == .success || status == .insufficientDataFromInputNode else {
                buffer.frameLength = 0
                guard status == .error else { return status }
                if error == AudioError.engineMustRun.status { throw AudioError.engineMustRun }
                guard numberOfFrames <= manual.maximumFrames else {
                    throw AudioError(
                        status: error,
                        reason: "\(numberOfFrames) frames are more than manualRenderingMaximumFrameCount, "
                            + "\(manual.maximumFrames)")
                }
                throw AudioError(status: error, reason: "a unit of the engine has failed")
            }
            return status
        }
    }

    /// Waits until the taps have room for a cycle.
    private func waitForTaps(_ seconds: Double) {
        for node in state.withLock({ $0.nodes }).values where !node.taps.isEmpty {
            node.taps.waitForRoom(seconds: seconds)
        }
    }

    /// The seconds of the longest cycle that is rendered by hand; 0 if the program does not render the engine.
    var longestCycle: Double { io.manual.map { Double($0.maximumFrames) / $0.format.sampleRate } ?? 0 }

    var handRenderer: AVAudioEngineManualRenderingBlock {
        guard let manual = io.manual, manual.mode == .realtime else {
            return { _, _, error in
                error?.pointee = AudioError.engineMode.status
                return .error
            }
        }
        let renderer = ManualRenderer(manual, manualClock)
        return { frames, list, error in renderer.render(frames, list, error) }
    }
}

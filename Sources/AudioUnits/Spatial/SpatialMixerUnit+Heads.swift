import AudioCore
import CAudioToolbox

// The measured heads of inputs, and the memory that they take.
extension SpatialMixerUnit {
    /// A measured head needs its responses.
    func set(_ algorithm: SpatialAlgorithm, of owner: SpatialSettings, _ input: UInt32) throws(AudioError) {
        if algorithm.usesResponses {
            try giveHead(owner, input)
        } else if algorithm == .byOutputType, mixerSettings.isForHeadphones {
            try? giveHead(owner, input)
        }
        owner.algorithm.write(Float(algorithm.rawValue))
        // Another thread may have initialized the unit, by the algorithm before.
        if owner.usesResponses(mixerSettings) { try? giveHead(owner, input) }
    }

    /// Gives all inputs that go by the type of the output the heads that they need for it.
    func giveHeads() {
        for (input, owner) in settings.withLock({ Array($0) }) where owner.usesResponses(mixerSettings) {
            try? giveHead(owner, input)
        }
    }

    /// Takes the heads back that the kernel was given: the next one brings its own.
    func takeHeads() {
        for owner in settings.withLock({ Array($0.values) }) {
            owner.stage.withLock { $0 = nil }
            owner.head.publish(nil, renderer.gate)
        }
    }

    /// Gives the kernel that renders a head for an input, so that what the mixer has in its filters stays. A kernel that is yet to be
    /// made makes its own.
    ///
    /// - Throws: `unitFailedInitialization` where the mixer would take too much memory with it.
    private func giveHead(_ owner: SpatialSettings, _ input: UInt32) throws(AudioError) {
        let state = self.state.withLock { $0 }
        let (rate, frames) = (state.outputs[0].format.sampleRate, state.maximumFrames)
        let responses = try HeadResponses.at(rate)
        owner.responses.withLock { $0 = responses }
        let element = try? state.element(kAudioUnitScope_Input, input)
        let sources = 1 + SpatialBed.count(element?.format.channels ?? 0)
        let fits = owner.stage.withLock { $0?.fits(rate, frames, sources: sources) == true }
        guard state.isInitialized, !fits else { return }
        try checkMemory(state, ofKernel: kernelMemory(state, withHead: input))
        let made = HeadStage(responses, sampleRate: rate, maximumFrames: frames, sources: sources)
        owner.stage.withLock { $0 = made }
        owner.head.publish(made, renderer.gate)
    }

    /// - Parameter added: an input that is to get a head from the present kernel; nil for a kernel that is yet to be made.
    func kernelMemory(_ state: UnitState, withHead added: UInt32?) -> Int {
        let output = state.outputs[0].format
        let present = added == nil ? nil : state.plan?.ownKernel as? SpatialKernel
        let bytes = state.inputs.enumerated().reduce(0.0) { total, input in
            let channels = input.element.format.channels
            let owner = settings(UInt32(input.offset))
            // The head that a kernel brings, which stays where it is not used any more, and the head that it was given.
            let isBrought = present?.hasHead(input.offset) ?? owner.usesResponses(mixerSettings)
            let isGiven = added == UInt32(input.offset) || owner.stage.withLock { $0 != nil }
            let heads = (isBrought ? 1 : 0) + (isGiven ? 1 : 0)
            let length = owner.responses.withLock { $0?.length } ?? HeadStage.usualLength
            let head = HeadStage.bytes(maximumFrames: state.maximumFrames, length: length)
            let bed = SpatialBed.bytes(channels: channels, outputs: output.channels, output.sampleRate)
            let sources = heads * (1 + SpatialBed.count(channels))
            let frames = 4 * Double(2 * channels + 3) * Double(state.maximumFrames)
            return total + frames + Double(bed) + Double(sources) * Double(head)
        }
        return Int(min(bytes, 1e15)) + SpatialReverb.bytes(output, maximumFrames: state.maximumFrames)
    }
}

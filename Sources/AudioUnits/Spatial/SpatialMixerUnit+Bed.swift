import AudioCore
import AudioFiles
import CAudioToolbox

// The layouts of the inputs and of the output, and inputs whose channels are a bed.
extension SpatialMixerUnit {
    /// Sets `kSpatialMixerSourceMode_…`. What is a bed keeps a layout of loudspeakers, whichever of two threads comes first.
    func setMode(_ mode: UInt32, of owner: SpatialSettings, _ input: AudioUnitElement) throws(AudioError) {
        try state.withLock { state throws(AudioError) in
            let bytes = try state.element(kAudioUnitScope_Input, input).layout
            let layout = bytes.flatMap { bytes in try? bytes.withUnsafeBytes { try ChannelLayout(bytes: $0) } }
            if let layout { try checkBed(layout, mode) }
            owner.mode.write(Float(mode))
        }
    }

    /// Checks the layout of an input.
    func checkBed(_ layout: ChannelLayout, _ mode: UInt32) throws(AudioError) {
        guard mode == SpatialSettings.ambienceBed, Loudspeakers.isAmbisonic(layout) else { return }
        throw .unitValue.because("the channels of the layout are parts of a sound field, and no loudspeakers")
    }

    /// Gives the kernel that renders the layouts that clients have set, whichever of several threads comes last.
    ///
    /// - Parameter input: the input whose layout has changed; nil for that of the output.
    func giveLayouts(to input: Int?) {
        while true {
            let (plan, layouts) = state.withLock { ($0.plan, SpatialSetLayouts($0)) }
            (plan?.ownKernel as? SpatialKernel)?.setLayouts(layouts, of: input, renderer.gate)
            // Another thread may have set a layout since then, and have given it before.
            let isLast = state.withLock { $0.plan === plan && SpatialSetLayouts($0) == layouts }
            if isLast { return }
        }
    }

    /// Gives a new kernel the layouts that were set while it was made.
    func giveMissedLayouts() {
        let (plan, layouts) = state.withLock { ($0.plan, SpatialSetLayouts($0)) }
        guard let kernel = plan?.ownKernel as? SpatialKernel, kernel.firstLayouts != layouts else { return }
        giveLayouts(to: nil)
    }
}

import CAudioToolbox

/// `AudioUnitRenderActionFlags` as bits, which the audio thread combines.
enum RenderFlags {
    static var preRender: UInt32 { @_noLocks get { AudioUnitRenderActionFlags.unitRenderAction_PreRender.rawValue } }
    static var postRender: UInt32 { @_noLocks get { AudioUnitRenderActionFlags.unitRenderAction_PostRender.rawValue } }
    static var isError: UInt32 {
        @_noLocks get { AudioUnitRenderActionFlags.unitRenderAction_PostRenderError.rawValue }
    }
    static var isSilence: UInt32 {
        @_noLocks get { AudioUnitRenderActionFlags.unitRenderAction_OutputIsSilence.rawValue }
    }
    /// The caller has checked its buffers.
    static var isChecked: UInt32 {
        @_noLocks get { AudioUnitRenderActionFlags.unitRenderAction_DoNotCheckRenderArgs.rawValue }
    }

    /// What the notifications after a render get.
    @_noLocks static func after(_ flags: UInt32, _ status: Int32) -> UInt32 {
        flags | postRender | (status == 0 ? 0 : isError)
    }
}

import AudioCore
import CAudioToolbox

/// One cycle of a unit, as its kernel sees it.
package struct RenderPass {
    /// `AudioUnitRenderActionFlags` as the caller gave them.
    package var flags: UInt32
    package let time: UnsafePointer<AudioTimeStamp>
    /// The output that was asked for.
    package let bus: Int
    package let frames: Int
    /// Whether the client has given the frames of the inputs, as many as those of the cycle.
    package let isGiven: Bool

    @_noLocks init(
        _ flags: UInt32, _ time: UnsafePointer<AudioTimeStamp>, bus: Int, frames: Int, isGiven: Bool = false
    ) {
        (self.flags, self.time, self.bus, self.frames, self.isGiven) = (flags, time, bus, frames, isGiven)
    }
}

/// A plan as a kernel uses it, without counting references.
package struct RenderAccess {
    package let inputs: UnsafeMutablePointer<RenderBus>
    package let outputs: UnsafeMutablePointer<RenderBus>
    package let inputCount: Int
    package let outputCount: Int
    package let maximumFrames: Int
    let plan: Unmanaged<RenderPlan>
    let parameters: Unmanaged<RenderParameters>

    @_noLocks init(_ plan: Unmanaged<RenderPlan>, _ parameters: Unmanaged<RenderParameters>) {
        inputs = plan._withUnsafeGuaranteedRef { $0.inputs }
        outputs = plan._withUnsafeGuaranteedRef { $0.rendered }
        inputCount = plan._withUnsafeGuaranteedRef { $0.inputCount }
        outputCount = plan._withUnsafeGuaranteedRef { $0.outputCount }
        maximumFrames = plan._withUnsafeGuaranteedRef { $0.maximumFrames }
        (self.plan, self.parameters) = (plan, parameters)
    }

    /// The parameters, by the places that `RenderParameters.index` gave.
    package var values: UnsafeMutablePointer<RenderParameter> {
        @_noLocks get { parameters._withUnsafeGuaranteedRef { $0.all } }
    }

    /// Whether parameters change at a frame of the cycle, or ramp in it.
    var hasEvents: Bool { @_noLocks get { parameters._withUnsafeGuaranteedRef { $0.hasEvents } } }

    /// Sets the parameters for the slice that begins at a frame.
    ///
    /// - Returns: the frame after the slice.
    @_noLocks package func slice(from start: Int, frames: Int) -> Int {
        parameters._withUnsafeGuaranteedRef { $0.slice(from: start, frames: frames) }
    }

    /// Whether an input has a source.
    @_noLocks package func hasSource(_ index: Int) -> Bool { plan._withUnsafeGuaranteedRef { $0.hasSource(index) } }

    /// Gets frames from the source of an input, which are then in its list.
    ///
    /// - Returns: `unitNoConnection` without a source; the source's status; `unitValue` where its list makes no sense.
    @_noLocks package func pull(_ index: Int, at time: UnsafePointer<AudioTimeStamp>, frames: Int) -> Int32 {
        plan._withUnsafeGuaranteedRef { $0.pull(index, at: time, frames: frames) }
    }
}

/// The audio half of a unit: pulls inputs and fills outputs.
///
/// Made when the unit is initialized, with everything that it needs. Its functions run on the audio thread, one at a time.
package class Kernel: @unchecked Sendable {
    /// Whether one call renders all outputs, so that the others have their frames from it.
    package var rendersAllOutputs: Bool { true }
    /// What `AudioUnitProcess` and `AudioUnitProcessMultiple` return instead of rendering: 0 where as many frames go in as come
    /// out, `unitFormat` where the formats make them differ, `unitUnimplemented` where the unit has no such function.
    ///
    /// Where a parameter makes them differ, a render of given frames returns `unitContext` before it takes any.
    package var processStatus: Int32 { 0 }

    package init() {}

    /// Fills the outputs of the plan. An override is `@_noLocks` too.
    ///
    /// - Returns: a status; the output is dropped where it is not 0.
    @_noLocks package func render(_ plan: RenderAccess, _ pass: UnsafeMutablePointer<RenderPass>) -> Int32 { 0 }

    /// Discards the sound so far. An override is `@_noLocks` too.
    @_noLocks package func reset() {}
}

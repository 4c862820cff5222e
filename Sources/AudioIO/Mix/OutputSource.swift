import AudioCore
import CRealtime
import Synchronization

/// Renders into `cycle.samples`, on the audio thread, and says how many frames from the first on are sound.
///
/// The samples arrive undefined; what lies after the frames it names is ignored. 0 means silent, which costs the mix
/// nothing. `cycle.sampleTime` counts the output's frames, through restarts of the server and changes of the device.
package typealias SourceFunction =
    @convention(c) (_ context: UnsafeMutableRawPointer, _ cycle: UnsafePointer<RenderCycle>) -> Int32

/// One step of an output's mix: a function with its context, and a volume.
///
/// The output keeps the source, and the source its `owner`, until no cycle can call the function any more.
package final class OutputSource: @unchecked Sendable {
    let function: SourceFunction
    let context: UnsafeMutableRawPointer
    private let owner: AnyObject?
    private let fader: Fader

    /// - Parameters:
    ///   - context: handed to the function; valid as long as `owner` lives, if there is one.
    ///   - function: real-time safe.
    package init(
        context: UnsafeMutableRawPointer, owner: AnyObject? = nil, volume: Float = 1,
        function: @escaping SourceFunction
    ) {
        self.function = function
        self.context = context
        self.owner = owner
        fader = Fader(volume)
    }

    /// The factor on every sample, 1 as rendered. A change is spread over one cycle.
    package var volume: Float {
        get { fader.gain }
        set { fader.set(newValue) }
    }

    /// Goes to another volume in a straight line, from the next cycle on, in `seconds`.
    package func setVolume(_ volume: Float, over seconds: Float) { fader.set(volume, over: seconds) }

    var step: OutputStep {
        OutputStep(function: function, context: context, fader: .passUnretained(fader))
    }
}

/// A source as the audio thread sees it: plain pointers.
struct OutputStep {
    let function: SourceFunction
    let context: UnsafeMutableRawPointer
    let fader: Unmanaged<Fader>
}

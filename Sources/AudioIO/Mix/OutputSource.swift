import AudioCore
import CRealtime
import Synchronization

/// Renders into `cycle.samples`, on the audio thread, and says how many frames from the first on are sound.
///
/// The samples arrive undefined; what lies after the frames it names is ignored. 0 means silent, which costs the mix
/// nothing. `cycle.sampleTime` counts the output's frames, through restarts of the server and changes of the device.
package typealias SourceFunction =
    @convention(c) (_ context: UnsafeMutableRawPointer, _ cycle: UnsafePointer<RenderCycle>) -> Int32

/// The same for a source that adds its frames times `gain` to `sum`, without a copy of them in between.
///
/// It may use `cycle.samples` as it likes. The sum is, bit for bit, what the mix makes of the frames that the source's other
/// function renders. The mix calls either of the two in a cycle.
package typealias AddingFunction =
    @convention(c) (
        _ context: UnsafeMutableRawPointer, _ cycle: UnsafePointer<RenderCycle>, _ sum: UnsafeMutablePointer<Float>,
        _ gain: Float
    ) -> Int32

/// One step of an output's mix: a function with its context, and a volume.
///
/// The output keeps the source, and the source its `owner`, until no cycle can call the function any more.
package final class OutputSource: @unchecked Sendable {
    let function: SourceFunction
    let context: UnsafeMutableRawPointer
    private let adding: AddingFunction?
    private let owner: AnyObject?
    private let fader: Fader
    /// Bits of the volume that clients have set, and of the factor on it while a voice lowers other sources.
    private let ownVolume: Atomic<UInt32>
    private let ducking = Atomic<UInt32>(Float(1).bitPattern)
    /// Whether the source is part of a conversation, which lowers the others.
    private let isVoice: Bool

    // The router's lock guards these.
    /// What users know the sound by; nil where it has no name.
    var title: String?
    /// The larger, the later the source was added to its output the last time.
    private(set) var turn: UInt64 = 0
    private static let turns = Atomic<UInt64>(0)

    /// - Parameters:
    ///   - context: handed to the functions; valid as long as `owner` lives, if there is one.
    ///   - isVoice: whether the source stays as loud as it is while a voice lowers other sources.
    ///   - adding: called in cycles in which the volume does not change; real-time safe.
    ///   - function: called in the others, or in all; real-time safe.
    package init(
        context: UnsafeMutableRawPointer, owner: AnyObject? = nil, volume: Float = 1, isVoice: Bool = false,
        adding: AddingFunction? = nil, function: @escaping SourceFunction
    ) {
        self.function = function
        self.adding = adding
        self.context = context
        self.owner = owner
        self.isVoice = isVoice
        let volume = volume.isFinite ? volume : 1
        ownVolume = Atomic(volume.bitPattern)
        fader = Fader(volume)
    }

    /// The factor on every sample, 1 as rendered. A change is spread over one cycle.
    package var volume: Float {
        get { Float(bitPattern: ownVolume.load(ordering: .sequentiallyConsistent)) }
        set { setVolume(newValue, over: 0) }
    }

    /// Goes to another volume in a straight line, from the next cycle on, in `seconds`.
    ///
    /// A volume that is no finite number changes nothing.
    package func setVolume(_ volume: Float, over seconds: Float) {
        guard volume.isFinite else { return }
        ownVolume.store(volume.bitPattern, ordering: .sequentiallyConsistent)
        applyLevels(over: seconds)
    }

    /// Lowers the source by a factor, unless it is a voice, in a straight line from the next cycle on. A change of volume that is
    /// in progress ends with it.
    func duck(to gain: Float, over seconds: Float) {
        guard !isVoice, gain.isFinite else { return }
        let old = ducking.exchange(gain.bitPattern, ordering: .sequentiallyConsistent)
        if old != gain.bitPattern { applyLevels(over: seconds) }
    }

    /// The source has been added to an output. Under the router's lock.
    func didBegin() { turn = Self.turns.wrappingAdd(1, ordering: .relaxed).newValue }

    private var levels: (volume: UInt32, ducking: UInt32) {
        (ownVolume.load(ordering: .sequentiallyConsistent), ducking.load(ordering: .sequentiallyConsistent))
    }

    /// Where several threads change a level, the last one here applies what all have set.
    private func applyLevels(over seconds: Float) {
        var applied = levels
        while true {
            fader.set(Float(bitPattern: applied.volume) * Float(bitPattern: applied.ducking), over: seconds)
            let now = levels
            guard now != applied else { return }
            applied = now
        }
    }

    var step: OutputStep {
        OutputStep(function: function, adding: adding, context: context, fader: .passUnretained(fader))
    }
}

/// A source as the audio thread sees it: plain pointers.
struct OutputStep {
    let function: SourceFunction
    let adding: AddingFunction?
    let context: UnsafeMutableRawPointer
    let fader: Unmanaged<Fader>
}

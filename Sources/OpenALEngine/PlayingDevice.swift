import AudioCore
import AudioIO
import AudioSession
import COpenALSoft
import Synchronization

/// A device that plays: a loopback device of OpenAL Soft, and the source of an output that lets it mix.
///
/// The device's rate is its own. The output converts to that of the device it plays on, and follows the route. The source is
/// part of the output from the first source of OpenAL that plays until the last context is destroyed, but for interruptions of
/// the session: positions stop then.
package final class PlayingDevice: @unchecked Sendable {
    let handle: OpaquePointer
    package let name: String
    /// The identifier of the device that the program named; nil where this follows the default one.
    let id: String?
    private let library: UnsafePointer<SoftFunctions>
    private let output: Output
    private unowned let space: SoundSpace
    private let session: SessionCenter

    private struct Control {
        var contexts: [OpaquePointer] = []
        /// Attributes of the last context that are not ours to choose.
        var asked: [Int32] = []
        /// Its rate; nil where it did not ask for one.
        var rate: Double?
        var voice: DeviceVoice?
        /// Where the voice plays.
        var place: Output?
        var source: OutputSource?
    }

    /// Taken by whoever changes the device. A client's callback in a cycle does not wait for it: its holder may wait for that cycle.
    private let control = LockedValue(Control(), .pipeline)
    private let runs = Atomic<Bool>(false)
    private let isPaused = Atomic<Bool>(false)

    init(
        _ handle: OpaquePointer, _ library: UnsafePointer<SoftFunctions>, _ output: Output, _ name: String,
        id: String?, _ space: SoundSpace
    ) {
        self.handle = handle
        self.library = library
        self.output = output
        (self.name, self.id) = (name, id)
        self.space = space
        session = space.surroundings.session
    }

    /// Runs `body` alone.
    ///
    /// - Returns: nil in a client's callback while another thread changes the device.
    private func exclusively<Result>(_ body: (inout Control) -> Result) -> Result? {
        DeferredWork.isNeeded ? control.withLockIfFree(body) : control.withLock(body)
    }

    /// The frames per second of the mix.
    package var sampleRate: Double {
        exclusively { $0.voice.map { Double($0.shape.sampleRate) } }.flatMap { $0 } ?? output.format.sampleRate
    }

    // MARK: Contexts

    /// - Parameter attributes: the program's, without the 0.
    /// - Returns: nil where OpenAL Soft makes none; it keeps the reason for `alcGetError`.
    package func createContext(_ attributes: [Int32]) -> OpaquePointer? {
        let context = exclusively { control -> OpaquePointer? in
            let before = control
            Self.note(attributes, &control)
            let wasAttached = detach(&control)
            var (shape, place) = target(control)
            // The cycle that calls the program may still have to mix what there is, into frames of that shape.
            if DeferredWork.isNeeded, let voice = control.voice, let present = control.place {
                (shape, place) = (voice.shape, present)
            }
            var list = self.list(shape, control)
            let context = space.acoustics.whileNothingChanges { library.pointee.alcCreateContext(handle, &list) }
            if let context {
                control.contexts.append(context)
                install(shape, place, &control)
            } else {
                (control.asked, control.rate) = (before.asked, before.rate)
            }
            if wasAttached { attach(&control) }
            return context
        }
        if let context { return context }
        space.fail(.invalidValue, of: handle)
        return nil
    }

    /// Before a context is destroyed.
    package func forget(context: OpaquePointer) {
        let hasEnded = exclusively { control -> Bool in
            control.contexts.removeAll { $0 == context }
            return control.contexts.isEmpty && detach(&control)
        }
        space.watch.forget(context: context)
        space.acoustics.forget(context: context)
        if hasEnded ?? false { session.participantDidChange() }
    }

    /// Before the device is closed.
    func end() {
        session.remove(self)
        let contexts = exclusively { control -> [OpaquePointer] in
            detach(&control)
            defer { control.contexts = [] }
            return control.contexts
        }
        for context in contexts ?? [] { forget(context: context) }
        session.participantDidChange()
    }

    /// Continues with what `SoundSpace.change` has set.
    func followSettings() {
        guard !space.work.takesOver({ [self] in followSettings() }) else { return }
        control.withLock { control in
            guard !control.contexts.isEmpty else { return }
            let wasAttached = detach(&control)
            let (shape, place) = target(control)
            var list = self.list(shape, control)
            let isReset = space.acoustics.whileNothingChanges {
                library.pointee.alcResetDeviceSOFT(handle, &list) != 0
            }
            if isReset { install(shape, place, &control) }
            if wasAttached { attach(&control) }
        }
    }

    /// Has the program capture what the device plays, until a change of the rate or of the channels.
    ///
    /// - Returns: nil without a context, and in a client's callback while another thread changes the device.
    package func capture(rate: Double, form: CaptureForm, frames: Int) throws(AudioError) -> FrameCapture? {
        guard let shape = exclusively({ $0.voice?.shape }) ?? nil else { return nil }
        let format = StreamFormat.float32(sampleRate: Double(shape.sampleRate), channels: shape.channels)
        let capture = try FrameCapture(source: format, rate: rate, form: form, frames: frames)
        let isInstalled = exclusively { control -> Bool in
            guard control.voice?.shape == shape else { return false }
            let wasAttached = detach(&control)
            control.voice = DeviceVoice(handle, library, shape, capture: capture, watch: space.watch)
            if wasAttached { attach(&control) }
            return true
        }
        return isInstalled ?? false ? capture : nil
    }

    // MARK: Attributes

    private static func note(_ attributes: [Int32], _ control: inout Control) {
        (control.asked, control.rate) = ([], nil)
        for index in stride(from: 0, to: attributes.count - 1, by: 2) {
            switch attributes[index] {
            case SoftConstant.frequency: control.rate = Double(attributes[index + 1])
            case SoftConstant.formatChannels, SoftConstant.formatType: break
            default: control.asked += attributes[index...index + 1]
            }
        }
    }

    private func has(_ attribute: Int32, _ control: Control) -> Bool {
        stride(from: 0, to: control.asked.count, by: 2).contains { control.asked[$0] == attribute }
    }

    /// All attributes, with the 0.
    private func list(_ shape: DeviceShape, _ control: Control) -> [Int32] {
        let settings = space.settings
        var list = shape.attributes + control.asked
        if !has(SoftConstant.hrtf, control) { list += [SoftConstant.hrtf, settings.usesHead ? 1 : 0] }
        if !has(SoftConstant.monoSources, control) { list += [SoftConstant.monoSources, settings.sources] }
        return list + [0]
    }

    private func target(_ control: Control) -> (DeviceShape, Output) {
        let settings = space.settings
        let (own, isStereo) = (output.format, settings.channels == "rcst")
        let wanted = DeviceShape(
            sampleRate: control.rate ?? settings.sampleRate ?? own.sampleRate, channels: own.channels,
            isStereo: isStereo)
        if let place = output.output(at: Double(wanted.sampleRate)) { return (wanted, place) }
        return (DeviceShape(sampleRate: own.sampleRate, channels: own.channels, isStereo: isStereo), output)
    }

    private func install(_ shape: DeviceShape, _ place: Output, _ control: inout Control) {
        let capture = control.voice?.shape == shape ? control.voice?.capture : nil
        control.voice = DeviceVoice(handle, library, shape, capture: capture, watch: space.watch)
        control.place = place
    }

    // MARK: Playing

    /// Before sources play: makes the session active, and lets the output have the device mixed. Does nothing where that is so, or
    /// where the session cannot be active.
    package func start() {
        guard !runs.load(ordering: .acquiring), !space.work.takesOver({ [self] in start() }) else { return }
        session.add(self)
        guard (try? session.activateImplicitly()) != nil else { return isPaused.store(true, ordering: .releasing) }
        isPaused.store(false, ordering: .releasing)
        control.withLock { control in
            if !control.contexts.isEmpty { attach(&control) }
        }
        session.participantDidChange()
    }

    /// Ends a pause that an interruption began.
    package func resume() {
        if isPaused.load(ordering: .acquiring) { start() }
    }

    private func attach(_ control: inout Control) {
        guard control.source == nil, let voice = control.voice, let place = control.place else { return }
        let source = voice.source()
        control.source = source
        runs.store(true, ordering: .releasing)
        place.add(source)
    }

    /// When this returns, OpenAL Soft does not mix, unless a cycle of the same output makes the call.
    @discardableResult
    private func detach(_ control: inout Control) -> Bool {
        runs.store(false, ordering: .releasing)
        guard let source = control.source else { return false }
        control.source = nil
        control.place?.remove(source)
        return true
    }
}

extension PlayingDevice: SessionParticipant {
    package var isRunning: Bool { runs.load(ordering: .acquiring) }

    package func sessionWasInterrupted() {
        let wasRunning = control.withLock { detach(&$0) }
        if wasRunning { isPaused.store(true, ordering: .releasing) }
    }

    /// The program continues by making its context current.
    package func sessionMayResume(_ shouldResume: Bool) {}
    package func routeWasLost() {}
}

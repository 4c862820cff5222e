import AudioCore
import AudioDSP
import AudioIO
import CRealtime
import Synchronization

/// What clients set of a unit's voice processing, as the audio thread sees it.
final class VoiceControls: Sendable {
    let isBypassed = Atomic<Bool>(false)
    let levelsVoice = Atomic<Bool>(true)
    let isMuted = Atomic<Bool>(false)
}

/// Whether a voice speaks, by what each cycle has of it. Pauses between words are part of the speech.
final class VoiceActivity: @unchecked Sendable {
    private enum Tuning {
        /// Seconds of voice after which someone speaks, and of silence after which no one does any more.
        static var start: Double { @_noLocks get { 0.06 } }
        static var end: Double { @_noLocks get { 0.7 } }
    }

    private let speaks = Atomic<Bool>(false)
    /// Whether the next cycle begins anew.
    private let isStale = Atomic<Bool>(false)
    private let listener: ScheduleThread
    private let listenerLink: Unmanaged<ScheduleThread>
    /// Seconds of voice less those without since no one spoke, and of silence since someone did. The audio thread's own.
    private var voiced = 0.0
    private var quiet = 0.0

    /// - Parameter listener: woken when someone begins to speak and when the speech has ended.
    init(_ listener: ScheduleThread) {
        self.listener = listener
        listenerLink = .passUnretained(listener)
    }

    var isSpeaking: Bool { speaks.load(ordering: .acquiring) }

    /// Forgets the sound so far, of a unit that has stopped.
    func forget() {
        isStale.store(true, ordering: .releasing)
        speaks.store(false, ordering: .releasing)
    }

    /// Takes a cycle. Real-time safe.
    @_noLocks func take(hasVoice: Bool, seconds: Double) {
        if isStale.exchange(false, ordering: .acquiringAndReleasing) { (voiced, quiet) = (0, 0) }
        let spoke = speaks.load(ordering: .relaxed)
        voiced = hasVoice ? voiced + seconds : max(0, voiced - seconds)
        quiet = hasVoice ? 0 : quiet + seconds
        let now = spoke ? quiet < Tuning.end : voiced >= Tuning.start
        guard now != spoke else { return }
        voiced = 0
        speaks.store(now, ordering: .releasing)
        listenerLink._withUnsafeGuaranteedRef { $0.wake() }
    }
}

/// Makes a voice of what a device has recorded, before it goes to the client.
///
/// Made when the unit is initialized. It processes the mean of the device's channels, and gives the voice in all of them.
final class VoiceStage: @unchecked Sendable {
    /// What is played; nil where there is nothing to play on.
    let played: PlayedSound?
    /// The rate of the mix whose sound the microphone hears; 0 where there is none.
    let playedRate: Double
    private let playedLink: Unmanaged<PlayedSound>?
    private let activity: VoiceActivity
    private let activityLink: Unmanaged<VoiceActivity>
    private let controls: VoiceControls
    private let controlsLink: Unmanaged<VoiceControls>
    private let processor: VoiceProcessor
    private let processorLink: Unmanaged<VoiceProcessor>
    private let channels: Int
    private let sampleRate: Double
    private let capacity: Int
    private let far: UnsafeMutablePointer<Float>
    private let heard: UnsafeMutablePointer<Float>
    private let voice: UnsafeMutablePointer<Float>
    private let output: UnsafeMutablePointer<Float>
    /// Whether the last cycle was passed as it is.
    private var wasBypassed = false

    /// - Parameters:
    ///   - format: what the device records, interleaved.
    ///   - playedRate: that of `playedRate`.
    ///   - capacity: the most frames of a cycle.
    init(
        _ format: StreamFormat, playedRate: Double, _ controls: VoiceControls, _ activity: VoiceActivity, capacity: Int
    ) {
        var played: PlayedSound?
        if playedRate > 0 { played = try? PlayedSound(sampleRate: format.sampleRate, playedRate: playedRate) }
        (self.played, self.playedRate) = (played, playedRate)
        playedLink = played.map { .passUnretained($0) }
        self.controls = controls
        controlsLink = .passUnretained(controls)
        self.activity = activity
        activityLink = .passUnretained(activity)
        processor = VoiceProcessor(sampleRate: format.sampleRate)
        processorLink = .passUnretained(processor)
        channels = max(1, format.channels)
        sampleRate = format.sampleRate
        self.capacity = capacity
        far = .allocate(capacity: capacity)
        far.initialize(repeating: 0, count: capacity)
        heard = .allocate(capacity: capacity)
        voice = .allocate(capacity: capacity)
        output = .allocate(capacity: capacity * channels)
    }

    deinit {
        far.deallocate()
        heard.deallocate()
        voice.deallocate()
        output.deallocate()
    }

    /// Processes a cycle whose first frame was captured at a host time. Real-time safe.
    ///
    /// - Returns: as many frames of the voice, or the samples as they are. Valid until the next cycle.
    @_noLocks func process(
        _ samples: UnsafeMutablePointer<Float>, frames: Int, capturedAt hostTime: UInt64
    ) -> UnsafeMutablePointer<Float> {
        let (isBypassed, levelsVoice, isMuted) = controlsLink._withUnsafeGuaranteedRef {
            (
                $0.isBypassed.load(ordering: .relaxed), $0.levelsVoice.load(ordering: .relaxed),
                $0.isMuted.load(ordering: .relaxed)
            )
        }
        guard frames <= capacity else { return samples }
        defer { wasBypassed = isBypassed }
        let hasVoice: Bool
        if isBypassed { hasVoice = false } else { hasVoice = clean(samples, frames, hostTime, levelsVoice) }
        let seconds = Double(frames) / sampleRate
        activityLink._withUnsafeGuaranteedRef { $0.take(hasVoice: hasVoice, seconds: seconds) }
        if isBypassed, !isMuted { return samples }
        if isMuted {
            _ = realtime_fill(output, 0, frames * channels * MemoryLayout<Float>.stride)
        } else {
            for frame in 0..<frames {
                for channel in 0..<channels { output[frame * channels + channel] = voice[frame] }
            }
        }
        return output
    }

    /// - Returns: whether the cycle has a voice. Until the noise is known, all that is not silent would look like one.
    @_noLocks private func clean(
        _ samples: UnsafeMutablePointer<Float>, _ frames: Int, _ hostTime: UInt64, _ levelsVoice: Bool
    ) -> Bool {
        // Sound from before a bypass is not continued.
        if wasBypassed { processorLink._withUnsafeGuaranteedRef { $0.reset() } }
        let scale = 1 / Float(channels)
        for frame in 0..<frames {
            var sum: Float = 0
            for channel in 0..<channels { sum += samples[frame * channels + channel] }
            heard[frame] = sum * scale
        }
        let (far, heard, voice) = (self.far, self.heard, self.voice)
        playedLink?._withUnsafeGuaranteedRef { $0.read(far, frames: frames, heardAt: hostTime) }
        processorLink._withUnsafeGuaranteedRef {
            $0.levelsVoice = levelsVoice
            $0.process(played: far, heard: heard, into: voice, frames: frames)
        }
        let (hasVoice, knowsNoise) = processorLink._withUnsafeGuaranteedRef { ($0.hasVoice, $0.knowsNoise) }
        return hasVoice && knowsNoise
    }
}

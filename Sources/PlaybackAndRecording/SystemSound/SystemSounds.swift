import AudioCore
import AudioDevices
import AudioIO
import Glibc

/// The system sounds of a process: short sounds in memory, played beside everything else through the one output.
///
/// All methods may be called from any thread. The first sound opens the output, which then continues silently for a while
/// after each use, so that the next sound begins with the next cycle. A sound that ends because its server died continues when
/// there is one again.
package final class SystemSounds: @unchecked Sendable {
    package typealias OutputProvider = @Sendable () throws(AudioError) -> Output
    package typealias Completion = @Sendable () -> Void

    package static let shared = SystemSounds()

    /// The first ID of a program's own sounds; what is below are known numbers.
    private static let firstID: UInt32 = 0x1001
    /// How long the output continues after the last use, in nanoseconds. Its stream then continues as after any other source.
    private static let idleTime: UInt64 = 500_000_000
    /// How many plays that are left out have their completions late. Those of others come at once.
    private static let unheardCount = 4096
    /// For how long it is taken that the user has not changed the desktop's setting.
    private static let settingTime: UInt64 = 1_000_000_000

    private struct Entry {
        /// Nil for one that has not been read yet: a known number's, or that of `path`.
        var sound: SystemSound?
        /// The file of a sound that was made before there was an output to read it for.
        var path: FilePath?
        var followsInterfaceSetting = true
        var outlivesProgram = false
        var completion: (caller: QueueCaller, body: @Sendable () -> Void)?
    }

    /// A sound that plays.
    private struct Playing {
        var id: UInt32
        /// Keeps the samples.
        var sound: SystemSound
        var outlivesProgram: Bool
        var completion: Completion?
        /// The output's frame at which it ends, or soon after.
        var end: Int
    }

    /// A play that is left out: its completion comes once it would have been over.
    private struct Unheard {
        var id: UInt32
        var completion: Completion?
        /// Host time.
        var end: UInt64
    }

    /// A sound that is to be read, and perhaps played.
    private struct Request {
        var id: UInt32
        var plays = true
        var completion: Completion?
    }

    private struct State {
        var entries: [UInt32: Entry] = [:]
        var nextID = SystemSounds.firstID
        var voices = [Playing?](repeating: nil, count: SystemSoundMixer.voiceCount)
        var unheard: [Unheard] = []
        var requests: [Request] = []
        var player: Player?
        var lastUse: UInt64 = 0
        var runsOutput = false
        var wakes = 0
        /// The output's position at the last pass of the thread, and how many passes have found it there.
        var lastPosition = 0
        var unchangedPasses = 0
        var isEnding = false
        var hasThread = false
        var thread: Thread?
        var watchesExit = false
        /// What the user had chosen when that was last looked at.
        var wantsInterfaceSounds = true
        /// Whether a vibration waits for the service, after the one that may be on its way.
        var vibrationWaits = false
        var lookedAt: UInt64?
    }

    /// What plays: made with the first sound.
    private struct Player {
        let output: Output
        let mixer: SystemSoundMixer
        let source: OutputSource

        init(_ output: Output) {
            self.output = output
            let mixer = SystemSoundMixer(channels: output.format.channels)
            self.mixer = mixer
            source = OutputSource(context: Unmanaged.passUnretained(mixer).toOpaque(), owner: mixer) { context, cycle in
                Unmanaged<SystemSoundMixer>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.render(cycle.pointee) }
            }
        }
    }

    private let state = WaitableValue(State(), .state)
    private let openOutput: OutputProvider
    private let vibrator: any Vibrator
    private let setting: any InterfaceSoundSetting
    /// Calls completions, and the desktop's services, which may take their time.
    private let callers = LockedValue<(completions: QueueCaller, services: QueueCaller)?>(nil, .state)

    package init(
        output: @escaping OutputProvider = { () throws(AudioError) in try Output.shared(role: .event) },
        vibrator: any Vibrator = FeedbackService.shared,
        setting: any InterfaceSoundSetting = DesktopSettings.shared
    ) {
        openOutput = output
        self.vibrator = vibrator
        self.setting = setting
    }

    /// Ends what plays, and the threads. For those who made one of their own.
    package func end() {
        let (thread, player) = state.withLock { state in
            state.isEnding = true
            defer { state.thread = nil }
            return (state.thread, state.player)
        }
        thread?.join()
        if let player { player.output.remove(player.source) }
        // Outside the lock: a completion may play a sound, which asks for these.
        let ending = callers.withLock { callers in
            defer { callers = nil }
            return callers
        }
        ending?.completions.end()
        ending?.services.end()
    }

    // MARK: Sounds

    /// Reads a sound, whole, and makes ready to play it. In a callback that cannot wait for the output to open, the file is
    /// opened, and read later.
    ///
    /// - Throws: `systemSoundTooLong` for more than 30 seconds; what reading the file throws.
    package func create(path: some FileName) throws(AudioError) -> UInt32 {
        lookAtSetting()
        guard !DeferredWork.isNeeded || state.withLock({ $0.player != nil }) else {
            try SystemSound.check(path)
            let id = add(Entry(path: path.filePath))
            request(Request(id: id, plays: false))
            return id
        }
        let player = try player()
        let id = add(Entry(sound: try SystemSound.load(path, for: player.output.format)))
        use(player)
        return id
    }

    private func add(_ entry: Entry) -> UInt32 {
        state.withLock { state in
            while state.entries[state.nextID] != nil || state.nextID < Self.firstID { state.nextID &+= 1 }
            defer { state.nextID &+= 1 }
            state.entries[state.nextID] = entry
            return state.nextID
        }
    }

    private func request(_ request: Request) {
        state.withLock { state in
            state.requests.append(request)
            state.wakes += 1
        }
        startThread()
    }

    /// Forgets a sound. Where it plays it fades out within a cycle, and the completions of those plays come.
    package func dispose(_ id: UInt32) throws(AudioError) {
        // Returned, so that a client's completion is released without the lock.
        _ = try state.withLock { state throws(AudioError) in
            guard id >= Self.firstID, let entry = state.entries.removeValue(forKey: id) else { throw .systemSound }
            let now = state.player?.output.renderedFrames ?? 0
            for (voice, playing) in state.voices.enumerated() where playing?.id == id {
                state.player?.mixer.stop(voice)
                state.voices[voice]?.end = now
            }
            for index in state.unheard.indices where state.unheard[index].id == id { state.unheard[index].end = 0 }
            state.wakes += 1
            return entry
        }
    }

    private func player() throws(AudioError) -> Player {
        if let player = state.withLock({ $0.player }) { return player }
        let made = Player(try openOutput())
        made.output.observe(for: made.mixer) { [weak self] event in
            // Positions move again.
            if event == .resumed || event == .defaultDeviceChanged { self?.state.withLock { $0.wakes += 1 } }
        }
        return state.withLock { state in
            if let player = state.player { return player }
            state.player = made
            return made
        }
    }

    /// Lets the output run from now on.
    private func use(_ player: Player) {
        let starts = state.withLock { state in
            defer {
                state.runsOutput = true
                state.lastUse = HostTime.now()
                state.wakes += 1
            }
            return !state.runsOutput
        }
        if starts { player.output.add(player.source) }
        startThread()
    }

    // MARK: Playing

    /// Plays a sound, or what a known number stands for, beside what plays already.
    ///
    /// - Parameters:
    ///   - isAlert: also shakes the device, where it can be shaken.
    ///   - completion: called on a thread of the system sounds' own when the sound has been heard, or ended early. Where
    ///     it is left out, when it would have been over; at once where there is nothing to hear.
    package func play(_ id: UInt32, isAlert: Bool = false, completion: Completion? = nil) {
        lookAtSetting()
        let (sound, isUnread, isWanted) = state.withLock { state in
            let entry = state.entries[id] ?? Entry()
            return (entry.sound, entry.path != nil, state.wantsInterfaceSounds || !entry.followsInterfaceSetting)
        }
        let meaning = sound == nil ? SoundTheme.meaning(of: id) : nil
        if isAlert || meaning == .vibration { vibrate() }
        if !isWanted {
            finish(id, completion)
        } else if let sound {
            start(sound, id, completion)
        } else if isUnread {
            request(Request(id: id, completion: completion))
        } else if case .sound = meaning {
            request(Request(id: id, completion: completion))
        } else {
            finish(id, completion)
        }
    }

    /// Asks for the user's choice, where the answer is not fresh. No sound waits for it: the next one goes by it.
    private func lookAtSetting() {
        let now = HostTime.now()
        let isDue = state.withLock { state in
            if let last = state.lookedAt, now < last + Self.settingTime { return false }
            state.lookedAt = now
            return true
        }
        guard isDue else { return }
        let setting = self.setting
        withCallers { callers in
            callers.services.perform { [self] in
                let isWanted = setting.wantsInterfaceSounds() ?? true
                state.withLock { $0.wantsInterfaceSounds = isWanted }
            }
        }
    }

    /// Whether the user wanted to hear the sounds of interfaces when that was last asked for.
    package var wantsInterfaceSounds: Bool { state.withLock { $0.wantsInterfaceSounds } }

    /// Without a free voice the sound is left out, and while the server or the device is gone: sounds that come late, and all
    /// at once, would be worse than none.
    private func start(_ sound: SystemSound, _ id: UInt32, _ completion: Completion?) {
        guard sound.frames > 0 else { return finish(id, completion) }
        let player = state.withLock { state -> Player? in
            guard let player = state.player, !player.output.standsStill,
                let voice = state.voices.firstIndex(where: { $0 == nil })
            else { return nil }
            let outlives = state.entries[id]?.outlivesProgram ?? false
            state.voices[voice] = Playing(
                id: id, sound: sound, outlivesProgram: outlives, completion: completion,
                end: player.output.renderedFrames + sound.frames)
            player.mixer.start(voice, sound.samples, frames: sound.frames)
            return player
        }
        guard let player else { return leaveOut(sound, id, completion) }
        use(player)
    }

    /// Calls back when a sound that is not played would have been over: a program that then plays it again does so no more
    /// often than otherwise.
    private func leaveOut(_ sound: SystemSound, _ id: UInt32, _ completion: Completion?) {
        let isNoted = state.withLock { state -> Bool in
            guard let player = state.player, state.unheard.count < Self.unheardCount else { return false }
            let length = HostTime.duration(of: Int64(sound.frames), at: player.output.format.sampleRate)
            state.unheard.append(Unheard(id: id, completion: completion, end: HostTime.now() + length))
            state.wakes += 1
            return true
        }
        guard isNoted else { return finish(id, completion) }
        startThread()
    }

    /// Where one waits, which a service that does not answer can take long to come to, another one is left out.
    private func vibrate() {
        withCallers { callers in
            let isFirst = state.withLockQuietly { state in
                defer { state.vibrationWaits = true }
                return !state.vibrationWaits
            }
            guard isFirst else { return }
            callers.services.perform { [self] in
                state.withLockQuietly { $0.vibrationWaits = false }
                vibrator.vibrate()
            }
        }
    }

    /// Calls back for a play that is over.
    private func finish(_ id: UInt32, _ completion: Completion?) {
        let registered = state.withLock { $0.entries[id]?.completion }
        if let completion { withCallers { $0.completions.perform(completion) } }
        if let registered { registered.caller.perform(registered.body) }
    }

    /// Without memory for a thread no callback is called.
    private func withCallers(_ body: ((completions: QueueCaller, services: QueueCaller)) -> Void) {
        let made = callers.withLock { callers in
            if callers == nil, let completions = try? QueueCaller(.ownThread), let other = try? QueueCaller(.ownThread)
            {
                callers = (completions, other)
            }
            return callers
        }
        if let made { body(made) }
    }

    // MARK: Completions and properties

    /// Sets the function to call whenever the sound has been played, instead of the one before.
    package func setCompletion(
        of id: UInt32, _ delivery: QueueDelivery, _ body: @escaping @Sendable () -> Void
    ) throws(AudioError) {
        let caller = try QueueCaller(delivery)
        try change(id) { $0.completion = (caller, body) }
    }

    package func removeCompletion(of id: UInt32) {
        // Returned, so that a client's function is released without the lock.
        _ = state.withLock { state in
            defer { state.entries[id]?.completion = nil }
            return state.entries[id]?.completion
        }
    }

    /// Whether the sound is one of the user interface: silent where the user has turned those off.
    package func followsInterfaceSetting(_ id: UInt32) throws(AudioError) -> Bool {
        try entry(id).followsInterfaceSetting
    }

    package func setFollowsInterfaceSetting(_ follows: Bool, of id: UInt32) throws(AudioError) {
        try change(id) { $0.followsInterfaceSetting = follows }
    }

    /// Whether a sound that plays when the program exits is played to its end.
    package func outlivesProgram(_ id: UInt32) throws(AudioError) -> Bool { try entry(id).outlivesProgram }

    /// As far as it can be done: `exit` waits; a program that is killed takes its sounds along.
    package func setOutlivesProgram(_ outlives: Bool, of id: UInt32) throws(AudioError) {
        try change(id) { $0.outlivesProgram = outlives }
        let mustWatch = state.withLock { state in
            defer { state.watchesExit = state.watchesExit || outlives }
            return outlives && !state.watchesExit && self === Self.shared
        }
        if mustWatch { ProgramEnd.add { SystemSounds.shared.waitForThoseThatOutlive() } }
    }

    /// Waits until the sounds are over that are to outlive the program.
    ///
    /// - Parameter patience: for how long the output may stop, in nanoseconds: a server that is gone or does not respond
    ///   may never go on.
    package func waitForThoseThatOutlive(patience: UInt64 = 3_000_000_000) {
        let longest = UInt64((SystemSound.maximumSeconds + 1) * Double(HostTime.ticksPerSecond))
        let output = state.withLock { $0.player?.output }
        var now = HostTime.now()
        let end = now + longest
        var (position, lastMove) = (output?.renderedFrames, now)
        while now < end, now - lastMove < patience {
            let isOver = state.wait(nanoseconds: min(patience, QueueWorker.Delay.longestPoll)) { state -> Bool? in
                state.voices.contains { $0?.outlivesProgram ?? false } ? nil : true
            }
            if isOver != nil { return }
            now = HostTime.now()
            let newPosition = output?.renderedFrames
            if newPosition != position { (position, lastMove) = (newPosition, now) }
        }
    }

    private func entry(_ id: UInt32) throws(AudioError) -> Entry {
        if let entry = state.withLock({ $0.entries[id] }) { return entry }
        guard SoundTheme.meaning(of: id) != nil else { throw .systemSound }
        return Entry()
    }

    /// A known number has an entry from the first change on.
    private func change(_ id: UInt32, _ body: (inout Entry) -> Void) throws(AudioError) {
        let isKnownNumber = SoundTheme.meaning(of: id) != nil
        // Returned, so that a client's completion is released without the lock.
        _ = try state.withLock { state throws(AudioError) in
            let before = state.entries[id]
            guard before != nil || isKnownNumber else { throw .systemSound }
            var entry = before ?? Entry()
            body(&entry)
            state.entries[id] = entry
            return before
        }
    }

    // MARK: The thread that starts and frees the voices

    private func startThread() {
        let mustStart = state.withLock { state in
            defer { state.hasThread = true }
            return !state.hasThread && !state.isEnding
        }
        guard mustStart else { return }
        // Without memory for a thread the sounds play, and no callback is called at their ends; the next use tries again.
        guard let thread = try? Thread(name: "system-sounds", { [self] in run() }) else {
            return state.withLock { $0.hasThread = false }
        }
        state.withLock { $0.thread = thread }
    }

    private func run() {
        var seen = 0
        while true {
            read()
            let delay = [collect(), endUnheard()].compactMap { $0 }.min()
            let isEnding = state.wait(nanoseconds: delay) { state -> Bool? in
                if state.isEnding { return true }
                guard state.wakes != seen else { return nil }
                seen = state.wakes
                return false
            }
            if isEnding == true { return }
        }
    }

    /// Reads the sounds that are asked for, and plays them.
    private func read() {
        while let request = state.withLock({ $0.requests.isEmpty ? nil : $0.requests.removeFirst() }) {
            let known = state.withLock { $0.entries[request.id]?.sound }
            let sound = known ?? file(request.id) ?? theme(request.id)
            guard request.plays else {
                if sound != nil, let player = state.withLock({ $0.player }) { use(player) }
                continue
            }
            if let sound {
                start(sound, request.id, request.completion)
            } else {
                finish(request.id, request.completion)
            }
        }
    }

    /// The sound of a program's own file that could not be read when it was made.
    private func file(_ id: UInt32) -> SystemSound? {
        guard let path = state.withLock({ $0.entries[id]?.path }), let player = try? player(),
            let sound = try? SystemSound.load(path, for: player.output.format)
        else { return nil }
        state.withLock { $0.entries[id]?.sound = sound }
        return sound
    }

    /// The sound of a known number; nil where the theme is not installed or its file cannot be read.
    private func theme(_ id: UInt32) -> SystemSound? {
        guard case .sound(let names) = SoundTheme.meaning(of: id), let path = SoundTheme.file(of: names),
            let player = try? player(), let sound = try? SystemSound.load(path, for: player.output.format)
        else { return nil }
        state.withLock { $0.entries[id, default: Entry()].sound = sound }
        return sound
    }

    /// Frees the voices whose sounds have been heard, and stops using the output after the last one.
    ///
    /// - Returns: how long to sleep; nil until something is played.
    func collect() -> UInt64? {
        guard let player = state.withLock({ $0.player }) else { return nil }
        // While the server or the device is gone nothing is heard. Its return wakes the thread.
        let (isStill, position) = (player.output.standsStill, player.output.renderedFrames)
        let heard = isStill ? -1 : position - player.output.latency
        let (over, delay) = state.withLock { state in
            var over: [Playing] = []
            var left: Int?
            for voice in state.voices.indices {
                guard let playing = state.voices[voice] else { continue }
                let end = player.mixer.endFrame(voice)
                if let end, end <= heard {
                    player.mixer.free(voice)
                    state.voices[voice] = nil
                    over.append(playing)
                } else {
                    left = min(left ?? .max, (end ?? playing.end) - heard)
                }
            }
            if !over.isEmpty { state.lastUse = HostTime.now() }
            state.unchangedPasses = position == state.lastPosition ? state.unchangedPasses + 1 : 0
            state.lastPosition = position
            let delay = left.map { left in
                let time = HostTime.duration(of: Int64(left), at: player.output.format.sampleRate)
                return QueueWorker.Delay(until: time, state.unchangedPasses, most: QueueWorker.Delay.longestPoll)
            }
            return (over, delay)
        }
        for playing in over { finish(playing.id, playing.completion) }
        if let delay { return isStill ? nil : delay.latest }
        return waitIdle(player)
    }

    /// Calls back for plays that were left out, and would be over.
    ///
    /// - Returns: how long it is until the next of them is; nil where there is none.
    private func endUnheard() -> UInt64? {
        let now = HostTime.now()
        let (over, next) = state.withLockQuietly { state -> ([Unheard], UInt64?) in
            let over = state.unheard.filter { $0.end <= now }
            state.unheard.removeAll { $0.end <= now }
            return (over, state.unheard.map(\.end).min())
        }
        for play in over { finish(play.id, play.completion) }
        return next.map { $0 - now }
    }

    private func waitIdle(_ player: Player) -> UInt64? {
        let now = HostTime.now()
        let left = state.withLock { state -> UInt64? in
            guard state.runsOutput else { return nil }
            let end = state.lastUse + Self.idleTime
            if end > now { return end - now }
            state.runsOutput = false
            return 0
        }
        guard left == 0 else { return left }
        player.output.remove(player.source)
        // A sound may have been started meanwhile, and have taken the output for running.
        if state.withLock({ $0.runsOutput }) { player.output.add(player.source) }
        return nil
    }
}

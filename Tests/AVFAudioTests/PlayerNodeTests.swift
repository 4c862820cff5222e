import AVFAudio
import AudioCore
import Synchronization
import TestSupport
import Testing

/// `AVAudioPlayerNode` in an engine that is rendered by hand: frames, times and handlers.
@Suite(.mustEnd) struct PlayerNodeTests {
    private static let cycles = [1, 7, 512, 4096]

    // MARK: Buffers

    @Test(arguments: cycles) func buffersPlayInTurn(cycle: Int) throws {
        let stage = try PlayerNodeStage()
        #expect(!stage.player.isPlaying)
        stage.schedule(100, from: 1, named: "a")
        stage.schedule(50, from: 101, named: "b")
        stage.schedule(20, from: 500, named: "timed", at: stage.time(200))
        #expect(try stage.render(10, cycle: cycle) == Numbers.zeros(10))
        stage.player.play()
        let expected = Numbers.up(1, 150) + Numbers.zeros(50) + Numbers.up(500, 20) + Numbers.zeros(30)
        let sound = try stage.renderAll(250, cycle: cycle)
        #expect(sound == [expected, expected])
        #expect(stage.log.first(3) == ["a", "b", "timed"])
        #expect(stage.player.isPlaying)
    }

    @Test(arguments: cycles) func optionsAreSampleExact(cycle: Int) throws {
        let stage = try PlayerNodeStage()
        stage.schedule(7, from: 1, named: "loop", .loops)
        stage.player.play()
        let passes = (0..<1000).map { Float($0 % 7 + 1) }
        #expect(try stage.render(500, cycle: cycle) == Array(passes.prefix(500)))
        stage.schedule(5, from: 50, named: "at loop", [.interruptsAtLoop, .loops])
        // 500 is 3 frames behind the start of a pass.
        #expect(try stage.render(10, cycle: cycle) == [4, 5, 6, 7, 50, 51, 52, 53, 54, 50])
        stage.schedule(3, from: 90, named: "now", .interrupts)
        #expect(try stage.render(5, cycle: cycle) == [90, 91, 92, 0, 0])
        stage.schedule(9, from: 1, named: "loop 2", .loops)
        stage.schedule(4, from: 70, named: "timed", at: stage.time(530), .interrupts)
        let second = (0..<15).map { Float($0 % 9 + 1) }
        #expect(try stage.render(25, cycle: cycle) == second + Numbers.up(70, 4) + Numbers.zeros(6))
        #expect(stage.log.first(5) == ["loop", "at loop", "now", "loop 2", "timed"])
    }

    @Test func timesByAnotherRateAreConverted() throws {
        let stage = try PlayerNodeStage()
        stage.schedule(5, from: 1, named: "a", at: AVAudioTime(sampleTime: 441, atRate: 44_100))
        // A host time has no meaning here.
        stage.schedule(5, from: 6, named: "b", at: AVAudioTime(hostTime: .max))
        stage.player.play(at: AVAudioTime(hostTime: .max))
        #expect(try stage.render(500) == Numbers.zeros(480) + Numbers.up(1, 10) + Numbers.zeros(10))
    }

    @Test func buffersOfOtherFormsAndRates() throws {
        let stage = try PlayerNodeStage()
        for common in [AVAudioCommonFormat.pcmFormatInt16, .pcmFormatInt32, .pcmFormatFloat64, .pcmFormatFloat32] {
            for interleaved in [false, true] {
                // The rate is taken for that of the output.
                let format = Sample.format(8_000, 2, common, interleaved: interleaved)
                let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4))
                let converter = try #require(AVAudioConverter(from: Sample.format(8_000, 2), to: format))
                try converter.convert(
                    to: buffer, from: Sample.buffer([[0, 0.5, -0.25, 0.125], [0, -0.5, 0.25, 1]], rate: 8_000))
                stage.player.scheduleBuffer(buffer)
            }
        }
        stage.player.play()
        let sound = try stage.renderAll(32)
        for pass in 0..<8 {
            #expect(sound[0][pass * 4..<pass * 4 + 4] == [0, 0.5, -0.25, 0.125])
            let right = Array(sound[1][pass * 4..<pass * 4 + 4])
            #expect(zip(right, [0, -0.5, 0.25, 1]).allSatisfy { abs($0 - $1) < 1e-4 })
        }
    }

    /// What the client frees at once is played, and freed after that.
    @Test func buffersLiveUntilTheyArePlayed() throws {
        let stage = try PlayerNodeStage(channels: 1)
        let freed = HandlerLog()
        do {
            let memory = UnsafeMutablePointer<Float>.allocate(capacity: 100)
            memory.initialize(from: Numbers.up(1, 100), count: 100)
            var list = AudioBufferList(
                mNumberBuffers: 1, mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 400, mData: memory))
            let buffer = try #require(
                AVAudioPCMBuffer(pcmFormat: stage.format, bufferListNoCopy: &list) { list in
                    list.pointee.mBuffers.mData?.assumingMemoryBound(to: Float.self).update(repeating: -1, count: 100)
                    list.pointee.mBuffers.mData?.deallocate()
                    freed.note("freed")
                })
            stage.player.scheduleBuffer(buffer)
        }
        stage.player.play()
        #expect(try stage.render(60) == Numbers.up(1, 60))
        #expect(freed.all.isEmpty)
        #expect(try stage.render(60) == Numbers.up(61, 40) + Numbers.zeros(20))
        #expect(freed.first(1) == ["freed"])
    }

    @Test func tenThousandBuffersHaveNoSeam() throws {
        let stage = try PlayerNodeStage(channels: 1)
        for index in 0..<10_000 { stage.schedule(5, from: index * 5, named: "\(index)") }
        stage.player.play()
        #expect(try stage.render(50_000) == Numbers.up(0, 50_000))
        #expect(stage.log.first(10_000) == (0..<10_000).map { "\($0)" })
    }

    @Test func manyThreadsSchedule() throws {
        let stage = try PlayerNodeStage(channels: 1)
        stage.player.play()
        let left = Atomic<Int>(8)
        let threads = try (0..<8).map { number in
            try AudioCore.Thread(name: "test-player") {
                for index in 0..<500 { stage.schedule(4, from: 10_000 * number + 10 * index + 1, named: "\(number)") }
                left.wrappingSubtract(1, ordering: .sequentiallyConsistent)
            }
        }
        var sound: [Float] = []
        while left.load(ordering: .sequentiallyConsistent) > 0 { sound += try stage.render(128) }
        for thread in threads { thread.join() }
        sound += try stage.render(16_000)
        let played = sound.filter { $0 != 0 }
        #expect(played.count == 16_000)
        // Each buffer in one piece, those of a thread in order.
        for number in 0..<8 {
            let own = stride(from: 0, to: played.count, by: 4).filter { Int(played[$0]) / 10_000 == number }.map {
                played[$0]
            }
            #expect(own == (0..<500).map { Float(10_000 * number + 10 * $0 + 1) })
        }
        #expect(stage.log.first(4000).count == 4000)
    }

    /// Several players begin at the same frame.
    @Test func playersStartTogether() throws {
        let stage = try PlayerNodeStage(channels: 1)
        let others = (0..<20).map { _ in AVAudioPlayerNode() }
        for other in others {
            stage.engine.attach(other)
            stage.engine.connect(other, to: stage.engine.mainMixerNode, format: stage.format)
            other.scheduleBuffer(stage.buffer(100, from: 1))
        }
        stage.player.scheduleBuffer(stage.buffer(100, from: 1))
        _ = try stage.render(100)
        for player in others + [stage.player] { player.play(at: stage.time(1234)) }
        let sound = try stage.render(1300)
        #expect(sound == Numbers.zeros(1134) + Numbers.up(1, 100).map { $0 * 21 } + Numbers.zeros(66))
    }

    // MARK: Times

    @Test func theTimeIsThatOfThePlayer() throws {
        let stage = try PlayerNodeStage()
        let player = stage.player
        #expect(player.lastRenderTime == nil && stage.playerTime == nil)
        _ = try stage.render(1000, cycle: 100)
        #expect(player.lastRenderTime?.sampleTime == 900 && stage.playerTime == nil)
        stage.schedule(2000, from: 1, named: "a")
        player.play()
        _ = try stage.render(500, cycle: 100)
        #expect(stage.playerTime == 400)
        #expect(player.nodeTime(forPlayerTime: stage.time(0))?.sampleTime == 1000)
        let byOtherRate = try #require(player.playerTime(forNodeTime: AVAudioTime(sampleTime: 24_000, atRate: 24_000)))
        #expect(byOtherRate.sampleTime == 47_000 && byOtherRate.sampleRate == 48_000)
        player.pause()
        #expect(stage.playerTime == nil && !player.isPlaying)
        _ = try stage.render(300, cycle: 100)
        player.play()
        #expect(try stage.render(100, cycle: 100) == Numbers.up(501, 100))
        #expect(stage.playerTime == 500)
        // The end changes nothing.
        _ = try stage.render(5000, cycle: 100)
        #expect(stage.playerTime == 5500 && player.isPlaying)
        player.stop()
        #expect(stage.playerTime == nil && !player.isPlaying)
        player.play(at: AVAudioTime(sampleTime: 10_000, atRate: 48_000))
        #expect(player.playerTime(forNodeTime: AVAudioTime(sampleTime: 9_900, atRate: 48_000))?.sampleTime == -100)
        #expect(player.playerTime(forNodeTime: AVAudioTime(hostTime: 1)) == nil)
    }

    @Test func aPausedEngineStopsTheTime() throws {
        let stage = try PlayerNodeStage()
        stage.schedule(1000, from: 1, named: "a")
        stage.player.play()
        #expect(try stage.render(300) == Numbers.up(1, 300))
        stage.engine.pause()
        #expect(stage.player.isPlaying)
        try stage.engine.start()
        #expect(try stage.render(300) == Numbers.up(301, 300))
        #expect(stage.log.all.isEmpty)
        stage.engine.stop()
        #expect(!stage.player.isPlaying)
        #expect(stage.log.first(1) == ["a"])
        try stage.engine.start()
        #expect(try stage.render(300) == Numbers.zeros(300))
        stage.schedule(10, from: 7, named: "b")
        stage.player.play()
        #expect(try stage.render(10) == Numbers.up(7, 10))
        stage.schedule(10, from: 7, named: "c")
        stage.engine.reset()
        #expect(stage.log.first(3) == ["a", "b", "c"])
        #expect(try stage.render(10) == Numbers.zeros(10))
    }

    /// What is scheduled stays when the player is connected again, also in another format.
    @Test func anotherConnectionKeepsWhatIsScheduled() throws {
        let stage = try PlayerNodeStage()
        stage.schedule(100, from: 1, named: "a")
        stage.player.play()
        #expect(try stage.render(50) == Numbers.up(1, 50))
        let mixer = AVAudioMixerNode()
        stage.engine.attach(mixer)
        stage.engine.connect(mixer, to: stage.engine.mainMixerNode, format: stage.format)
        stage.engine.connect(stage.player, to: mixer, format: stage.format)
        #expect(try stage.render(60) == Numbers.up(51, 50) + Numbers.zeros(10))
        stage.engine.disconnectNodeOutput(stage.player)
        stage.schedule(100, from: 1, named: "b")
        _ = try stage.render(60)
        stage.engine.connect(stage.player, to: stage.engine.mainMixerNode, format: Sample.format(24_000, 2))
        let sound = try stage.render(400)
        #expect(sound.contains { $0 != 0 })
        #expect(stage.log.first(2) == ["a", "b"])
        stage.schedule(100, from: 1, named: "c")
        stage.engine.detach(stage.player)
        #expect(stage.log.first(3) == ["a", "b", "c"] && !stage.player.isPlaying)
    }

    // MARK: Handlers

    @Test func eachHandlerIsCalledOnceWithItsType() throws {
        let stage = try PlayerNodeStage()
        for (index, type) in [
            AVAudioPlayerNodeCompletionCallbackType.dataConsumed, .dataRendered, .dataPlayedBack,
        ].enumerated() {
            stage.schedule(10, from: 1, named: "\(index)", [], type)
        }
        stage.player.scheduleBuffer(stage.buffer(10, from: 1)) { [log = stage.log] in log.note("plain") }
        stage.schedule(10, from: 1, named: "late", at: stage.time(900), [], .dataPlayedBack)
        stage.schedule(0, from: 1, named: "empty", .loops, .dataRendered)
        #expect(stage.log.first(1) == ["empty"])
        stage.player.play()
        _ = try stage.render(100)
        #expect(stage.log.first(5) == ["empty", "0", "1", "2", "plain"])
        stage.player.stop()
        #expect(stage.log.first(6).last == "late")
        stage.player.stop()
        stage.engine.stop()
        stage.player.scheduleBuffer(stage.buffer(10, from: 1)) { [log = stage.log] in log.note("end") }
        stage.player.stop()
        #expect(stage.log.first(7).count == 7)
    }

    /// Handlers run one after the other, not on the main queue, and may call everything.
    @Test func handlersMayCallEverything() throws {
        let stage = try PlayerNodeStage()
        let (engine, player, log) = (stage.engine, stage.player, stage.log)
        let inHandler = LockedValue(false)
        @Sendable func handler(_ name: String, _ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
            {
                #expect(
                    inHandler.withLock { was in
                        defer { was = true }
                        return !was
                    })
                #expect(!MainQueue.isCurrent)
                body()
                inHandler.withLock { $0 = false }
                log.note(name)
            }
        }
        nonisolated(unsafe) let second = stage.buffer(10, from: 100)
        player.scheduleBuffer(
            stage.buffer(10, from: 1),
            completionHandler: handler("first") {
                player.pause()
                player.stop()
                player.scheduleBuffer(
                    second,
                    completionHandler: handler("second") {
                        engine.disconnectNodeOutput(player)
                        player.reset()
                        engine.stop()
                        engine.detach(player)
                    })
                player.prepare(withFrameCount: 100)
                player.play()
                _ = player.isPlaying
                _ = player.lastRenderTime
            })
        player.play()
        #expect(try stage.render(10) == Numbers.up(1, 10))
        #expect(log.first(1) == ["first"])
        #expect(try stage.render(10) == Numbers.up(100, 10))
        #expect(log.first(2) == ["first", "second"])
        #expect(player.engine == nil && !engine.isRunning)
    }

    /// A buffer whose handler schedules the next one, as programs stream.
    @Test func aHandlerSchedulesTheNext() throws {
        let stage = try PlayerNodeStage(channels: 1)
        let next = LockedValue(4)
        @Sendable func scheduleNext() {
            let index = next.withLock { next in
                defer { next += 1 }
                return next
            }
            guard index < 200 else { return }
            stage.player.scheduleBuffer(stage.buffer(64, from: index * 64)) {
                scheduleNext()
                stage.log.note("\(index)")
            }
        }
        for index in 0..<4 {
            stage.player.scheduleBuffer(stage.buffer(64, from: index * 64)) {
                scheduleNext()
                stage.log.note("\(index)")
            }
        }
        stage.player.play()
        var sound: [Float] = []
        for cycle in 0..<200 {
            // Offline, a render does not wait for handlers.
            if cycle > 3 { _ = stage.log.first(cycle - 3) }
            sound += try stage.render(64)
        }
        _ = stage.log.first(200)
        #expect(sound.filter { $0 != 0 } == Numbers.up(1, 200 * 64 - 1))
    }

    /// Who frees the player and the engine in a handler, or while handlers are due.
    @Test func playersMayGo() throws {
        let log = HandlerLog()
        do {
            let stage = try PlayerNodeStage()
            stage.player.scheduleBuffer(stage.buffer(10, from: 1)) { log.note("a") }
            stage.player.scheduleBuffer(stage.buffer(10, from: 1), at: nil, options: .loops) { log.note("b") }
            stage.player.play()
            _ = try stage.render(15)
        }
        #expect(log.first(2) == ["a", "b"])
        weak var weakPlayer: AVAudioPlayerNode?
        do {
            let player = AVAudioPlayerNode()
            weakPlayer = player
            player.scheduleBuffer(Sample.buffer([[1], [1]])) { log.note("unattached") }
        }
        #expect(weakPlayer == nil)
        #expect(log.first(3).last == "unattached")
    }

    /// An engine that is freed stops its players.
    @Test func theEngineMayGo() throws {
        let (player, log) = (AVAudioPlayerNode(), HandlerLog())
        do {
            let engine = AVAudioEngine()
            try engine.enableManualRenderingMode(.offline, format: Sample.format(48_000, 2), maximumFrameCount: 512)
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: nil)
            try engine.start()
            player.scheduleBuffer(Sample.buffer([[1], [1]]), at: nil, options: .loops) { log.note("loop") }
            player.play()
        }
        #expect(log.first(1) == ["loop"])
        #expect(player.engine == nil && !player.isPlaying && player.lastRenderTime == nil)
    }

    // MARK: Tasks

    @Test func asyncCallsReturnWhenItIsDone() async throws {
        let stage = try PlayerNodeStage(channels: 1)
        let player = stage.player
        player.play()
        @Sendable func buffer(_ index: Int) -> AVAudioPCMBuffer { stage.buffer(100, from: 100 * index + 1) }
        let task = Task {
            await player.scheduleBuffer(buffer(0))
            let type = await player.scheduleBuffer(buffer(1), completionCallbackType: .dataPlayedBack)
            #expect(type == .dataPlayedBack)
            await player.scheduleBuffer(buffer(2), at: nil)
            await player.scheduleBuffer(buffer(3), at: nil, options: [], completionCallbackType: .dataRendered)
            stage.log.note("done")
        }
        var sound: [Float] = []
        while stage.log.all.isEmpty {
            sound += try stage.render(64)
            await Task.yield()
        }
        await task.value
        #expect(sound.filter { $0 != 0 } == Numbers.up(1, 400))
        // Cancelled: the buffer is played.
        let other = Task { await player.scheduleBuffer(buffer(4)) }
        other.cancel()
        while !sound.contains(500) {
            sound += try stage.render(64)
            await Task.yield()
        }
        await other.value
        #expect(sound.filter { $0 != 0 } == Numbers.up(1, 500))
        // Stopped: it returns.
        let stopped = Task { await player.scheduleBuffer(buffer(4), at: stage.time(1 << 40)) }
        let stopper = Task {
            while !Task.isCancelled {
                player.stop()
                await Task.yield()
            }
        }
        await stopped.value
        stopper.cancel()
    }
}

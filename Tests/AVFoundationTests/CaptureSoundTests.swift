import AudioCore
import AudioDevices
import AudioSession
import CoreMedia
import Foundation
import TestSupport
import Testing

@testable import AVFoundation

/// What programs get of microphones: samples, times, and where they are called.
@Suite struct CaptureSoundTests {
    private static var float: [String: Any] {
        [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32]
    }
    private let stage: CaptureStage
    private let listener = CaptureListener()

    init() throws { stage = try CaptureStage() }

    private func noise(_ count: Int) -> [Float] { Signal.noise(frames: count, seed: 5) }

    @Test func floatingPointNumbersAreTheSamplesOfTheDevice() throws {
        let (session, output) = try stage.session(listener, settings: Self.float)
        session.startRunning()
        #expect(session.isRunning && stage.names == ["SessionDidStartRunning"])
        #expect(eventually { stage.server.runningStreams == 1 })
        let begin = stage.server.hostTime
        let sound = noise(3200)
        stage.bring(sound)
        #expect(listener.wait(frames: 3200) && listener.samples(Float.self) == sound)
        #expect(listener.strays == 0 && output.droppedBuffers == 0)
        let buffers = listener.buffers
        // 20 ms each, and each begins where the one before has ended.
        #expect(buffers.allSatisfy { $0.numSamples == 160 && $0.duration == CMTime(value: 160, timescale: 8000) })
        let start = CMClock.convertSystemUnitsToHostTime(begin)
        for (number, buffer) in buffers.enumerated() {
            let time = start + CMTime(value: Int64(number) * 160, timescale: 8000)
            #expect(CMTimeCompare(buffer.presentationTimeStamp, time) == 0, "\(number)")
        }
        let format = try #require(buffers[0].formatDescription?.audioStreamBasicDescription)
        #expect(format.mSampleRate == 8000 && format.mChannelsPerFrame == 1 && format.mBitsPerChannel == 32)
        session.stopRunning()
        #expect(!session.isRunning && stage.names.last == "SessionDidStopRunning")
        #expect(eventually { stage.server.openStreams == 0 })
    }

    /// As phones give them: 16-bit integers, in as many channels as the device has, up to two.
    @Test(arguments: [1, 2, 4]) func integersAreWhatComesUnlessSettingsSaySo(_ channels: Int) throws {
        let stage = try CaptureStage(rate: 16_000, channels: channels)
        let (session, _) = try stage.session(listener)
        session.startRunning()
        #expect(eventually { stage.server.runningStreams == 1 })
        let values = (0..<1600 * channels).map { Int16(truncatingIfNeeded: $0 &* 7919) }
        stage.bring(values.map { Float($0) / 32_768 }, channels: channels)
        #expect(listener.wait(frames: 1600))
        let given = min(2, channels)
        let format = try #require(listener.buffers[0].formatDescription?.audioStreamBasicDescription)
        #expect(
            format.mBitsPerChannel == 16 && Int(format.mChannelsPerFrame) == given && format.mSampleRate == 16_000)
        #expect(format.mFormatFlags & kAudioFormatFlagIsFloat == 0 && format.mBytesPerFrame == UInt32(2 * given))
        if channels <= 2 { #expect(listener.samples(Int16.self) == values) }
        session.stopRunning()
    }

    /// Speech programs take 16,000 Hz of one channel, whatever the microphone has.
    @Test func otherRatesAndChannelsAreConverted() throws {
        let stage = try CaptureStage(rate: 48_000, channels: 2)
        var settings = Self.float
        settings[AVSampleRateKey] = 16_000
        settings[AVNumberOfChannelsKey] = 1
        let (session, output) = try stage.session(listener, settings: settings)
        #expect((output.audioSettings[AVSampleRateKey] as? NSNumber)?.intValue == 16_000)
        session.startRunning()
        #expect(eventually { stage.server.runningStreams == 1 })
        let sine = Signal.sine(500.0 / 48_000, frames: 24_000)
        stage.bring(sine.flatMap { [$0, $0] }, channels: 2)
        #expect(listener.wait(frames: 7000))
        let wanted = Signal.sine(500.0 / 16_000, frames: 8000)
        let samples = listener.samples(Float.self)
        for at in 1000..<6000 { #expect(abs(samples[at] - wanted[at]) < 0.01) }
        session.stopRunning()
    }

    /// Frames that the device loses make the next buffer later, and nothing else.
    @Test func aGapShowsInTheTimes() throws {
        let (session, _) = try stage.session(listener, settings: Self.float)
        session.startRunning()
        #expect(eventually { stage.server.runningStreams == 1 })
        let sound = noise(1280)
        stage.bring(Array(sound[..<640]))
        #expect(listener.wait(frames: 640))
        stage.server.skip(800)
        stage.bring(Array(sound[640...]))
        #expect(listener.wait(frames: 1280) && listener.samples(Float.self) == sound)
        let buffers = listener.buffers
        var steps: [Int64] = []
        for (one, next) in zip(buffers, buffers.dropFirst()) {
            let gap = next.presentationTimeStamp - (one.presentationTimeStamp + one.duration)
            steps.append(CMTimeConvertScale(gap, timescale: 8000, method: .default).value)
        }
        #expect(steps.filter { $0 != 0 } == [800], "\(steps)")
        session.stopRunning()
    }

    @Test func twoOutputsGetTheSameSound() throws {
        let (session, _) = try stage.session(listener, settings: Self.float)
        let (other, second) = (CaptureListener(), AVCaptureAudioDataOutput())
        second.setSampleBufferDelegate(other, queue: other.queue)
        second.audioSettings = Self.float
        #expect(session.canAddOutput(second))
        session.addOutput(second)
        #expect(session.connections.count == 2 && session.outputs.count == 2 && !session.canAddOutput(second))
        session.startRunning()
        // All of a program share one stream of a device.
        #expect(eventually { stage.server.runningStreams == 1 } && stage.server.openStreams == 1)
        let sound = noise(1600)
        stage.bring(sound)
        #expect(listener.wait(frames: 1600) && other.wait(frames: 1600))
        #expect(listener.samples(Float.self) == sound && other.samples(Float.self) == sound)
        // One is taken out, the other goes on without a gap.
        session.removeOutput(second)
        #expect(second.connections.isEmpty && session.connections.count == 1)
        stage.bring(sound)
        #expect(listener.wait(frames: 3200) && listener.samples(Float.self) == sound + sound)
        #expect(other.frames == 1600)
        session.stopRunning()
    }

    @Test func aDelegateStopsTheSessionAndStartsItAgain() throws {
        let sessions = LockedValue<[AVCaptureSession]>([])
        let stopper = CaptureListener { _, _ in sessions.withLock { $0.first }?.stopRunning() }
        let (session, _) = try stage.session(stopper, settings: Self.float)
        sessions.withLock { $0 = [session] }
        defer { sessions.withLock { $0 = [] } }
        for round in 1...3 {
            session.startRunning()
            #expect(eventually { stage.server.runningStreams == 1 })
            stage.bring(noise(1600))
            #expect(eventually { !session.isRunning && stage.server.openStreams == 0 })
            stopper.queue.sync {}
            // What else came before the stop is not delivered.
            #expect(stopper.buffers.count == round)
        }
    }

    /// A queue that is blocked keeps four seconds; what is beyond is lost and counted.
    @Test func aBlockedQueueKeepsABoundedNumberOfBuffers() throws {
        let (session, output) = try stage.session(listener, settings: Self.float)
        session.startRunning()
        #expect(eventually { stage.server.runningStreams == 1 })
        listener.queue.suspend()
        let sound = noise(160 * 210)
        for start in stride(from: 0, to: sound.count, by: 1600) {
            stage.bring(Array(sound[start..<start + 1600]))
            let buffers = (start + 1600) / 160
            // The queue's ring holds a second: no faster than it is emptied.
            #expect(
                eventually {
                    output.delivery.isLate(limit: min(buffers, 200))
                        && (buffers <= 200 || output.droppedBuffers == buffers - 200)
                })
        }
        #expect(eventually { output.droppedBuffers == 10 })
        listener.queue.resume()
        #expect(listener.wait(frames: 200 * 160))
        stage.bring(Array(sound[..<1600]))
        #expect(listener.wait(frames: 210 * 160))
        // The first ones were kept, and the time shows what was lost.
        #expect(listener.samples(Float.self) == Array(sound[..<32_000]) + sound[..<1600])
        let (last, next) = (listener.buffers[199], listener.buffers[200])
        let gap = next.presentationTimeStamp - last.presentationTimeStamp
        #expect(CMTimeCompare(gap, CMTime(value: 11 * 160, timescale: 8000)) == 0)
        session.stopRunning()
    }

    @Test func anInterruptionPausesTheSession() throws {
        let (session, _) = try stage.session(listener, settings: Self.float)
        session.startRunning()
        #expect(eventually { stage.server.runningStreams == 1 })
        let sound = noise(640)
        stage.bring(sound)
        #expect(listener.wait(frames: 640))
        stage.neighbour.receive(.callBegan)
        stage.neighbourhood.settle()
        #expect(eventually { session.isInterrupted && stage.names.last == "SessionWasInterrupted" })
        let reason = stage.notification(1).userInfo?[AVCaptureSessionInterruptionReasonKey] as? NSNumber
        #expect(reason?.intValue == AVCaptureSession.InterruptionReason.audioDeviceInUseByAnotherClient.rawValue)
        stage.neighbour.receive(.callEnded)
        stage.neighbourhood.settle()
        #expect(eventually { stage.names.last == "SessionInterruptionEnded" } && !session.isInterrupted)
        #expect(session.isRunning && eventually { stage.server.runningStreams == 1 })
        stage.bring(sound)
        #expect(listener.wait(frames: 1280) && listener.samples(Float.self) == sound + sound)
        session.stopRunning()
        #expect(stage.names.last == "SessionDidStopRunning")
    }

    /// A session that may sets a category with input; one that may not does not run in another, and says why.
    @Test func theAudioSessionMayRefuse() throws {
        try stage.center.session.set(SessionSetting(.playback))
        let (session, _) = try stage.session(listener)
        session.startRunning()
        #expect(session.isRunning && stage.center.session.setting.category == .playAndRecord)
        session.stopRunning()
        stage.forget()
        try stage.center.session.set(SessionSetting(.playback))
        session.automaticallyConfiguresApplicationAudioSession = false
        session.startRunning()
        #expect(!session.isRunning && stage.names == ["SessionRuntimeError"] && stage.error(0) != nil)
        try stage.center.session.set(SessionSetting(.record))
        session.startRunning()
        #expect(session.isRunning && stage.names.last == "SessionDidStartRunning")
        session.stopRunning()
    }

    @Test func levelsAreThoseOfTheChannels() throws {
        let (session, output) = try stage.session(listener)
        #expect(output.connections[0].audioChannels.isEmpty)
        session.startRunning()
        #expect(eventually { stage.server.runningStreams == 1 })
        stage.bring([Float](repeating: 0.5, count: 3200))
        #expect(listener.wait(frames: 3200))
        let channels: [AVCaptureAudioChannel] = output.connections[0].audioChannels
        #expect(channels.count == 1)
        #expect(abs(channels[0].averagePowerLevel + 6.02) < 0.1 && abs(channels[0].peakHoldLevel + 6.02) < 0.1)
        session.stopRunning()
        #expect(channels[0].averagePowerLevel == -120 && channels[0].peakHoldLevel == -120)
    }

    @Test func aHundredSessionsAreFreed() throws {
        struct Weak { weak var object: AnyObject? }
        var made: [Weak] = []
        for number in 0..<100 {
            let listener = CaptureListener()
            let (session, output) = try stage.session(listener)
            made += [session, output, listener, session.connections[0], session.inputs[0]].map { Weak(object: $0) }
            session.startRunning()
            #expect(session.isRunning)
            // Half of them go while they run.
            if number % 2 == 0 { session.stopRunning() }
        }
        #expect(made.count == 500 && eventually { made.allSatisfy { $0.object == nil } })
        #expect(eventually { stage.server.openStreams == 0 })
    }
}

import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// Sessions on devices of more than two channels, and what they measure of an input.
@Suite struct SessionChannelTests {
    private let server = ManualServer()
    private let notifications = NotificationCenter()
    private let connection: Connection
    private let center: SessionCenter
    private let session: AVAudioSession

    init() throws {
        let server = server
        let connection = try Connection { (events) throws(AudioError) in try Manual(server: server, events: events) }
        self.connection = connection
        center = SessionCenter { () throws(AudioError) in connection }
        session = AVAudioSession(center: center, notifications: notifications)
    }

    private func setChannels(_ channels: Int, _ direction: DeviceDirection) {
        var devices = server.devices
        for index in devices.indices where devices[index].direction == direction { devices[index].channels = channels }
        server.setDevices(devices)
        let count = {
            direction == .output ? session.maximumOutputNumberOfChannels : session.maximumInputNumberOfChannels
        }
        #expect(eventually { count() == channels })
        center.settle()
    }

    @Test func moreThanTwoChannelsAreSurround() throws {
        let name = AVAudioSession.renderingModeChangeNotification
        let posts = Posts(notifications, [name])
        #expect(session.renderingMode == .monoStereo)
        setChannels(6, .output)
        #expect(session.renderingMode == .surround && session.outputNumberOfChannels == 6)
        #expect(session.supportedOutputChannelLayouts.map(\.channelCount).max() == 6)
        #expect(session.supportedOutputChannelLayouts.map(\.channelCount).sorted().starts(with: [1, 2]))
        #expect(session.currentRoute.outputs.first?.channels?.count == 6)
        // Channels that stay on the same side of two are no other mode.
        setChannels(8, .output)
        #expect(session.supportedOutputChannelLayouts.contains { $0.layoutTag == kAudioChannelLayoutTag_MPEG_7_1_C })
        try session.setPreferredOutputNumberOfChannels(2)
        try session.setActive(true)
        #expect(session.renderingMode == .monoStereo && session.outputNumberOfChannels == 2)
        // What is posted is the mode of the moment.
        center.settle()
        try session.setCategory(.record)
        #expect(session.renderingMode == .notApplicable)
        let all = posts.first(3)
        #expect(
            all.map { $0.values[AVAudioSessionRenderingModeNewRenderingModeKey]?.intValue }
                == [
                    AVAudioSession.RenderingMode.surround, .monoStereo, .notApplicable,
                ].map(\.rawValue))
        #expect(all.allSatisfy(\.isOnMain) && posts.all.count == 3)
    }

    @Test func prefersChannelsOfTheInput() throws {
        try session.setCategory(.playAndRecord)
        setChannels(4, .input)
        try session.setPreferredInputNumberOfChannels(3)
        // It is a wish, until the session is active.
        #expect(session.preferredInputNumberOfChannels == 3 && session.inputNumberOfChannels == 4)
        try session.setActive(true)
        #expect(session.inputNumberOfChannels == 3 && session.maximumInputNumberOfChannels == 4)
        try session.setPreferredInputNumberOfChannels(0)
        #expect(session.preferredInputNumberOfChannels == 0 && session.inputNumberOfChannels == 4)
        try session.setPreferredInputNumberOfChannels(1)
        let input = try Input(InputConfiguration(), on: connection)
        #expect(input.format.channels == 1)
    }

    @Test func theLatencyOfTheInputIsThatOfItsStream() throws {
        try session.setCategory(.playAndRecord)
        try session.setActive(true)
        server.latency = 480
        #expect(session.inputLatency == 0)
        let input = try Input(InputConfiguration(), on: connection)
        let recorder = CaptureRecorder()
        let sink = recorder.sink
        input.add(sink)
        defer { input.remove(sink) }
        #expect(session.inputLatency == 0.01 && session.outputLatency == 0)
        try session.setCategory(.playback)
        #expect(session.inputLatency == 0)
    }
}

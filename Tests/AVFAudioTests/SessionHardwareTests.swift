import AudioDevices
import AudioSession
import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// Routes, ports, data sources and numbers of an `AVAudioSession` on a Manual device.
@Suite struct SessionHardwareTests {
    private let stage: SessionStage
    private var session: AVAudioSession { stage.session }

    init() throws { stage = try SessionStage() }

    private func code(_ body: () throws -> Void) -> Int? {
        do {
            try body()
            return nil
        } catch let error as NSError {
            return error.domain == NSOSStatusErrorDomain ? error.code : nil
        }
    }

    /// Changes the devices as their server does, and waits until the session has noticed.
    private func change(
        _ direction: DeviceDirection, _ body: (inout DeviceDescription) -> Void, until isNoticed: () -> Bool
    ) {
        var devices = stage.server.devices
        for index in devices.indices where devices[index].direction == direction { body(&devices[index]) }
        stage.server.setDevices(devices)
        #expect(eventually { isNoticed() })
    }

    @Test func theRouteHasWhatTheCategoryUses() throws {
        #expect(session.currentRoute.outputs.map(\.uid) == ["manual"] && session.currentRoute.inputs.isEmpty)
        #expect(session.availableInputs == [] && session.maximumInputNumberOfChannels == 0)
        #expect(session.inputNumberOfChannels == 0 && session.inputGain == 0 && !session.isInputGainSettable)
        #expect(session.inputDataSources == nil && session.inputDataSource == nil && session.inputLatency == 0)
        try session.setCategory(.record)
        #expect(session.currentRoute.outputs.isEmpty && session.currentRoute.inputs.map(\.portName) == ["Manual"])
        #expect(session.outputNumberOfChannels == 0 && session.maximumOutputNumberOfChannels == 0)
        #expect(session.renderingMode == .notApplicable)
        try session.setCategory(.playAndRecord)
        let route = session.currentRoute
        #expect(route.inputs.count == 1 && route.outputs.count == 1 && route.inputs[0].portType == .virtual)
        #expect(session.availableInputs == route.inputs)
        #expect(session.inputNumberOfChannels == 2 && session.outputNumberOfChannels == 2)
        #expect(session.renderingMode == .monoStereo)
        #expect(session.supportedOutputChannelLayouts.map(\.channelCount) == [1, 2])
    }

    /// The device does not have the rate that is asked for. Cycles are as long as they can be.
    @Test func numbersAreTheDevices() throws {
        try session.setPreferredSampleRate(22_050)
        try session.setPreferredIOBufferDuration(5)
        try session.setActive(true)
        #expect(session.sampleRate == 48_000)
        #expect(abs(session.ioBufferDuration - 4096 / 48_000) < 1e-9)
        #expect(session.outputLatency >= 0 && session.outputLatency < 1)
        change(.output, { $0.sampleRate = 44_100 }, until: { session.sampleRate == 44_100 })
    }

    @Test func choosesDataSources() throws {
        try session.setCategory(.playAndRecord)
        let sources = try #require(session.inputDataSources)
        #expect(sources.map(\.dataSourceName) == ["Front", "Back"] && session.inputDataSource == sources[0])
        try session.setInputDataSource(sources[1])
        #expect(session.inputDataSource == sources[1])
        try session.setInputDataSource(nil)
        #expect(session.inputDataSource == sources[1])
        let outputs = try #require(session.outputDataSources)
        try session.setOutputDataSource(outputs[1])
        #expect(session.outputDataSource == outputs[1])
        let stranger = AVAudioSessionDataSourceDescription(SessionDataSource(id: 5, name: "Attic"))
        #expect(code { try session.setInputDataSource(stranger) } == -50)
        #expect(code { try session.setOutputDataSource(stranger) } == -50)

        let port = session.currentRoute.inputs[0]
        #expect(port.preferredDataSource == nil)
        try port.setPreferredDataSource(sources[0])
        #expect(port.preferredDataSource == sources[0] && session.inputDataSource == sources[0])
        #expect(port.selectedDataSource == sources[1], "the description is of the moment at which it was made")
        #expect(code { try port.setPreferredDataSource(stranger) } == -50)
        try port.setPreferredDataSource(nil)
        #expect(port.preferredDataSource == nil)
    }

    @Test func prefersAnInput() throws {
        try session.setCategory(.playAndRecord)
        let input = try #require(session.availableInputs?.first)
        try session.setPreferredInput(input)
        #expect(session.preferredInput == input)
        let stranger = SessionPort(type: .usb, name: "USB", uid: "usb", channels: ["Mono"])
        #expect(code { try session.setPreferredInput(AVAudioSessionPortDescription(stranger, .input, session)) } == -50)
        #expect(session.preferredInput == input)
        try session.setPreferredInput(nil)
        #expect(session.preferredInput == nil)
    }

    /// The gain is the device's, from 0 to 1.
    @Test func setsTheGainOfTheInput() throws {
        #expect(code { try session.setInputGain(0.5) } != nil)
        try session.setCategory(.record)
        #expect(session.isInputGainSettable && session.inputGain == 1)
        try session.setInputGain(0.25)
        #expect(session.inputGain == 0.25)
        #expect(stage.server.devices.first { $0.direction == .input }?.volume == [0.25, 0.25])
        try session.setInputGain(7)
        #expect(session.inputGain == 1)
        change(.input, { $0.volume = [] }, until: { !session.isInputGainSettable })
        #expect(code { try session.setInputGain(0.5) } != nil)
    }

    @Test func aMutedOutputHasNoVolume() throws {
        change(.output, { $0.volume = [0.5, 0.25] }, until: { session.outputVolume == 0.5 })
        change(.output, { $0.isMuted = true }, until: { session.outputVolume == 0 })
    }

    /// The device in use goes and comes back. Who watches knows the route before.
    @Test func deviceComesAndGoes() throws {
        let posts = Posts(stage.notifications, [AVAudioSession.routeChangeNotification])
        let devices = stage.server.devices
        stage.server.setDevices(devices.filter { $0.direction == .input })
        #expect(eventually { session.currentRoute.outputs.isEmpty })
        stage.server.setDevices(devices)
        let all = posts.first(2)
        #expect(all.map { $0.values[AVAudioSessionRouteChangeReasonKey]?.uintValue } == [2, 1])
        #expect(all.last?.previousRoute?.outputs.isEmpty == true)
    }

    /// A headphone that is pulled out of a device that stays is the loss of a device.
    @Test func headphonesArePulledOut() throws {
        let posts = Posts(stage.notifications, [AVAudioSession.routeChangeNotification])
        for isPlugged in [true, false, true] {
            change(
                .output,
                { device in
                    device.transport = .builtIn
                    device.ports = [
                        DevicePort(id: "speaker", name: "Speaker"), DevicePort(id: "headphones", name: "Headphones"),
                    ]
                    (device.ports[0].kind, device.ports[1].kind) = (.speaker, .headphones)
                    device.ports[1].isPlugged = isPlugged
                    device.port = isPlugged ? "headphones" : "speaker"
                },
                until: {
                    session.currentRoute.outputs.first?.portType == (isPlugged ? .headphones : .builtInSpeaker)
                })
        }
        let all = posts.first(3)
        #expect(all.map { $0.values[AVAudioSessionRouteChangeReasonKey]?.uintValue } == [1, 2, 1])
        #expect(all.map { $0.previousRoute?.outputs.first?.portType } == [.virtual, .headphones, .builtInSpeaker])
    }

    /// Without an input recording cannot begin.
    @Test func thereMayBeNoInput() throws {
        try session.setCategory(.record)
        let posts = Posts(stage.notifications, [AVAudioSession.availableInputsChangeNotification])
        stage.server.setDevices(stage.server.devices.filter { $0.direction == .output })
        #expect(eventually { !session.isInputAvailable })
        #expect(session.availableInputs == [] && session.currentRoute.inputs.isEmpty)
        #expect(!session.availableCategories.contains(.record))
        #expect(code { try session.setActive(true) } == AVAudioSession.ErrorCode.resourceNotAvailable.rawValue)
        #expect(posts.first(1).map(\.isOnMain) == [true])
    }

    @Test func theServerIsLostAndComesBack() throws {
        _ = session.outputVolume
        let posts = Posts(
            stage.notifications,
            [AVAudioSession.mediaServicesWereLostNotification, AVAudioSession.mediaServicesWereResetNotification])
        stage.server.crash()
        #expect(posts.first(1).map(\.name) == [AVAudioSession.mediaServicesWereLostNotification])
        #expect(code { try session.setActive(true) } == AVAudioSession.ErrorCode.mediaServicesFailed.rawValue)
        stage.server.revive()
        let all = posts.first(2)
        #expect(all.last?.name == AVAudioSession.mediaServicesWereResetNotification)
        #expect(all.allSatisfy { $0.isOnMain && $0.values.isEmpty })
        try session.setActive(true)
    }
}

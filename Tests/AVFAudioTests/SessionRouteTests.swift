import AudioCore
import AudioSession
import Foundation
import Testing

@testable import AVFAudio

/// Ports, data sources and channels as programs read and print them.
@Suite struct SessionRouteTests {
    private func microphone(_ sources: [SessionDataSource] = [], selected: Int? = nil) -> SessionPort {
        var port = SessionPort(type: .builtInMic, name: "Microphone", uid: "in", channels: ["Mono"])
        port.sources = sources
        port.selectedSource = selected
        return port
    }

    private let speaker = SessionPort(type: .builtInSpeaker, name: "Speaker", uid: "out", channels: ["Left", "Right"])
    private let sources = [SessionDataSource(id: 1, name: "Front"), SessionDataSource(id: 2, name: "Back")]

    @Test func portsSayWhatTheyAre() throws {
        let port = AVAudioSessionPortDescription(speaker, .output, nil)
        #expect(port.portType == .builtInSpeaker && port.portName == "Speaker" && port.uid == "out")
        #expect(!port.hasHardwareVoiceCallProcessing && !port.isSpatialAudioEnabled)
        #expect(port.dataSources == nil && port.selectedDataSource == nil && port.preferredDataSource == nil)
        #expect(port.bluetoothMicrophoneExtension == nil)
        let channels = try #require(port.channels)
        #expect(channels.map(\.channelName) == ["Left", "Right"] && channels.map(\.channelNumber) == [1, 2])
        #expect(channels.map(\.channelLabel) == [kAudioChannelLabel_Left, kAudioChannelLabel_Right])
        #expect(channels.allSatisfy { $0.owningPortUID == "out" })
        let headset = SessionPort(type: .bluetoothHFP, name: "Headset", uid: "hfp", channels: ["Mono"])
        let microphone = AVAudioSessionPortDescription(headset, .input, nil)
        let capabilities: AVAudioSessionPortExtensionBluetoothMicrophone = try #require(
            microphone.bluetoothMicrophoneExtension)
        let recording: AVAudioSessionCapability = capabilities.highQualityRecording
        #expect(recording !== capabilities.farFieldCapture)
        #expect(!capabilities.highQualityRecording.isSupported && !capabilities.highQualityRecording.isEnabled)
        #expect(!capabilities.farFieldCapture.isSupported && !capabilities.farFieldCapture.isEnabled)
        #expect(AVAudioSessionPortDescription(headset, .output, nil).bluetoothMicrophoneExtension == nil)
    }

    @Test func dataSourcesSayWhatTheyAre() throws {
        let port = AVAudioSessionPortDescription(microphone(sources, selected: 2), .input, nil)
        let all = try #require(port.dataSources)
        #expect(all.map(\.dataSourceID) == [1, 2] && all.map(\.dataSourceName) == ["Front", "Back"])
        #expect(port.selectedDataSource == all[1] && port.selectedDataSource != all[0])
        let source = all[0]
        #expect(source.location == nil && source.orientation == nil && source.supportedPolarPatterns == nil)
        #expect(source.selectedPolarPattern == nil && source.preferredPolarPattern == nil)
        try source.setPreferredPolarPattern(nil)
        let error = #expect(throws: NSError.self) { try source.setPreferredPolarPattern(.cardioid) }
        #expect(error?.code == -50 && error?.domain == NSOSStatusErrorDomain)
    }

    /// Two descriptions of one port are equal; they are keys of dictionaries.
    @Test func equalPortsAreEqual() {
        let description = { AVAudioSessionPortDescription($0, .input, nil) }
        #expect(description(microphone()) == description(microphone(sources)))
        #expect(description(microphone()).hash == description(microphone(sources)).hash)
        #expect(description(microphone()) != description(speaker))
        let route = { AVAudioSessionRouteDescription(SessionRoute(outputs: $0), nil) }
        #expect(route([speaker]) == route([speaker]) && route([speaker]) != route([]))
        #expect(route([speaker]).hash == route([speaker]).hash)
    }

    @Test func printsAsOnApplesSystems() throws {
        let route = AVAudioSessionRouteDescription(
            SessionRoute(inputs: [microphone(sources, selected: 2)], outputs: [speaker]), nil)
        let (input, output) = (route.inputs[0], route.outputs[0])
        func address(_ object: AnyObject) -> String {
            "0x" + String(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), radix: 16)
        }
        let lines = [
            "<AVAudioSessionRouteDescription: \(address(route)), ",
            "inputs = (",
            "    \"<AVAudioSessionPortDescription: \(address(input)), type = MicrophoneBuiltIn; name = Microphone; "
                + "UID = in; selectedDataSource = Back>\"",
            "); ",
            "outputs = (",
            "    \"<AVAudioSessionPortDescription: \(address(output)), type = Speaker; name = Speaker; "
                + "UID = out; selectedDataSource = (null)>\"",
            ")>",
        ]
        #expect(route.description == lines.joined(separator: "\n"))
        let empty = AVAudioSessionRouteDescription(SessionRoute(), nil)
        #expect(empty.description.hasSuffix("\ninputs = (\n); \noutputs = (\n)>"))
        let source = try #require(input.dataSources?[0])
        #expect(source.description == "<AVAudioSessionDataSourceDescription: \(address(source)), ID = 1; name = Front>")
        let channel = try #require(output.channels?[1])
        #expect(
            channel.description == "<AVAudioSessionChannelDescription: \(address(channel)), name = Right; number = 2; "
                + "port UID = out; label = 2 (0x2)>")
    }
}

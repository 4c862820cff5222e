import AVFAudio
import Foundation
import TestSupport
import Testing

/// What objects print in a log.
@Suite(.mustEnd) struct DescriptionTests {
    private let folder = ScratchFolder()

    private func address(_ object: AnyObject) -> String {
        "0x" + String(UInt(bitPattern: ObjectIdentifier(object)), radix: 16)
    }

    @Test func timesSayWhichOfThemAreValid() {
        let host = AVAudioTime.hostTime(forSeconds: 1.5)
        let times = [
            (
                AVAudioTime(hostTime: host, sampleTime: 44_100, atRate: 44_100),
                "1.500000 s host, 44100 samples @ 44100 Hz"
            ),
            (AVAudioTime(hostTime: host), "1.500000 s host"),
            (AVAudioTime(sampleTime: -3, atRate: 22_050.5), "-3 samples @ 22050.5 Hz"), (AVAudioTime(), "not valid"),
        ]
        for (time, words) in times { #expect(time.description == "<AVAudioTime \(address(time)): \(words)>") }
    }

    @Test func buffersAndFilesSayWhatTheyHold() throws {
        let format = Sample.format(48_000, 2)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 100))
        buffer.frameLength = 30
        let words = "<AVAudioPCMBuffer \(address(buffer)): 30 of 100 frames, \(buffer.format)>"
        #expect(buffer.description == words)
        #expect(words.contains(" 2 ch,  48000 Hz, Float32, non-inter"))
        let file = try AVAudioFile(forWriting: folder.place("a.caf"), settings: format.settings)
        try file.write(from: buffer)
        let path = folder.place("a.caf").path
        #expect(file.description == "<AVAudioFile \(address(file)): \(path), 30 frames, \(file.processingFormat)>")
    }

    @Test func nodesSayWhatTheyAreAndDo() throws {
        let player = AVAudioPlayerNode()
        #expect(
            player.description.hasPrefix(
                "<AVAudioPlayerNode \(address(player)): not playing, not attached, output 0: <"))
        let reverb = AVAudioUnitReverb()
        #expect(
            reverb.description.hasPrefix(
                "<AVAudioUnitReverb \(address(reverb)): \"AUReverb2\", not attached, 1 input, "))
        let stage = try PlayerNodeStage(rate: 22_050)
        stage.player.play()
        let format = stage.player.outputFormat(forBus: 0)
        #expect(format.description.contains("22050 Hz"))
        #expect(
            stage.player.description == "<AVAudioPlayerNode \(address(stage.player)): playing, output 0: \(format)>")
        let point = AVAudioConnectionPoint(node: stage.player, bus: 1)
        let name = "<AVAudioPlayerNode \(address(stage.player))>"
        #expect(point.description == "<AVAudioConnectionPoint \(address(point)): \(name), bus 1>")
        let subclass = NamedPlayer()
        #expect(subclass.description.hasPrefix("<NamedPlayer 0x"))
    }

    /// An engine lists its nodes in the order of the connections, and what is not connected at the end.
    @Test func anEngineListsItsNodes() throws {
        let stage = try PlayerNodeStage()
        let other = AVAudioPlayerNode()
        stage.engine.attach(other)
        let (mixer, output) = (stage.engine.mainMixerNode, stage.engine.outputNode)
        let lines = stage.engine.description.split(separator: "\n").map(String.init)
        #expect(lines.first == "<AVAudioEngine \(address(stage.engine)): running, manual rendering, nodes: (")
        #expect(lines.last == ")>")
        let (into, out) = (
            "output 0 -> <AVAudioMixerNode \(address(mixer))>", "output 0 -> <AVAudioOutputNode \(address(output))>"
        )
        #expect(lines.contains("    \(stage.player)") && lines.contains("    \(mixer)"))
        #expect(lines.contains("        \(into) input 0") && lines.contains("        \(out) input 0"))
        let last = "    <AVAudioPlayerNode \(address(other)): not playing, output 0: <"
        #expect(lines[lines.count - 2].hasPrefix(last))
        let place = try #require(lines.firstIndex(of: "    \(stage.player)"))
        #expect(lines[place + 1] == "        \(into) input 0")
        stage.engine.stop()
        #expect(stage.engine.description.contains(": stopped, manual rendering, nodes: ("))
    }

    /// No device is opened for a description.
    @Test func anEngineThatHasNoUnitYetHasWordsToo() {
        let engine = AVAudioEngine()
        #expect(engine.description == "<AVAudioEngine \(address(engine)): stopped, nodes: (\n)>")
    }
}

private final class NamedPlayer: AVAudioPlayerNode, @unchecked Sendable {}

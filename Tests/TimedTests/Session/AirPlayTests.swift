import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import Foundation
import PlaybackAndRecording
import TestSupport
import Testing

@testable import AVFAudio
@testable import MediaPlayer

/// An AirPlay receiver in a network of its own: it is found, listed, chosen, heard and lost.
@Suite(.serialized) struct AirPlayTests {
    private static let rate = 44_100.0

    /// Frames of 16-bit stereo of which none comes twice within a minute.
    private static func frame(_ index: Int) -> UInt32 {
        var value = UInt32(truncatingIfNeeded: index &+ 1) &* 0x9E37_79B9
        value ^= value >> 15
        value = value &* 0x85EB_CA6B
        // A quarter of full scale: no receiver has to limit it.
        let left = Int16(bitPattern: UInt16(value >> 16)) / 4
        let right = Int16(bitPattern: UInt16(truncatingIfNeeded: value)) / 4
        return UInt32(UInt16(bitPattern: left)) | UInt32(UInt16(bitPattern: right)) << 16
    }

    /// A WAVE file of so many seconds.
    private static func sound(seconds: Int) -> Data {
        let frames = Int(rate) * seconds
        var bytes: [UInt8] = Array("RIFF".utf8)
        func number<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        }
        number(UInt32(36 + frames * 4))
        bytes += Array("WAVEfmt ".utf8)
        number(UInt32(16))
        number(UInt16(1))
        number(UInt16(2))
        number(UInt32(rate))
        number(UInt32(rate) * 4)
        number(UInt16(4))
        number(UInt16(16))
        bytes += Array("data".utf8)
        number(UInt32(frames * 4))
        for index in 0..<frames { number(frame(index)) }
        return Data(bytes)
    }

    /// How many of a file's frames were heard in order, without a loss. A busy machine may put silence between them.
    private static func longestRun(_ heard: Data, of seconds: Int) -> Int {
        let frames = Int(rate) * seconds
        var places: [UInt32: Int] = [:]
        for index in 0..<frames { places[frame(index)] = index }
        let words = heard.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self).littleEndian }
        }
        var (longest, at) = (0, 0)
        while at < words.count {
            guard let place = places[words[at]] else {
                at += 1
                continue
            }
            var count = 1
            at += 1
            while at < words.count, place + count < frames {
                if words[at] == frame(place + count) { count += 1 } else if words[at] != 0 { break }
                at += 1
            }
            longest = max(longest, count)
        }
        return longest
    }

    private func receiver(of program: ServerProgram) -> AVAudioSessionPortDescription? {
        program.session.outputRoutes.first { $0.portType == .airPlay }
    }

    @available(*, deprecated) @Test(.needsAirPlay) func aReceiverIsFoundChosenHeardAndLost() throws {
        let server = try PrivateServer(.pipewire, script: "with-airplay")
        defer { server.stop() }
        let program = try ServerProgram(server)
        let view = MPVolumeView(program.session)
        #expect(eventually(seconds: 30) { receiver(of: program) != nil })
        let kitchen = try #require(receiver(of: program))
        #expect(kitchen.portName == "Kitchen" && view.areWirelessRoutesAvailable && !view.isWirelessRouteActive)
        try program.session.setCategory(.ambient)
        try program.session.setActive(true)
        #expect(program.player.play() && program.isOn("speakers") && program.plays)
        program.forget()
        try view.selectRoute(kitchen)
        #expect(program.isOn(kitchen.uid) && program.plays && view.isWirelessRouteActive)
        let change = try #require(program.notes(1).first)
        #expect(change.previous == ["speakers"] && change.present == [kitchen.uid])
        program.player.stop()
        try hear(program, in: server)
        // The receiver goes.
        #expect(program.player.play() && program.isOn(kitchen.uid) && program.plays)
        program.forget()
        server.runScript("--unplug")
        let loss = try #require(program.notes(1).first)
        #expect(loss.reason == AVAudioSession.RouteChangeReason.oldDeviceUnavailable.rawValue)
        #expect(loss.previousTypes == [.airPlay] && program.isOn("speakers") && !program.player.isPlaying)
        #expect(receiver(of: program) == nil && !view.areWirelessRoutesAvailable)
        #expect(program.player.play() && program.plays)
        // And it comes back, to be chosen again.
        server.runScript("--plug")
        #expect(eventually(seconds: 30) { receiver(of: program) != nil })
        #expect(program.outputs == ["speakers"] && program.session.chosenOutputRoute == nil)
    }

    /// What the receiver gives out is what was played, sample for sample: at least four seconds of six, as a busy machine may need
    /// some time to begin.
    private func hear(_ program: ServerProgram, in server: PrivateServer) throws {
        let file = server.directory.appending(path: "heard")
        let attempts = Attempts()
        while true {
            let begin = (try? Data(contentsOf: file).count) ?? 0
            let (center, output) = (program.center, program.output)
            let player = try AVAudioPlayer(
                data: Self.sound(seconds: 6), timeline: PlayerTimeline(), session: center,
                output: { (_) throws(AudioError) in output })
            #expect(player.play() && eventually(seconds: 20) { !player.isPlaying })
            // What is on its way arrives within the receiver's latency, of 2 s at most.
            let wanted = Int(Self.rate) * 4
            var longest = 0
            _ = eventually(seconds: 5) {
                longest = Self.longestRun(((try? Data(contentsOf: file)) ?? Data()).dropFirst(begin / 4 * 4), of: 6)
                return longest >= wanted
            }
            if longest < wanted, attempts.another() {
                print("AirPlay: \(longest) frames in a row; again")
                continue
            }
            #expect(longest >= wanted)
            return
        }
    }
}

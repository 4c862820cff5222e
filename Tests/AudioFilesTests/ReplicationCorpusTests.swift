import AudioContainers
import AudioCore
import CFFmpeg
import Foundation
import TestSupport
import Testing

@testable import AudioCodecs

/// Compares what our reader of AAC bit streams finds in real packets with libavcodec's results.
@Suite struct ReplicationCorpusTests {
    /// An AAC-LC sound as its container describes it, before its packets are examined.
    struct Sound: Sendable {
        var name: String
        var config: AudioSpecificConfig
        var packets: [[UInt8]]
    }

    /// The first packets of every AAC-LC sound below a folder.
    private static func sounds(in folder: String, packets: Int) -> [Sound] {
        let names = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
        let endings = [".aac", ".adts", ".m4a", ".m4b", ".mp4", ".mov", ".3gp", ".caf"]
        return names.sorted().compactMap { name in
            guard endings.contains(where: name.lowercased().hasSuffix),
                let source = try? FileBytes.open(folder + "/" + name, .read),
                let file = try? Containers.claiming(source)?.read(source), !file.packets.isConstant,
                let config = try? AudioSpecificConfig(magicCookie: file.magicCookie), config.objectType == 2
            else { return nil }
            let first = (0..<min(file.packets.count, Int64(packets))).compactMap { index -> [UInt8]? in
                let packet = file.packets[index]
                guard packet.size > 0, packet.size <= 1 << 13 else { return nil }
                return try? source.bytes(at: file.dataOffset + packet.offset, count: Int(packet.size))
            }
            return Sound(name: name, config: config, packets: first)
        }
    }

    /// The rate and channels that libavcodec gives for a packet decoded as the first of a stream.
    private static func sound(of packet: [UInt8], _ config: AudioSpecificConfig) -> (rate: Int, channels: Int)? {
        let ffmpeg = FFmpegConfig(name: "aac", sampleRate: config.coreSampleRate, configuration: config.bytes)
        guard let decoder = ffmpeg.withC({ FFDecoderOpen($0) }) else { return nil }
        defer { FFDecoderClose(decoder) }
        var frame = FFFrame()
        guard FFDecoderSend(decoder, packet, packet.count) == 0, FFDecoderReceive(decoder, &frame) > 0 else {
            return nil
        }
        return (Int(frame.sampleRate), Int(frame.channels))
    }

    @Test(.needsCorpus, .enabled(if: FFmpegLibrary.isAvailable, "libavcodec is not installed"))
    func findsWhatLibavcodecFinds() throws {
        var decided = (replicated: 0, plain: 0)
        for sound in Self.sounds(in: try #require(Corpus.root), packets: 3) {
            let config = sound.config
            guard ImplicitReplication.isPossible(config), !config.hasReplication else { continue }
            let theirs = sound.packets.lazy.compactMap { Self.sound(of: $0, config) }
                .first { $0.rate == config.coreSampleRate * 2 }
            let ours = ImplicitReplication.found(in: sound.packets, config)
            #expect((ours != nil) == (theirs != nil), "\(sound.name)")
            #expect((ours?.channels == 2) == (theirs?.channels == 2), "\(sound.name)")
            if ours != nil { decided.replicated += 1 } else { decided.plain += 1 }
        }
        #expect(decided.replicated > 0 && decided.plain > 0, "\(decided)")
    }

    /// Packets of any sample rate are read to their end.
    @Test(.needsCorpus, .enabled(if: FFmpegLibrary.isAvailable, "libavcodec is not installed"))
    func readsPacketsToTheirEnd() throws {
        var (read, exact) = (0, 0)
        for sound in Self.sounds(in: try #require(Corpus.root), packets: 64) {
            for packet in sound.packets {
                let bits = packet.withUnsafeBytes { AACBlock(passing: $0, sound.config)?.bitCount }
                // Packets that libavcodec refuses need not be readable.
                guard let bits else {
                    #expect(Self.sound(of: packet, sound.config) == nil, "\(sound.name)")
                    continue
                }
                read += 1
                if packet.count * 8 - bits < 8 { exact += 1 }
                #expect(bits <= packet.count * 8, "\(sound.name)")
            }
        }
        // Some encoders pad packets after the end element.
        #expect(read > 1000 && exact * 10 > read * 9, "\(exact) of \(read)")
    }

    /// The replication of one channel is read up to the padding of its last byte.
    @Test(.needsCorpus) func readsReplicationToItsEnd() throws {
        var read = 0
        for sound in Self.sounds(in: try #require(Corpus.root), packets: 200) where sound.config.coreChannels == 1 {
            var header: ReplicationHeader?
            for packet in sound.packets {
                packet.withUnsafeBytes { bytes in
                    guard case .some(.some(let place)) = AACBlock.replication(in: bytes, sound.config) else { return }
                    var payload = ReplicationPayload(bytes, place, sampleRate: sound.config.coreSampleRate * 2)
                    let hasStereo = payload.hasParametricStereo(&header)
                    #expect(!hasStereo, "\(sound.name)")
                    #expect(header != nil && (0..<8).contains(payload.bitsLeft), "\(sound.name)")
                    read += 1
                }
            }
        }
        #expect(read > 100)
    }
}

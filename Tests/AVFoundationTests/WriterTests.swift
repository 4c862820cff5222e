import AVFoundation
import AudioToolbox
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct WriterTests {
    private static var pcm: [String: Any] {
        AssetStage.settings.merging([AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1]) { first, _ in first }
    }

    /// A writer of a type, with an input, that writes.
    private func writer(
        _ url: URL, _ type: AVFileType, _ settings: [String: Any]?
    ) throws -> (AVAssetWriter, AVAssetWriterInput) {
        let writer = try AVAssetWriter(outputURL: url, fileType: type)
        let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
        #expect(
            writer.canAdd(input) && writer.status == .unknown && writer.outputURL == url
                && writer.outputFileType == type)
        writer.add(input)
        #expect(!writer.canAdd(input) && writer.inputs == [input] && !input.isReadyForMoreMediaData)
        #expect(writer.startWriting() && writer.status == .writing && input.isReadyForMoreMediaData)
        return (writer, input)
    }

    /// Buffers of a fixture, as linear PCM or as they are stored.
    private func buffers(_ path: String, _ settings: [String: Any]?) throws -> [CMSampleBuffer] {
        let asset = AssetStage.asset(path)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: settings)
        reader.add(output)
        reader.startReading()
        var buffers: [CMSampleBuffer] = []
        while let buffer = output.copyNextSampleBuffer() { buffers.append(buffer) }
        #expect(reader.status == .completed)
        return buffers
    }

    /// Linear PCM comes back sample for sample, in every type.
    @Test(arguments: [AVFileType.wav, .aiff, .aifc, .caf, .au]) func linearPCM(type: AVFileType) async throws {
        try await AssetStage.temporary("sound") { url in
            var settings = Self.pcm
            settings[AVLinearPCMIsBigEndianKey] = [.aiff, .aifc, .au].contains(type)
            let rate = Fixture.named("WAVE/s16-mono.wav").sampleRate
            settings[AVSampleRateKey] = rate
            let (writer, input) = try writer(url, type, settings)
            writer.startSession(atSourceTime: .zero)
            for buffer in try buffers("WAVE/s16-mono.wav", AssetStage.settings) { #expect(input.append(buffer)) }
            input.markAsFinished()
            #expect(!input.isReadyForMoreMediaData)
            await writer.finishWriting()
            #expect(writer.status == .completed && writer.error == nil)
            #expect(try AssetStage.read(url) == AssetStage.read(AssetStage.url("WAVE/s16-mono.wav")))
        }
    }

    /// What is before the session and behind its end is left out, to the frame.
    @Test func sessionsTrim() async throws {
        try await AssetStage.temporary("sound.caf") { url in
            let rate = Fixture.named("WAVE/s16-mono.wav").sampleRate
            var settings = Self.pcm
            settings[AVSampleRateKey] = rate
            let (writer, input) = try writer(url, .caf, settings)
            writer.startSession(atSourceTime: CMTime(value: 100, timescale: Int32(rate)))
            writer.endSession(atSourceTime: CMTime(value: 350, timescale: Int32(rate)))
            for buffer in try buffers("WAVE/s16-mono.wav", AssetStage.settings) { #expect(input.append(buffer)) }
            await writer.finishWriting()
            let all = try AssetStage.read(AssetStage.url("WAVE/s16-mono.wav"))
            #expect(try AssetStage.read(url) == Array(all[100..<350]))
        }
    }

    @Test func encoding() async throws {
        try await AssetStage.temporary("sound.m4a") { url in
            let settings: [String: Any] = [
                AVFormatIDKey: kAudioFormatAppleLossless,
                AVSampleRateKey: Fixture.named("WAVE/s16-stereo.wav").sampleRate,
                AVNumberOfChannelsKey: 2, AVEncoderBitDepthHintKey: 16, AVEncoderBitRateKey: 128_000,
            ]
            let (writer, input) = try writer(url, .m4a, settings)
            writer.startSession(atSourceTime: .zero)
            let queue = DispatchQueue(label: "writer")
            let rest = Mutex(try buffers("WAVE/s16-stereo.wav", AssetStage.settings))
            await withCheckedContinuation { continuation in
                input.requestMediaDataWhenReady(on: queue) {
                    guard let buffer = rest.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
                        input.markAsFinished()
                        continuation.resume()
                        return
                    }
                    input.append(buffer)
                }
            }
            await writer.finishWriting()
            #expect(writer.status == .completed)
            #expect(try AssetStage.read(url) == AssetStage.read(AssetStage.url("WAVE/s16-stereo.wav")))
        }
    }

    /// Packets come back as they were, with the encoder's frames that are not heard.
    @Test(arguments: [
        ("MPEG4/aac-stereo.m4a", AVFileType.m4a), ("CAF/ima4-stereo.caf", .caf), ("CAF/alac-stereo.caf", .m4a),
    ])
    func passthrough(path: String, type: AVFileType) async throws {
        try await AssetStage.temporary("sound") { url in
            let (writer, input) = try writer(url, type, nil)
            writer.startSession(atSourceTime: .zero)
            for buffer in try buffers(path, nil) { #expect(input.append(buffer)) }
            await writer.finishWriting()
            #expect(writer.status == .completed)
            #expect(try AssetStage.read(url) == AssetStage.read(AssetStage.url(path)))
        }
    }

    /// Without packets there is no file, and packets of another format are not put into it.
    @Test func packetsAreOfOneFormat() async throws {
        try await AssetStage.temporary("sound.caf") { url in
            let (writer, _) = try writer(url, .caf, nil)
            writer.startSession(atSourceTime: .zero)
            await writer.finishWriting()
            #expect(writer.status == .failed && (writer.error as? AVError)?.code == .noDataCaptured)
            #expect(!FileManager.default.fileExists(atPath: url.path))
        }
        try await AssetStage.temporary("sound.caf") { url in
            let (writer, input) = try writer(url, .caf, nil)
            writer.startSession(atSourceTime: .zero)
            #expect(input.append(try buffers("CAF/ima4-stereo.caf", nil)[0]))
            #expect(!input.append(try buffers("CAF/alac-stereo.caf", nil)[0]))
            #expect(writer.status == .failed && (writer.error as? AVError)?.code == .operationNotAllowed)
        }
    }

    /// What an encoder does not offer is refused before there is a file.
    @Test(arguments: [640_000, 128_000]) func impossibleSettings(bitRate: Int) async throws {
        try await AssetStage.temporary("sound.m4a") { url in
            let settings: [String: Any] = [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1,
                AVEncoderBitRateKey: bitRate,
            ]
            let writer = try AVAssetWriter(outputURL: url, fileType: .m4a)
            let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
            #expect(!writer.canAdd(input))
            writer.add(input)
            #expect(!writer.startWriting() && (writer.error as? AVError)?.code == .unsupportedOutputSettings)
            #expect(!FileManager.default.fileExists(atPath: url.path))
        }
    }

    @Test func failuresAreTold() async throws {
        try await AssetStage.temporary("sound.wav") { url in
            try Data([1]).write(to: url)
            let writer = try AVAssetWriter(url: url, fileType: .wav)
            writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: Self.pcm, sourceFormatHint: nil))
            #expect(
                !writer.startWriting() && writer.status == .failed
                    && (writer.error as? AVError)?.code == .fileAlreadyExists)
            #expect(try Data(contentsOf: url) == Data([1]) && writer.availableMediaTypes == [.audio])
            #expect(throws: AVError.self) { try AVAssetWriter(outputURL: url, fileType: .mp3) }
            let other = try AVAssetWriter(outputURL: url.appendingPathExtension("x"), fileType: .wav)
            #expect(!other.canApply(outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC], forMediaType: .audio))
            #expect(!other.canApply(outputSettings: nil, forMediaType: .video) && !other.startWriting())
            #expect(
                [AVAssetWriter.Status.unknown, .writing, .completed, .failed, .cancelled].map(\.rawValue) == [
                    0, 1, 2, 3, 4,
                ])
        }
        try await AssetStage.temporary("sound.wav") { url in
            let (writer, input) = try writer(url, .wav, Self.pcm)
            writer.startSession(atSourceTime: .zero)
            input.expectsMediaDataInRealTime = true
            #expect(input.expectsMediaDataInRealTime && input.mediaType == .audio && input.sourceFormatHint == nil)
            #expect(!input.append(try buffers("MPEG4/aac-stereo.m4a", nil)[0]) && writer.status == .failed)
            writer.cancelWriting()
        }
        try await AssetStage.temporary("sound.wav") { url in
            let (writer, input) = try writer(url, .wav, Self.pcm)
            writer.startSession(atSourceTime: .zero)
            #expect(input.append(try buffers("WAVE/s16-mono.wav", AssetStage.settings)[0]))
            writer.cancelWriting()
            #expect(writer.status == .cancelled && !FileManager.default.fileExists(atPath: url.path))
            #expect(!input.append(try buffers("WAVE/s16-mono.wav", AssetStage.settings)[0]))
            await writer.finishWriting()
            #expect(writer.status == .cancelled)
        }
    }
}

@Suite struct ExportTests {
    @Test func passthroughKeepsTheSound() async throws {
        try await AssetStage.temporary("sound.m4a") { url in
            let asset = AssetStage.asset("MPEG4/aac-stereo.m4a")
            let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
            (session.outputURL, session.outputFileType) = (url, .m4a)
            #expect(
                session.status == .unknown && session.progress == 0 && session.asset === asset
                    && session.outputURL == url)
            await session.export()
            #expect(session.status == .completed && session.progress == 1 && session.error == nil)
            #expect(try AssetStage.read(url) == AssetStage.read(asset.url))
            let again = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
            (again.outputURL, again.outputFileType) = (url, .m4a)
            await again.export()
            #expect(again.status == .failed && (again.error as? AVError)?.code == .fileAlreadyExists)
            let none = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
            none.outputURL = url.appendingPathExtension("wav")
            none.timeRange = .invalid
            await none.export()
            #expect(none.status == .failed && (none.error as? AVError)?.code == .operationNotAllowed)
        }
    }

    @Test func presetsOfM4A() async throws {
        try await AssetStage.temporary("sound.m4a") { url in
            let asset = AssetStage.asset("WAVE/s16-stereo.wav")
            #expect(
                AVAssetExportSession.exportPresets(compatibleWith: asset) == AVAssetExportSession.allExportPresets())
            #expect(AVAssetExportSession(asset: asset, presetName: "none") == nil)
            let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
            #expect(session.supportedFileTypes == [.m4a] && session.presetName == AVAssetExportPresetAppleM4A)
            session.outputURL = url
            let types = await withCheckedContinuation { continuation in
                session.determineCompatibleFileTypes { continuation.resume(returning: $0) }
            }
            #expect(types == [.m4a])
            let rate = Int32(Fixture.named("WAVE/s16-stereo.wav").sampleRate)
            session.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 300, timescale: rate))
            #expect(
                session.timeRange.duration.value == 300 && session.outputFileType == nil && session.audioMix == nil)
            let mix = AVMutableAudioMix()
            let part = AVMutableAudioMixInputParameters(track: asset.tracks[0])
            part.setVolume(0, at: .zero)
            mix.inputParameters = [part]
            session.audioMix = mix
            await withCheckedContinuation { continuation in session.exportAsynchronously { continuation.resume() } }
            #expect(session.status == .completed, "\(String(describing: session.error))")
            let made = AVURLAsset(url: url)
            #expect(made.duration == CMTime(value: 300, timescale: rate))
            #expect((made.tracks[0].formatDescriptions.first as? CMFormatDescription)?.mediaSubType == .mpeg4AAC)
            #expect(try AssetStage.read(url).allSatisfy { abs(Int($0)) <= 1 })
        }
    }

    /// Tags of one kind become those of another.
    @Test func metadataIsWritten() async throws {
        try await AssetStage.temporary("song.mp3") { url in
            let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]
            let tag = AssetStage.id3([
                ("TIT2", AssetStage.text("Song")), ("TRCK", AssetStage.text("3/12")),
                ("TXXX", AssetStage.text("LABEL\0own")),
                ("APIC", [0] + Array("image/jpeg".utf8) + [0, 3, 0] + picture),
            ])
            try Data(tag + Fixture.named("MPEGAudio/cbr-mono.mp3").bytes()).write(to: url)
            let target = url.deletingLastPathComponent().appendingPathComponent("song.m4a")
            let session = try #require(
                AVAssetExportSession(asset: AVURLAsset(url: url), presetName: AVAssetExportPresetAppleM4A))
            session.outputURL = target
            #expect(session.metadata == nil)
            await session.export()
            #expect(session.status == .completed, "\(String(describing: session.error))")
            let items = AVURLAsset(url: target).metadata
            func item(_ identifier: AVMetadataIdentifier) -> AVMetadataItem? {
                AVMetadataItem.metadataItems(from: items, filteredByIdentifier: identifier).first
            }
            #expect(item(.iTunesMetadataSongName)?.stringValue == "Song")
            #expect(item(.iTunesMetadataTrackNumber)?.dataValue == Data([0, 0, 0, 3, 0, 12, 0, 0]))
            #expect(item(AVMetadataIdentifier("itlk/com.apple.iTunes.LABEL"))?.stringValue == "own")
            #expect(item(.commonIdentifierArtwork)?.dataValue == Data(picture))
            // From there into a file of another kind, with an item of the program's own.
            let again = try AVAssetWriter(outputURL: url.appendingPathExtension("caf"), fileType: .caf)
            let title = AVMutableMetadataItem()
            (title.identifier, title.value) = (.commonIdentifierAlbumName, "Record")
            again.metadata = items + [title]
            #expect(again.metadata.count == items.count + 1)
            let input = AVAssetWriterInput(
                mediaType: .audio,
                outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1])
            again.add(input)
            #expect(again.startWriting())
            again.startSession(atSourceTime: .zero)
            await again.finishWriting()
            let found = AVURLAsset(url: again.outputURL).metadata
            let texts = Dictionary(found.map { ($0.identifier?.rawValue ?? "", $0.stringValue) }) { first, _ in first }
            #expect(
                texts == [
                    "caaf/title": "Song", "caaf/track%20number": "3/12", "caaf/album": "Record", "caaf/LABEL": "own",
                ])
        }
    }

    @Test func cancelledExportsLeaveNothing() async throws {
        try await AssetStage.temporary("sound.m4a") { url in
            let asset = AssetStage.asset("WAVE/s16-stereo.wav")
            let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
            session.outputURL = url
            session.cancelExport()
            await session.export()
            #expect(session.status == .cancelled && !FileManager.default.fileExists(atPath: url.path))
            let statuses: [AVAssetExportSession.Status] = [
                .unknown, .waiting, .exporting, .completed, .failed, .cancelled,
            ]
            #expect(statuses.map(\.rawValue) == Array(0...5))
        }
    }
}

import AudioCore
import AudioFiles
import AudioToolbox
import Foundation
import Glibc

/// A file that was opened or created for `AVAudioFile`, and its formats.
struct OpenedFile {
    let file: ExtendedFile
    /// What the file holds.
    let encoded: AVAudioFormat
    /// What is read from it, or written to it.
    let client: AVAudioFormat

    init(reading url: URL, _ common: AVAudioCommonFormat, interleaved: Bool) throws {
        Self.require(common)
        file = try throwingErrors(call: "ExtAudioFileOpenURL") {
            do {
                return try ExtendedFile.open(path(of: url as NSURL))
            } catch let error as AudioError where error.status == AudioError.fileNotFound.status {
                throw AudioError.unspecified.because(error.reason)
            }
        }
        do {
            (encoded, client) = try Self.formats(file, common, interleaved)
        } catch {
            try? file.dispose()
            throw error
        }
    }

    init(writing url: URL, _ settings: [String: Any], _ common: AVAudioCommonFormat, interleaved: Bool) throws {
        Self.require(common)
        let (plan, place, created) = try throwingErrors(call: "ExtAudioFileCreateWithURL") {
            let plan = try NewFile(settings, extension: url.pathExtension)
            // Before the file that is there is lost.
            try plan.checkEncoder()
            let place = try path(of: url as NSURL)
            return (plan, place, try plan.create(at: place))
        }
        file = created
        do {
            (encoded, client) = try Self.formats(created, common, interleaved)
            try throwingErrors(call: "ExtAudioFileSetProperty") { try plan.configure(created) }
        } catch {
            // Nothing but a head is in the file, and nobody will write more.
            let isDevice = created.file.isOnDevice
            try? created.dispose()
            // Not a folder that has taken its place, with what is in it.
            if !isDevice { _ = unlink(place.bytes) }
            throw error
        }
    }

    private static func require(_ common: AVAudioCommonFormat) {
        AudioToolbox.require(common != .otherFormat, "commonFormat != AVAudioOtherFormat")
    }

    /// The file's own format and the one that it is read or written in.
    private static func formats(
        _ opened: ExtendedFile, _ common: AVAudioCommonFormat, _ interleaved: Bool
    ) throws -> (encoded: AVAudioFormat, client: AVAudioFormat) {
        let held = opened.file.format
        let client = common.streamFormat(
            sampleRate: held.sampleRate, channels: held.channels, interleaved: interleaved)!
        try throwingErrors(call: "ExtAudioFileSetProperty") { try opened.setClientFormat(client) }
        let layout = opened.file.description.layout
        let fitting = layout.flatMap { $0.channelCount == held.channels ? $0 : nil }
        let encoded = AVAudioFormat(held, layout: fitting)
        if !opened.file.description.magicCookie.isEmpty {
            encoded.magicCookie = Data(opened.file.description.magicCookie)
        }
        return (encoded, AVAudioFormat(client, layout: fitting))
    }
}

import AudioToolbox
import Foundation
import ToolSupport

/// A file that packets are copied into.
final class AudioFileWriter {
    let id: AudioFileID
    private var isOpen = true

    init(_ path: String, _ plan: OutputPlan) throws(ToolError) {
        var format = plan.format
        var created: AudioFileID?
        let flags: AudioFileFlags = plan.options.noFiller ? [.eraseFile, .dontPageAlignAudioData] : .eraseFile
        try check(
            "AudioFileCreateWithURL",
            AudioFileCreateWithURL(URL(fileURLWithPath: path) as CFURL, plan.fileType, &format, flags, &created))
        id = created!
    }

    deinit { if isOpen { _ = AudioFileClose(id) } }

    func close() throws(ToolError) {
        isOpen = false
        try check("AudioFileClose", AudioFileClose(id))
    }

    /// Copies all packets, and then how many of their frames count.
    func copyPackets(from source: AudioFileHandle) throws(ToolError) {
        let largest = max(1, source.value(kAudioFilePropertyPacketSizeUpperBound, UInt32(0)) ?? 1)
        let capacity = max(largest, 1 << 18)
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: Int(capacity), alignment: 16)
        defer { buffer.deallocate() }
        let run = max(1, capacity / largest)
        var descriptions = [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: Int(run))
        var packet: Int64 = 0
        while true {
            var bytes = capacity
            var packets = run
            try check(
                "AudioFileReadPacketData",
                AudioFileReadPacketData(source.id, false, &bytes, &descriptions, packet, &packets, buffer))
            if packets == 0 { break }
            try check(
                "AudioFileWritePackets",
                AudioFileWritePackets(id, false, bytes, &descriptions, packet, &packets, buffer))
            packet += Int64(packets)
        }
        if var table = source.value(kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo()) {
            // A type without a packet table keeps all frames; that is what its readers will play.
            _ = AudioFileSetProperty(
                id, kAudioFilePropertyPacketTableInfo, UInt32(MemoryLayout<AudioFilePacketTableInfo>.size), &table)
        }
    }
}

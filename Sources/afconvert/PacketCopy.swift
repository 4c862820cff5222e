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
        try check(
            "AudioFileCreateWithURL",
            AudioFileCreateWithURL(
                URL(fileURLWithPath: path) as CFURL, plan.fileType, &format, plan.creationFlags, &created))
        id = created!
    }

    deinit { if isOpen { _ = AudioFileClose(id) } }

    func close() throws(ToolError) {
        isOpen = false
        try check("AudioFileClose", AudioFileClose(id))
    }

    func set(_ property: AudioFilePropertyID, _ bytes: [UInt8]) throws(ToolError) {
        try check("AudioFileSetProperty", AudioFileSetProperty(id, property, UInt32(bytes.count), bytes))
    }

    /// Copies all packets, and then how many of their frames count.
    func copyPackets(from source: AudioFileID) throws(ToolError) {
        var size = UInt32(MemoryLayout<UInt32>.size)
        var largest: UInt32 = 0
        try check(
            "AudioFileGetProperty",
            AudioFileGetProperty(source, kAudioFilePropertyPacketSizeUpperBound, &size, &largest))
        largest = max(1, largest)
        let capacity = max(largest, Conversion.bufferSize)
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: Int(capacity), alignment: 16)
        defer { buffer.deallocate() }
        let run = capacity / largest
        var descriptions = [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: Int(run))
        var packet: Int64 = 0
        while true {
            var bytes = capacity
            var packets = run
            let status = AudioFileReadPacketData(source, false, &bytes, &descriptions, packet, &packets, buffer)
            // The last packets and the end may be told at once.
            if status != kAudioFileEndOfFileError { try check("AudioFileReadPacketData", status) }
            if packets == 0 { break }
            try check(
                "AudioFileWritePackets",
                AudioFileWritePackets(id, false, bytes, &descriptions, packet, &packets, buffer))
            packet += Int64(packets)
        }
        if var table = packetTable(of: source) {
            // A type without a packet table keeps all frames; that is what its readers will play.
            _ = AudioFileSetProperty(
                id, kAudioFilePropertyPacketTableInfo, UInt32(MemoryLayout<AudioFilePacketTableInfo>.size), &table)
        }
    }
}

/// How many of a file's frames count, nil where it does not tell.
func packetTable(of file: AudioFileID) -> AudioFilePacketTableInfo? {
    var table = AudioFilePacketTableInfo()
    var size = UInt32(MemoryLayout<AudioFilePacketTableInfo>.size)
    return AudioFileGetProperty(file, kAudioFilePropertyPacketTableInfo, &size, &table) == noErr ? table : nil
}

extension OutputPlan {
    var creationFlags: AudioFileFlags {
        options.noFiller ? [.eraseFile, .dontPageAlignAudioData] : .eraseFile
    }

    /// Writes the numbers of `--prime-override` into a file that is complete. The frames that count change with them.
    func overridePriming(of path: String) throws(ToolError) {
        guard let numbers = options.primeOverride.last else { return }
        guard let priming = Int32(numbers.first), let remainder = Int32(numbers.second), priming >= -1, remainder >= -1
        else { throw ToolError("Parsing --prime-override", kAudio_ParamError) }
        var opened: AudioFileID?
        try check(
            "AudioFileOpenURL",
            AudioFileOpenURL(URL(fileURLWithPath: path) as CFURL, .readWritePermission, fileType, &opened))
        let file = opened!
        defer { _ = AudioFileClose(file) }
        guard var table = packetTable(of: file) else {
            throw ToolError("Finding a packet table for --prime-override", kAudioFileUnsupportedPropertyError)
        }
        let total = table.mNumberValidFrames + Int64(table.mPrimingFrames) + Int64(table.mRemainderFrames)
        if priming >= 0 { table.mPrimingFrames = priming }
        if remainder >= 0 { table.mRemainderFrames = remainder }
        table.mNumberValidFrames = total - Int64(table.mPrimingFrames) - Int64(table.mRemainderFrames)
        guard table.mNumberValidFrames >= 0 else { throw ToolError("Setting --prime-override", kAudio_ParamError) }
        try check(
            "AudioFileSetProperty",
            AudioFileSetProperty(
                file, kAudioFilePropertyPacketTableInfo, UInt32(MemoryLayout<AudioFilePacketTableInfo>.size), &table))
    }
}

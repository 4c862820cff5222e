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
        let url = fileURL(path)
        let status = Interruption.making {
            AudioFileCreateWithURL(url, plan.fileType, &format, plan.creationFlags, &created)
        }
        try check("AudioFileCreateWithURL", status)
        id = created!
    }

    deinit { if isOpen { _ = AudioFileClose(id) } }

    func close() throws(ToolError) {
        isOpen = false
        try check("AudioFileClose", AudioFileClose(id))
    }

    /// Whether files of this type can store a property.
    func takes(_ property: AudioFilePropertyID) -> Bool {
        var isWritable: UInt32 = 0
        return AudioFileGetPropertyInfo(id, property, nil, &isWritable) == noErr && isWritable != 0
    }

    func set(_ property: AudioFilePropertyID, _ bytes: [UInt8]) throws(ToolError) {
        try check(
            "AudioFileSetProperty", of: property, AudioFileSetProperty(id, property, UInt32(bytes.count), bytes))
    }

    /// Copies all packets, and then how many of their frames count.
    ///
    /// - Throws: where there is no packet in a file that has audio data.
    func copyPackets(from source: AudioFileID) throws(ToolError) {
        var runs = try PacketRuns(source)
        var isEmpty = true
        while let run = try runs.next() {
            var packets = run.packets
            isEmpty = false
            try check(
                "AudioFileWritePackets",
                AudioFileWritePackets(id, false, run.bytes, run.descriptions, run.start, &packets, run.memory))
        }
        if isEmpty {
            var (bytes, size) = (UInt64(0), UInt32(MemoryLayout<UInt64>.size))
            let status = AudioFileGetProperty(source, kAudioFilePropertyAudioDataByteCount, &size, &bytes)
            guard status != noErr || bytes == 0 else {
                throw ToolError(
                    "Finding a packet in the file", kAudioFileInvalidFileError, because: "its audio data is damaged")
            }
        }
        if var table = packetTable(of: source) {
            // A type without a packet table keeps all frames; that is what its readers will play.
            _ = AudioFileSetProperty(
                id, kAudioFilePropertyPacketTableInfo, UInt32(MemoryLayout<AudioFilePacketTableInfo>.size), &table)
        }
    }
}

/// Goes through a file's packets, some at a time.
struct PacketRuns {
    struct Run {
        var start: Int64
        var packets: UInt32
        var bytes: UInt32
        var descriptions: [AudioStreamPacketDescription]
        /// Good until the next run.
        var memory: UnsafeMutableRawPointer
    }

    private let file: AudioFileID
    private let buffer: Buffer
    private let most: UInt32
    private var packet: Int64 = 0

    private final class Buffer {
        let memory: UnsafeMutableRawPointer
        let capacity: UInt32

        init(_ capacity: UInt32) {
            self.capacity = capacity
            memory = .allocate(byteCount: Int(capacity), alignment: 16)
        }

        deinit { memory.deallocate() }
    }

    init(_ file: AudioFileID) throws(ToolError) {
        self.file = file
        var size = UInt32(MemoryLayout<UInt32>.size)
        var largest: UInt32 = 0
        try check(
            "AudioFileGetProperty", of: kAudioFilePropertyPacketSizeUpperBound,
            AudioFileGetProperty(file, kAudioFilePropertyPacketSizeUpperBound, &size, &largest))
        largest = max(1, largest)
        buffer = Buffer(max(largest, Conversion.bufferSize))
        most = buffer.capacity / largest
    }

    /// The next packets, nil at the end.
    mutating func next() throws(ToolError) -> Run? {
        var run = Run(
            start: packet, packets: most, bytes: buffer.capacity,
            descriptions: Array(repeating: AudioStreamPacketDescription(), count: Int(most)), memory: buffer.memory)
        let status = AudioFileReadPacketData(
            file, false, &run.bytes, &run.descriptions, packet, &run.packets, buffer.memory)
        // One call may return the last packets and report the end.
        if status != kAudioFileEndOfFileError { try check("AudioFileReadPacketData", status) }
        guard run.packets > 0 else { return nil }
        packet += Int64(run.packets)
        return run
    }
}

/// How many of a file's frames count; nil where the file does not state it.
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
        else {
            throw ToolError(
                "Parsing --prime-override", kAudio_ParamError, because: "it takes two whole numbers from -1 up")
        }
        try changePacketTable(of: path, for: "--prime-override") { table in
            let total = table.mNumberValidFrames + Int64(table.mPrimingFrames) + Int64(table.mRemainderFrames)
            if priming >= 0 { table.mPrimingFrames = priming }
            if remainder >= 0 { table.mRemainderFrames = remainder }
            table.mNumberValidFrames = total - Int64(table.mPrimingFrames) - Int64(table.mRemainderFrames)
        }
    }

    /// Says in a file that is complete that so many frames at its start and its end are the neighbours'.
    func leaveOut(_ before: Int64, _ after: Int64, of path: String) throws(ToolError) {
        guard before > 0 || after > 0 else { return }
        try changePacketTable(of: path, for: "gapless encoding") { table in
            table.mPrimingFrames += Int32(before)
            table.mRemainderFrames += Int32(after)
            table.mNumberValidFrames -= before + after
        }
    }

    private func changePacketTable(
        of path: String, for purpose: String, _ change: (inout AudioFilePacketTableInfo) -> Void
    ) throws(ToolError) {
        var opened: AudioFileID?
        try check(
            "AudioFileOpenURL",
            AudioFileOpenURL(fileURL(path), .readWritePermission, fileType, &opened))
        let file = opened!
        defer { _ = AudioFileClose(file) }
        guard var table = packetTable(of: file) else {
            throw ToolError(
                "Finding a packet table for \(purpose)", kAudioFileUnsupportedPropertyError,
                because: "\(self.path): files of type '\(spelled(fileType))' have none for this data format")
        }
        change(&table)
        guard table.mNumberValidFrames >= 0 else {
            throw ToolError(
                "Setting \(purpose)", kAudio_ParamError, because: "\(self.path): it has fewer frames than that")
        }
        try check(
            "AudioFileSetProperty", of: kAudioFilePropertyPacketTableInfo,
            AudioFileSetProperty(
                file, kAudioFilePropertyPacketTableInfo, UInt32(MemoryLayout<AudioFilePacketTableInfo>.size), &table))
    }
}

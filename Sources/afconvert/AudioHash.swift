import AudioToolbox
import ToolSupport

/// The SHA-1 of a file's audio data, and the chunk in which a file keeps one.
///
/// What is hashed are the packets as they are coded, one after the other: the same sound in another container has the
/// same hash. Core Audio's chunk is not documented; this one is ours.
enum AudioHash {
    private static let chunk = fourCharacterCode("SHA1")!
    private static let size = 20
    /// Files with chunks that programs may add.
    private static let types: Set<AudioFileTypeID> = [
        kAudioFileCAFType, kAudioFileWAVEType, kAudioFileRF64Type, kAudioFileBW64Type, kAudioFileWave64Type,
        kAudioFileAIFFType, kAudioFileAIFCType,
    ]

    static func ofAudioData(in file: AudioFileID) throws(ToolError) -> [UInt8] {
        var hash = SHA1()
        var packets = try PacketRuns(file)
        while let run = try packets.next() {
            hash.add(UnsafeRawBufferPointer(start: run.memory, count: Int(run.bytes)))
        }
        return hash.finished()
    }

    /// What a file keeps, nil where it keeps none.
    static func kept(in file: AudioFileID) -> [UInt8]? {
        var size: UInt32 = 0
        guard AudioFileGetUserDataSize(file, chunk, 0, &size) == noErr, size == Self.size else { return nil }
        var bytes = [UInt8](repeating: 0, count: Self.size)
        return AudioFileGetUserData(file, chunk, 0, &size, &bytes) == noErr ? bytes : nil
    }

    static func keep(_ hash: [UInt8], in file: AudioFileID, type: AudioFileTypeID) throws(ToolError) {
        guard types.contains(type) else {
            throw ToolError(
                "Keeping a hash in a file of this type", kAudioFileOperationNotSupportedError,
                because: "CAF, WAVE and AIFF files hold one")
        }
        try check("AudioFileSetUserData", AudioFileSetUserData(file, chunk, 0, UInt32(hash.count), hash))
    }
}

/// FIPS 180-4, section 6.1.
struct SHA1 {
    private var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    private var pending: [UInt8] = []
    private var count: UInt64 = 0
    private static let blockSize = 64

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        count += UInt64(bytes.count)
        var start = 0
        if !pending.isEmpty {
            start = min(Self.blockSize - pending.count, bytes.count)
            pending += bytes[..<start]
            guard pending.count == Self.blockSize else { return }
            pending.withUnsafeBytes { block($0, 0, &state) }
            pending = []
        }
        while bytes.count - start >= Self.blockSize {
            block(bytes, start, &state)
            start += Self.blockSize
        }
        pending += bytes[start...]
    }

    mutating func finished() -> [UInt8] {
        let bits = count * 8
        var tail: [UInt8] = [0x80]
        tail += [UInt8](repeating: 0, count: (119 - pending.count) % Self.blockSize)
        tail += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
        tail.withUnsafeBytes { add($0) }
        return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }

    private func block(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ state: inout [UInt32]) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
            for i in 0..<16 {
                words[i] = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: start + 4 * i, as: UInt32.self))
            }
            for i in 16..<80 { words[i] = rotated(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1) }
            var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
            for i in 0..<80 {
                let (mix, constant): (UInt32, UInt32) =
                    switch i / 20 {
                    case 0: (b & c | ~b & d, 0x5A82_7999)
                    case 1: (b ^ c ^ d, 0x6ED9_EBA1)
                    case 2: (b & c | b & d | c & d, 0x8F1B_BCDC)
                    default: (b ^ c ^ d, 0xCA62_C1D6)
                    }
                let next = rotated(a, 5) &+ mix &+ e &+ constant &+ words[i]
                (e, d, c, b, a) = (d, c, rotated(b, 30), a, next)
            }
            for (i, word) in [a, b, c, d, e].enumerated() { state[i] &+= word }
        }
    }

    private func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 { word << bits | word >> (32 - bits) }
}

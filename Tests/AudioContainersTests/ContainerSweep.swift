import AudioContainers
import AudioCore
import TestSupport
import Testing

/// What every container in `Containers.all` must do, whatever its format: a new row there is swept without a line here.
@Suite struct ContainerSweep {
    /// One format that one file type says it can hold.
    struct Row: Sendable, CustomStringConvertible {
        let container: any Container.Type
        let type: FileType
        let format: FileType.WritableFormat

        var description: String { "\(type.id) \(format)" }
    }

    static let rows: [Row] = Containers.all.flatMap { container in
        container.types.flatMap { type in
            type.formats.map { Row(container: container, type: type, format: $0) }
        }
    }

    @Test func everyTypeIsKnownByItsOwnNameAlone() {
        let ids = Containers.all.flatMap { $0.types.map(\.id) }
        #expect(Set(ids).count == ids.count)
        for container in Containers.all {
            let hasStreams = ElementaryStreams.all.contains {
                ObjectIdentifier($0.container) == ObjectIdentifier(container)
                    && container.claim(on: $0.bytes, isWhole: true) != nil
            }
            #expect(!container.signatures.isEmpty || hasStreams)
            for type in container.types { #expect(!type.extensions.isEmpty && !type.name.isEmpty, "\(type.id)") }
        }
    }

    @Test(arguments: rows) func aFormatComesBack(row: Row) throws {
        let sample = ContainerSamples.sample(row.format)
        let bytes = try sample.file(row.container, row.type.id)
        let claimant = try #require(Containers.claiming(Array(bytes.prefix(Containers.headSize))))
        #expect(ObjectIdentifier(claimant) == ObjectIdentifier(row.container))
        let source = MemoryBytes(bytes)
        var file = try row.container.read(source)
        // How the sample was laid out; only some formats can state it.
        file.alignsAudioData = false
        // The sample has no edit list, and its magic cookie says what the decoder's start is.
        if row.type.id == "mp4f", file.format.formatID == "opus" {
            #expect(file.packetTable?.primingFrames == 312)
            file.packetTable = nil
        }
        #expect(file.fileType == row.type.id)
        let isCore = row.type.id == "adts" && sample.format.formatID != .aac
        #expect(isCore || file.format.settingWhatBytesHide == sample.format.settingWhatBytesHide)
        #expect(file.packets.count == sample.packets.count)
        let data = try source.bytes(at: file.dataOffset, count: Int(file.dataSize))
        if file.packets.isConstant {
            #expect(data == sample.data)
        } else {
            let read = ContainerSample(format: file.format, packets: file.packets, data: data)
            #expect(read.contents == sample.contents)
        }
        #expect(file.isComplete && file.isOptimized)
        // What was read is laid out as the same bytes: at a place of its choice, and at the one it has.
        #expect(try file.laidOut(row.container, data: source) == bytes)
        let enclosure = try row.container.enclose(file, dataOffset: file.dataOffset)
        #expect(enclosure.head + data + enclosure.tail == bytes)
    }

    /// A killed writer leaves the head of an unfinished file and some of the data.
    @Test(arguments: rows) func anUnfinishedFileNeverMisleads(row: Row) throws {
        let sample = ContainerSamples.sample(row.format)
        var description = sample.description(row.type.id)
        description.isComplete = false
        description.dataSize = 0
        if description.packets.isConstant { description.packets.setConstantCount(0) }
        let enclosure = try row.container.enclose(description, dataOffset: nil)
        #expect(enclosure.tail.isEmpty)
        let source = MemoryBytes(enclosure.head + sample.data.prefix(60))
        guard let file = try? row.container.read(source) else { return }
        #expect(!file.isComplete)
        try expectSound(file, source)
    }

    @Test(arguments: rows) func everyPrefixIsRefusedOrDescribed(row: Row) throws {
        let bytes = try ContainerSamples.sample(row.format).file(row.container, row.type.id)
        try sweepPrefixes(bytes, row.container)
    }

    @Test(arguments: Fixture.all) func everyPrefixOfAFixtureIsRefusedOrDescribed(fixture: Fixture) throws {
        let bytes = try fixture.bytes()
        guard let container = Containers.claiming(Array(bytes.prefix(Containers.headSize))) else { return }
        try sweepPrefixes(bytes, container)
    }

    @Test(arguments: rows) func mutationsOfALaidOutFileDoNoHarm(row: Row) throws {
        let bytes = try ContainerSamples.sample(row.format).file(row.container, row.type.id)
        try mutate(bytes, row.container, times: 200)
    }

    @Test(arguments: Fixture.all) func mutationsOfAFixtureDoNoHarm(fixture: Fixture) throws {
        let bytes = try fixture.bytes()
        guard let container = Containers.claiming(Array(bytes.prefix(Containers.headSize))) else { return }
        try mutate(bytes, container, times: 200)
    }

    @Test(arguments: ElementaryStreams.all) func everyPrefixOfAStreamIsRefusedOrDescribed(
        sample: ElementaryStreams.Sample
    ) throws {
        try sweepPrefixes(sample.bytes, sample.container)
    }

    @Test(arguments: ElementaryStreams.all) func mutationsOfAStreamDoNoHarm(sample: ElementaryStreams.Sample) throws {
        try mutate(sample.bytes, sample.container, times: 200)
    }

    // MARK: Sweeps

    private func sweepPrefixes(_ bytes: [UInt8], _ container: any Container.Type) throws {
        for length in Prefixes.lengths(bytes.count, edges: 600, step: 61) {
            let source = MemoryBytes(Array(bytes.prefix(length)))
            guard let file = try? container.read(source) else { continue }
            try expectSound(file, source)
        }
    }

    /// Changes bytes, numbers and lengths of a file, and reads and lays out again whatever still opens.
    private func mutate(_ bytes: [UInt8], _ container: any Container.Type, times: Int) throws {
        var random = CodecSignals.Random(seed: UInt64(bytes.count))
        for _ in 0..<times {
            let source = MemoryBytes(Mutation.changed(bytes, &random))
            let start = ThreadClock.now
            if let file = try? container.read(source) {
                try expectSound(file, source)
                if let held = try? file.holdingChunks(of: source),
                    let enclosure = try? container.enclose(held, dataOffset: file.dataOffset)
                {
                    #expect(enclosure.head.count == Int(file.dataOffset))
                }
            }
            #expect(ThreadClock.now - start < .seconds(1))
        }
    }

    /// What holds for any description that a reader gives.
    private func expectSound(_ file: FileDescription, _ source: MemoryBytes) throws {
        let size = Int64(source.contents.count)
        #expect(file.dataOffset >= 0 && file.dataSize >= 0 && file.dataSize <= size - file.dataOffset)
        // Of ADPCM in WAVE a last block counts that is cut off.
        let cut = WAVEBlocks.Kind(file.format.formatID) == nil ? 0 : Int64(file.packets.constantSize) - 1
        #expect(file.packets.totalBytes <= file.dataSize + cut)
        #expect(file.format.sampleRate.isFinite && file.format.sampleRate >= 0)
        #expect((1...1024).contains(file.format.channels))
        #expect(!file.format.isPCM || file.format.isValidPCM)
        #expect(file.packets.count <= size)
        if let table = file.packetTable {
            #expect(table.validFrames >= 0 && table.primingFrames >= 0 && table.remainderFrames >= 0)
            #expect(table.validFrames <= file.packets.totalFrames)
        }
        for chunk in file.userChunks {
            if case .inFile(let offset, let length) = chunk.body {
                #expect(offset >= 0 && length >= 0 && length <= size - offset)
            }
        }
    }
}

/// Ways to break a file.
private enum Mutation {
    /// Values that lie: extremes, signs, powers of two.
    private static let lies: [UInt64] = [
        0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 1 << 32, 1 << 62, .max >> 1,
        .max,
    ]

    static func changed(_ bytes: [UInt8], _ random: inout CodecSignals.Random) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
            // Headers stand at the two ends.
            let near = Int.random(
                in: 0..<min(bytes.count, Bool.random(using: &random) ? 200 : bytes.count), using: &random)
            let place = Int.random(in: 0..<4, using: &random) == 0 ? bytes.count - 1 - near : near
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...16, using: &random)))
            case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 16)], at: place)
            default: lie(&bytes, at: place, &random)
            }
        }
        return bytes
    }

    private static func lie(_ bytes: inout [UInt8], at place: Int, _ random: inout CodecSignals.Random) {
        let width = [2, 4, 8].randomElement(using: &random)!
        guard place + width <= bytes.count else { return }
        let value = lies.randomElement(using: &random)!
        let isBig = Bool.random(using: &random)
        for index in 0..<width {
            bytes[place + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * (isBig ? width - 1 - index : index)))
        }
    }
}

extension StreamFormat {
    /// Without what not every file states: the byte order of samples of one byte, and the source's depth, which the flags
    /// and the cookie of Apple Lossless both have a place for.
    fileprivate var settingWhatBytesHide: StreamFormat {
        var format = self
        if isPCM, bytesPerSample == 1 { format.flags.remove(.bigEndian) }
        if formatID == .alac { format.flags = [] }
        return format
    }
}

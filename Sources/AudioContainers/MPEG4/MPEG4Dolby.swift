import AudioCore

/// The atoms `dac3` and `dec3` of AC-3 and Enhanced AC-3, made from the first packet: ETSI TS 102 366, annex F.
///
/// In a description these bytes are the magic cookie: decoders need none, but the file does.
enum MPEG4Dolby {
    /// The bytes of the atom for a stream that begins with `packet`; nil for a packet of another format.
    static func config(_ format: FourCC, packet: UnsafeRawBufferPointer) -> [UInt8]? {
        let bytes = packet.bindMemory(to: UInt8.self)
        guard let header = AC3.Header(bytes, freeSize: -1), AC3.formatID(bytes, header) == format else { return nil }
        return format == "ec-3" ? enhanced(bytes) : plain(bytes)
    }

    /// How many channels the stream has by its atom, and where they belong; nil where the atom is cut off.
    ///
    /// Of Enhanced AC-3 the first program counts, with what the substreams that depend on it add.
    static func speakers(
        _ format: FourCC, config: [UInt8]
    ) -> (channels: Int, layout: ChannelLayout?)? {
        guard config.count >= (format == "ac-3" ? 3 : 5) else { return nil }
        let (mode, places) = config.withUnsafeBufferPointer { bytes in
            var bits = HeaderBits(bytes)
            // Rate, identification and service; Enhanced AC-3 has its bit rate and number of programs before.
            bits.skip(format == "ac-3" ? 10 : 13 + 3 + 12)
            let mode = bits.read(3)
            var places = AC3.Places.of(mode, lowFrequency: bits.read(1) == 1)
            if format == "ec-3" {
                bits.skip(3)
                if bits.read(4) > 0 { places |= AC3.Places.added(bits.read(9)) }
            }
            return (mode, places)
        }
        return (
            AC3.Places.channels(places, isDualMono: mode == 0), AC3.Places.layout(places, isDualMono: mode == 0)
        )
    }

    /// No packet of the format has more bytes.
    static let largest = AC3.maximumPacket

    /// Frames of a packet of Enhanced AC-3: one of six blocks, or of several that have fewer. Writers disagree on how long the
    /// tables of the file say that it lasts. Nil for what is no packet.
    static func frames(packet: [UInt8]) -> Int? {
        packet.withUnsafeBufferPointer { bytes in
            var (position, frames) = (0, 0)
            while position < bytes.count,
                let header = AC3.Header(UnsafeBufferPointer(rebasing: bytes[position...]), freeSize: -1)
            {
                if header.beginsPacket { frames += header.frames }
                position += header.size
            }
            return (256...1536).contains(frames) ? frames : nil
        }
    }

    private static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var frame = HeaderBits(bytes)
        frame.skip(32)
        let rate = frame.read(2)
        let sizeCode = frame.read(6)
        let identification = frame.read(5)
        let service = frame.read(3)
        let mode = frame.read(3)
        // Mixing levels that only some modes have.
        frame.skip((mode & 1 != 0 && mode != 1 ? 2 : 0) + (mode & 4 != 0 ? 2 : 0) + (mode == 2 ? 2 : 0))
        var output = ConfigBytes()
        output.write(rate, 2)
        output.write(identification, 5)
        output.write(service, 3)
        output.write(mode, 3)
        output.write(frame.read(1), 1)
        output.write(sizeCode / 2, 5)
        output.write(0, 5)
        return output.bytes
    }

    /// An independent substream with those that depend on it.
    private struct Program {
        var fields: [(value: Int, bits: Int)] = []
        var dependents = 0
        var places = 0
    }

    private static func enhanced(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var programs: [Program] = []
        var position = 0
        var frames = 1536
        var rate = 48_000.0
        while position < bytes.count, programs.count <= 8 {
            let rest = UnsafeBufferPointer(rebasing: bytes[position...])
            guard let header = AC3.Header(rest, freeSize: -1) else { break }
            if header.stream == .independent {
                // Packets of less than six blocks come several in a row; the first says it all.
                if header.substream < programs.count { break }
                programs.append(program(rest, header))
                (frames, rate) = (header.frames, header.sampleRate)
            } else if !programs.isEmpty {
                programs[programs.count - 1].dependents += 1
                programs[programs.count - 1].places |= AC3.Places.locations(header.places)
            }
            position += header.size
        }
        guard !programs.isEmpty else { return nil }
        var output = ConfigBytes()
        output.write(Int(min(8191, Double(position * 8) * rate / Double(frames) / 1000)), 13)
        output.write(programs.count - 1, 3)
        for program in programs {
            for field in program.fields { output.write(field.value, field.bits) }
            output.write(0, 3)
            output.write(program.dependents, 4)
            output.write(program.places, program.dependents > 0 ? 9 : 1)
        }
        return output.bytes
    }

    private static func program(_ bytes: UnsafeBufferPointer<UInt8>, _ header: AC3.Header) -> Program {
        let rate = Int(bytes[4] >> 6)
        let identification = Int(bytes[5] >> 3)
        let lowFrequency = header.hasLowFrequency ? 1 : 0
        return Program(fields: [(rate, 2), (identification, 5), (0, 5), (header.mode, 3), (lowFrequency, 1)])
    }
}

/// Bits put together to bytes, the first one highest.
private struct ConfigBytes {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    mutating func write(_ value: Int, _ bits: Int) {
        for shift in (0..<bits).reversed() {
            if count % 8 == 0 { bytes.append(0) }
            bytes[count / 8] |= UInt8(value >> shift & 1) << UInt8(7 - count % 8)
            count += 1
        }
    }
}

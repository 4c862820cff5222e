import AudioContainers
import AudioCore
import AudioFiles

/// Parses the input as a stream, whole and cut up, with seeks and gaps, and expects that cutting changes nothing.
///
/// The first byte chooses a type hint, the second how the rest is cut.
func fuzz(stream input: UnsafeBufferPointer<UInt8>) {
    guard input.count > 2 else { return }
    let hints: [FourCC?] = [nil] + Containers.all.flatMap { $0.types.map(\.id) }
    let hint = hints[Int(input[0]) % hints.count] ?? FourCC(0)
    let bytes = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: input[2...]))
    let whole = Parsing(bytes, hint: hint, seed: nil)
    let cut = Parsing(bytes, hint: hint, seed: UInt32(input[1]))
    precondition(whole.packets == cut.packets && whole.sum == cut.sum, "cutting a stream up changed its packets")
    precondition(whole.properties == cut.properties, "cutting a stream up changed its properties")
    precondition(whole.status == cut.status, "cutting a stream up changed its error")
    whole.seek(in: bytes)
}

/// One run over the input, and what came of it.
private final class Parsing {
    private let stream: FileStream
    private(set) var packets = 0
    private(set) var sum: UInt64 = 0
    private(set) var properties: [UInt32] = []
    private(set) var status: Int32 = 0

    init(_ bytes: UnsafeRawBufferPointer, hint: FourCC, seed: UInt32?) {
        stream = FileStream(hint: hint)
        stream.client = FileStream.Client(
            property: { [unowned self] id, _ in
                properties.append(id)
                _ = try? stream.property(id, input: UnsafeRawBufferPointer(start: nil, count: 0))
            },
            packets: { [unowned self] data, count, descriptions in
                packets += Int(count)
                guard let descriptions else {
                    for byte in data { sum = sum &* 31 &+ UInt64(byte) }
                    return
                }
                for packet in UnsafeBufferPointer(start: descriptions, count: Int(count)) {
                    let start = Int(packet.mStartOffset)
                    for byte in data[start..<start + Int(packet.mDataByteSize)] { sum = sum &* 31 &+ UInt64(byte) }
                    sum = sum &* 31 &+ UInt64(packet.mVariableFramesInPacket)
                }
            })
        do throws(AudioError) {
            var state = seed
            var rest = bytes[...]
            while !rest.isEmpty {
                var size = rest.count
                if let seed = state {
                    state = seed &* 1_664_525 &+ 1_013_904_223
                    size = min(size, 1 + Int(seed >> 16) % (seed & 0x8000 != 0 ? 40 : 5000))
                }
                let piece = rest.prefix(size)
                try stream.parse(UnsafeRawBufferPointer(rebasing: piece), isDiscontinuous: false)
                rest = rest[piece.endIndex...]
            }
            try stream.parse(UnsafeRawBufferPointer(start: nil, count: 0), isDiscontinuous: false)
        } catch { status = error.status }
    }

    /// Goes on in other places, as a player does whose listener pulls a slider.
    func seek(in bytes: UnsafeRawBufferPointer) {
        for packet: Int64 in [0, 1, 7, 1 << 40] {
            guard let place = try? stream.seek(toPacket: packet) else { continue }
            precondition(place.offset >= 0)
            let start = Int(clamping: place.offset) % max(1, bytes.count)
            try? stream.parse(UnsafeRawBufferPointer(rebasing: bytes[start...]), isDiscontinuous: true)
            try? stream.parse(UnsafeRawBufferPointer(start: nil, count: 0), isDiscontinuous: packet > 1)
        }
    }
}

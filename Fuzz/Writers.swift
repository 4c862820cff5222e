import AudioContainers
import AudioCore

/// Takes the input for a magic cookie, and for a packet, of one format in one file type: the first byte says which.
func fuzz(cookie input: UnsafeBufferPointer<UInt8>) {
    guard let choice = input.first else { return }
    let input = UnsafeBufferPointer(rebasing: input.dropFirst())
    let cookie = Array(input)
    _ = try? AudioSpecificConfig(magicCookie: cookie)
    let (container, type, format) = writtenFormats[Int(choice) % writtenFormats.count]
    lay(out: container, type, format, cookie: cookie, packet: UnsafeRawBufferPointer(input))
}

/// Every format that is not PCM, in every file type that takes it.
private let writtenFormats: [(any Container.Type, FourCC, FourCC)] = {
    var all: [(any Container.Type, FourCC, FourCC)] = []
    for container in Containers.all {
        for type in container.types {
            for case .encoded(let id) in type.formats { all.append((container, type.id, id)) }
        }
    }
    return all
}()

private func lay(
    out container: any Container.Type, _ type: FourCC, _ id: FourCC, cookie: [UInt8], packet: UnsafeRawBufferPointer
) {
    var packets = PacketIndex(variableSizesWithFrames: 1024)
    packets.append(size: 7)
    var file = FileDescription(
        fileType: type,
        format: StreamFormat(
            sampleRate: id == "opus" ? 48_000 : 44_100, formatID: id, framesPerPacket: 1024, channels: 2),
        packets: packets)
    file.dataSize = 7
    _ = try? container.packetHeaders([packet], in: &file)
    for isComplete in [true, false] {
        file.isComplete = isComplete
        _ = try? container.enclose(file, dataOffset: nil)
        file.magicCookie = cookie
        guard let enclosure = try? container.enclose(file, dataOffset: nil) else { continue }
        _ = try? container.enclose(file, dataOffset: Int64(enclosure.head.count))
        _ = try? container.packetHeaders([packet], in: &file)
        if let entry = container.journal(file, after: nil) {
            file.journalOffset = file.dataOffset &+ (file.packets.totalBytes &+ 1)
            file.isComplete = false
            _ = try? container.enclose(file, dataOffset: nil)
            _ = container.journal(file, after: entry.progress)
        }
    }
}

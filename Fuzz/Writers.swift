import AudioContainers
import AudioCore

/// Takes the input for a magic cookie, and for a packet, of every format that is written in every file type.
func fuzz(cookie input: UnsafeBufferPointer<UInt8>) {
    let cookie = Array(input)
    _ = try? AudioSpecificConfig(magicCookie: cookie)
    for container in Containers.all {
        for type in container.types {
            for format in type.formats {
                guard case .encoded(let id) = format else { continue }
                lay(out: container, type.id, id, cookie: cookie, packet: UnsafeRawBufferPointer(input))
            }
        }
    }
}

private func lay(
    out container: any Container.Type, _ type: FourCC, _ id: FourCC, cookie: [UInt8], packet: UnsafeRawBufferPointer
) {
    var packets = PacketIndex(variableSizesWithFrames: 1024)
    packets.append(size: 7)
    var file = FileDescription(
        fileType: type,
        format: StreamFormat(sampleRate: 44_100, formatID: id, framesPerPacket: 1024, channels: 2), packets: packets)
    file.dataSize = 7
    _ = try? container.packetHeader(packet, in: &file)
    for isComplete in [true, false] {
        file.isComplete = isComplete
        _ = try? container.enclose(file, dataOffset: nil)
        file.magicCookie = cookie
        guard let enclosure = try? container.enclose(file, dataOffset: nil) else { continue }
        _ = try? container.enclose(file, dataOffset: Int64(enclosure.head.count))
        _ = try? container.packetHeader(packet, in: &file)
        _ = container.journal(file, from: 0, mark: nil)
    }
}

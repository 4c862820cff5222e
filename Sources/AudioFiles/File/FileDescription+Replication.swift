import AudioCodecs
import AudioContainers
import AudioCore

extension FileDescription {
    /// If low-rate AAC does not signal spectral band replication, or mono HE-AAC does not signal parametric stereo,
    /// looks for it in the first packets and describes the resulting sound: HE-AAC with twice the rate and all frame
    /// counts doubled, or HE-AAC v2 with two channels.
    ///
    /// A magic cookie that signals the extension replaces the one that did not.
    mutating func detectReplication(in source: any ByteSource) {
        guard packets.count > 0, let config = replicableConfig else { return }
        applyReplication(in: firstPackets(ImplicitReplication.packetsToLookAt(config), in: source), config)
    }

    /// The configuration of a sound whose packets may contain an extension that it does not signal; nil for all others.
    var replicableConfig: AudioSpecificConfig? {
        guard !packets.isConstant, format.formatID == .aac || format.formatID == "aach",
            let config = try? AudioSpecificConfig(magicCookie: magicCookie), ImplicitReplication.isPossible(config),
            format.formatID == config.formatID, format.sampleRate == Double(config.sampleRate)
        else { return nil }
        return config
    }

    /// Describes the sound by its first packets, which the caller has read.
    mutating func applyReplication(in first: [[UInt8]], _ config: AudioSpecificConfig) {
        guard let found = ImplicitReplication.found(in: first, config), var replicated = try? found.format() else {
            return
        }
        magicCookie = ESDescriptor(specificInfo: found.bytes).bytes
        layout = found.layout
        guard !config.hasReplication else {
            replicated.framesPerPacket = format.framesPerPacket
            format = replicated
            return
        }
        let framesPerPacket = packets.constantFrames * 2
        if framesPerPacket > 0 {
            packets.setConstantFrames(framesPerPacket)
        } else {
            packets = packets.mappingFrames { UInt32(clamping: UInt64($0) * 2) }
        }
        replicated.framesPerPacket = framesPerPacket
        format = replicated
        packetTable = packetTable.flatMap { $0.replicated(delay: replicationDelay) }
        for index in markers.indices { markers[index].framePosition *= 2 }
        for region in regions.indices {
            for index in regions[region].markers.indices { regions[region].markers[index].framePosition *= 2 }
        }
    }

    /// Packets of AAC have at most 768 bytes for each channel; larger ones are not looked at.
    static let largestPacket: UInt32 = 1 << 13

    private func firstPackets(_ count: Int, in source: any ByteSource) -> [[UInt8]] {
        (0..<min(packets.count, Int64(count))).compactMap { position in
            let packet = packets[position]
            guard packet.size > 0, packet.size <= Self.largestPacket else { return nil }
            guard let pages else { return try? source.bytes(at: dataOffset + packet.offset, count: Int(packet.size)) }
            return try? pages.bytes(at: packet.offset, count: Int(packet.size), from: source)
        }
    }
}

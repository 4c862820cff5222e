import CCoreMIDI
import Foundation

/// What an endpoint of Universal MIDI Packets states of itself, and the stream messages that state it: 16 bytes each.
struct EndpointDescription: Equatable, Sendable {
    /// A group of channels that belong together, such as an instrument.
    struct Block: Equatable, Sendable {
        var name = ""
        var direction: UInt8 = 0
        var firstGroup: UInt8 = 0
        var groups: UInt8 = 1
        var mostStreams: UInt8 = 0
        var midi1: UInt8 = 0
        var hint: UInt8 = 0
        var isActive = true
    }

    /// The least number of all blocks of an endpoint is 0.
    static let mostBlocks = 32
    /// By the specification, an endpoint's name has 98 bytes at most.
    static let mostText = 98
    static let everyBlock: UInt8 = 0xFF

    var name = ""
    var instanceID = ""
    var device = InquiryDevice()
    /// 1 or 2.
    var protocolID: UInt8 = 2
    /// Bits of `MIDIUMPProtocolOptions`.
    var protocols: UInt8 = 3
    var isStatic = false
    var receivesTimes = false
    var sendsTimes = false
    var blocks: [UInt8: Block] = [:]
    /// How many blocks there are, whether all have been stated or not.
    var blockCount: UInt8 = 0

    // MARK: Writing

    private static func message(
        _ status: UMPStreamMessageStatus, format: UInt8 = 0, _ data: [UInt8]
    ) -> [UInt8] {
        let number = UInt16(status.rawValue)
        let head = [0xF0 | format << 2 | UInt8(number >> 8), UInt8(number & 0xFF)]
        return head + data + [UInt8](repeating: 0, count: 14 - data.count)
    }

    /// The question for parts of a description, whose bits are in `filter`.
    static func question(_ filter: UInt8) -> [UInt8] { message(.endpointDiscovery, [1, 1, 0, 0, 0, filter]) }

    static func blockQuestion(_ number: UInt8) -> [UInt8] { message(.functionBlockDiscovery, [number, 3]) }

    /// The messages that answer a question for parts of the description.
    func answers(_ filter: UInt8) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        if filter & 1 != 0 {
            let count = UInt8(blocks.count) | (isStatic ? 0x80 : 0)
            let times: UInt8 = (receivesTimes ? 2 : 0) | (sendsTimes ? 1 : 0)
            messages.append(Self.message(.endpointInfoNotification, [1, 1, count, 0, protocols, times]))
        }
        if filter & 2 != 0 {
            let device = [0, 0, 0] + device.manufacturer + device.family + device.model + device.revision
            messages.append(Self.message(.deviceIdentityNotification, device))
        }
        if filter & 4 != 0 { messages += Self.text(.endpointNameNotification, [], name) }
        if filter & 8 != 0 { messages += Self.text(.productInstanceIDNotification, [], instanceID) }
        if filter & 16 != 0 { messages.append(configuration) }
        return messages
    }

    var configuration: [UInt8] { Self.message(.streamConfigurationNotification, [protocolID, 0]) }

    /// The messages about a block, or about all of them.
    func blockAnswers(_ number: UInt8, _ filter: UInt8) -> [[UInt8]] {
        blocks.filter { number == Self.everyBlock || $0.key == number }.sorted { $0.key < $1.key }
            .flatMap { number, block in
                let flags = block.hint << 4 | block.midi1 << 2 | block.direction
                let information = Self.message(
                    .functionBlockInfoNotification,
                    [
                        number | (block.isActive ? 0x80 : 0), flags, block.firstGroup, block.groups,
                        InquiryMessage.newestVersion, block.mostStreams,
                    ])
                let name = Self.text(.functionBlockNameNotification, [number], block.name)
                return (filter & 1 != 0 ? [information] : []) + (filter & 2 != 0 ? name : [])
            }
    }

    /// The messages of a text, which are one or as many as it needs.
    private static func text(_ status: UMPStreamMessageStatus, _ head: [UInt8], _ text: String) -> [[UInt8]] {
        let bytes = Array(text.utf8.prefix(mostText))
        let room = 14 - head.count
        let count = max(1, (bytes.count + room - 1) / room)
        return (0..<count).map { index in
            let format: UInt8 = count == 1 ? 0 : index == 0 ? 1 : index == count - 1 ? 3 : 2
            return message(status, format: format, head + bytes.dropFirst(index * room).prefix(room))
        }
    }
}

/// Puts a description together from the messages that come.
struct EndpointReader: Sendable {
    /// What a message has completed.
    enum Change: Equatable, Sendable {
        case endpoint
        case block(UInt8)
    }

    var description = EndpointDescription()
    /// Bits of the parts that have come: those of a question's filter.
    private(set) var parts: UInt8 = 0
    private var text: [UInt16: [UInt8]] = [:]
    /// The blocks whose names have come.
    private var named: Set<UInt8> = []

    /// Whether all parts and all blocks have come.
    var isComplete: Bool {
        parts & 0x1F == 0x1F && min(named.count, description.blocks.count) >= Int(description.blockCount)
    }

    /// Takes a message of 16 bytes. Nil where it completes nothing.
    mutating func take(_ message: [UInt8]) -> Change? {
        guard message.count == 16, message[0] >> 4 == 0xF else { return nil }
        let status = UInt32(message[0] & 3) << 8 | UInt32(message[1])
        let format = message[0] >> 2 & 3
        switch UMPStreamMessageStatus(rawValue: status) {
        case .endpointInfoNotification:
            description.blockCount = min(message[4] & 0x7F, UInt8(EndpointDescription.mostBlocks))
            description.isStatic = message[4] & 0x80 != 0
            description.protocols = message[6] & 3
            description.receivesTimes = message[7] & 2 != 0
            description.sendsTimes = message[7] & 1 != 0
            return note(1)
        case .deviceIdentityNotification:
            description.device.manufacturer = message[5..<8].map { $0 & 0x7F }
            description.device.family = message[8..<10].map { $0 & 0x7F }
            description.device.model = message[10..<12].map { $0 & 0x7F }
            description.device.revision = message[12..<16].map { $0 & 0x7F }
            return note(2)
        case .endpointNameNotification:
            guard let name = read(UInt16(status), format, message[2...]) else { return nil }
            description.name = name
            return note(4)
        case .productInstanceIDNotification:
            guard let text = read(UInt16(status), format, message[2...]) else { return nil }
            description.instanceID = text
            return note(8)
        case .streamConfigurationNotification:
            guard message[2] == 1 || message[2] == 2 else { return nil }
            description.protocolID = message[2]
            return note(16)
        case .functionBlockInfoNotification:
            let number = message[2] & 0x7F
            guard number < EndpointDescription.mostBlocks else { return nil }
            var block = description.blocks[number] ?? EndpointDescription.Block()
            block.isActive = message[2] & 0x80 != 0
            (block.hint, block.midi1, block.direction) = (message[3] >> 4 & 3, message[3] >> 2 & 3, message[3] & 3)
            (block.firstGroup, block.groups, block.mostStreams) = (message[4] & 0xF, min(message[5], 16), message[7])
            description.blocks[number] = block
            return .block(number)
        case .functionBlockNameNotification:
            let number = message[2] & 0x7F
            guard number < EndpointDescription.mostBlocks,
                let name = read(UInt16(number) << 8 | UInt16(status), format, message[3...])
            else { return nil }
            description.blocks[number, default: EndpointDescription.Block()].name = name
            named.insert(number)
            return .block(number)
        default: return nil
        }
    }

    private mutating func note(_ part: UInt8) -> Change {
        parts |= part
        return .endpoint
    }

    /// Appends a piece of a text. Returns the text where the piece is its last.
    private mutating func read(_ key: UInt16, _ format: UInt8, _ piece: ArraySlice<UInt8>) -> String? {
        if format <= 1 { text[key] = [] }
        guard let begun = text[key], begun.count <= EndpointDescription.mostText else { return nil }
        text[key] = begun + piece.filter { $0 != 0 }
        guard format == 0 || format == 3 else { return nil }
        return text.removeValue(forKey: key).map { String(decoding: $0, as: UTF8.self) }
    }
}

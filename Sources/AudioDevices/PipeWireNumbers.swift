package import CPipeWire

/// A version of PipeWire's library, or of a server.
package struct PipeWireVersion: Comparable {
    package let major: Int
    package let minor: Int
    package let micro: Int

    package init(_ major: Int, _ minor: Int, _ micro: Int) {
        self.major = major
        self.minor = minor
        self.micro = micro
    }

    /// Reads a text like "1.4.2". What it does not say is 0.
    package init(_ text: String) {
        let numbers = text.split(separator: ".").map { Int($0.prefix(while: \.isNumber)) ?? 0 } + [0, 0, 0]
        self.init(numbers[0], numbers[1], numbers[2])
    }

    package static func < (one: PipeWireVersion, other: PipeWireVersion) -> Bool {
        (one.major, one.minor, one.micro) < (other.major, other.minor, other.micro)
    }
}

/// The numbers of a connection's messages, with which the server says what it has done.
package enum PipeWireSequence {
    /// Above the bits of the number there is one that marks an answer as yet to come.
    private static let mask: Int32 = 0x3fff_ffff

    /// Whether two numbers are those of the same message. An error is numbered without the mark.
    package static func isSame(_ one: Int32, _ other: Int32) -> Bool {
        one >= 0 && other >= 0 && one & mask == other & mask
    }

    /// Whether a server that is done with one message is done with another.
    ///
    /// - Parameter message: what the call returned that sent the message: less than 0 where it could not.
    package static func isDone(_ done: Int32, with message: Int32) -> Bool {
        guard done >= 0, message >= 0 else { return false }
        // They begin anew after the largest.
        return (done &- message) & mask <= mask / 2
    }
}

extension PipeWireLibrary {
    package var version: PipeWireVersion { PipeWireVersion(pw_get_library_version().map { String(cString: $0) } ?? "") }
}

extension PipeWire {
    /// Where each channel stands, in the order of a WAVE file, which is Core Audio's order too.
    static func positions(_ channels: Int) -> [UInt32] {
        let front = [PWPositionFrontLeft, PWPositionFrontRight]
        let centre = [PWPositionFrontCentre]
        let low = [PWPositionLowFrequency]
        let rear = [PWPositionRearLeft, PWPositionRearRight]
        let side = [PWPositionSideLeft, PWPositionSideRight]
        let positions =
            switch channels {
            case 1: [PWPositionMono]
            case 2: front
            case 3: front + centre
            case 4: front + rear
            case 5: front + centre + rear
            case 6: front + centre + low + rear
            case 7: front + centre + low + [PWPositionRearCentre] + side
            case 8: front + centre + low + rear + side
            default: (0..<channels).map { PWPositionAuxiliary + $0 }
            }
        return positions.map { UInt32($0) }
    }
}

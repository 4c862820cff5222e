import Glibc
import ToolSupport

/// Standard input, played as its bytes arrive.
struct StandardInput: SoundBringer {
    var duration: Double? { nil }

    private static let headStart = 0.25

    func bring(_ makePlayer: @escaping MakePlayer) throws {
        let stream = try StreamPlayer(typeHint: 0) { (sound) throws(ToolError) in
            try makePlayer(sound, Self.headStart)
        }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0, try stream.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { break }
        }
        try stream.finish()
    }
}

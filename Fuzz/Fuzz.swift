import AudioCodecs
import AudioContainers
import AudioCore
import Glibc
import MIDIDevices

/// The entry of libFuzzer: one input for the target that FUZZ_TARGET names.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    target(UnsafeBufferPointer(start: start, count: count))
    return 0
}

/// `FUZZ_TARGET=list` prints the names there are.
@_cdecl("LLVMFuzzerInitialize")
public func fuzzInitialize(
    _ count: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer
) -> CInt {
    if wanted == "list" {
        for (name, _) in targets { puts(name) }
        exit(0)
    }
    // Inputs to begin with.
    if let folder = getenv("FUZZ_SEEDS").map({ String(cString: $0) }) {
        for (number, seed) in seeds().enumerated() { writeSeed(seed, "\(folder)/seed\(number)") }
        exit(0)
    }
    // Libraries are loaded here, so that a cold disk does not count against the first input's second.
    for codec in Codecs.all { _ = codec.abilities }
    return 0
}

private func seeds() -> [[UInt8]] {
    switch wanted {
    case "midi-server", "midi-link": ServerStreams.seeds
    case "midi-schedule": ProcessSchedules.seeds
    default: []
    }
}

private func writeSeed(_ bytes: [UInt8], _ path: String) {
    guard let file = fopen(path, "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
}

typealias Target = @Sendable (UnsafeBufferPointer<UInt8>) -> Void

private let wanted = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""

/// A reader per container, named like its type, a decoder per codec, named by its format ID, the stream parser, magic
/// cookies, the headers of Vorbis, the playlists and transport streams of HTTP Live Streams, packets of RTP-MIDI, messages of DNS,
/// lists of MIDI messages, and what the MIDI server and its programs send each other.
private let targets: [(String, Target)] =
    [("stream", { @Sendable input in fuzz(stream: input) })]
    + Containers.all.map { container in ("\(container)", { fuzz($0, reader: container) }) }
    + Codecs.all.map { codec in
        (name(codec.formatID), { fuzz($0, decoder: codec) })
    } + [
        ("cookie", { @Sendable input in fuzz(cookie: input) }), ("vorbis", { @Sendable input in fuzz(vorbis: input) }),
        ("playlist", { @Sendable input in fuzz(playlist: input) }),
        ("transport", { @Sendable input in fuzz(transport: input) }),
        ("midi-packets", { @Sendable input in fuzz(packets: input) }),
        ("midi-events", { @Sendable input in fuzz(events: input) }),
        ("midi-server", { @Sendable input in fuzz(server: input) }),
        ("midi-schedule", { @Sendable input in fuzz(schedule: input) }),
        ("midi-link", { @Sendable input in fuzz(link: input) }), ("rtp", { @Sendable input in fuzz(rtp: input) }),
        ("dns", { @Sendable input in fuzz(dns: input) }),
    ]

/// The code without blanks; what cannot be printed in two digits.
private func name(_ id: FourCC) -> String {
    id.bytes.filter { $0 != 0x20 }.map { byte in
        (0x21..<0x7F).contains(byte)
            ? String(UnicodeScalar(byte)) : String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
}

private let target: Target = {
    guard let found = targets.first(where: { $0.0 == wanted }) else {
        let message = "FUZZ_TARGET must be one of: \(targets.map(\.0).joined(separator: " "))\n"
        _ = write(STDERR_FILENO, message, message.utf8.count)
        exit(2)
    }
    return found.1
}()

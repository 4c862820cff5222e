// Measures how fast files are parsed as they arrive: `stream-bench [FILE…]`, each fed in pieces of 64 KiB, on one thread.
//
// Without files it makes its own: linear PCM in WAVE, MPEG audio frames of 128 kbit/s, ADTS frames of 400 bytes.
import AudioToolbox
import Foundation

/// What the callbacks see, so that nothing is optimized away.
final class Listener {
    var packets = 0
    var bytes = 0
}

func giveUp(_ reason: String) -> Never {
    FileHandle.standardError.write(Data("stream-bench: \(reason)\n".utf8))
    exit(1)
}

func parse(_ file: [UInt8], hint: AudioFileTypeID) -> Listener {
    let listener = Listener()
    var id: AudioFileStreamID?
    let opened = AudioFileStreamOpen(
        Unmanaged.passUnretained(listener).toOpaque(), { _, _, _, _ in },
        { context, bytes, packets, _, _ in
            let listener = Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue()
            listener.packets += Int(packets)
            listener.bytes += Int(bytes)
        }, hint, &id)
    guard opened == noErr, let id else { giveUp("AudioFileStreamOpen: \(opened)") }
    file.withUnsafeBytes { bytes in
        for start in stride(from: 0, to: bytes.count, by: 1 << 16) {
            let count = min(1 << 16, bytes.count - start)
            let status = AudioFileStreamParseBytes(id, UInt32(count), bytes.baseAddress! + start, [])
            if status != noErr { giveUp("AudioFileStreamParseBytes: \(status)") }
        }
    }
    AudioFileStreamParseBytes(id, 0, nil, [])
    AudioFileStreamClose(id)
    return listener
}

func measure(_ name: String, _ file: [UInt8]) {
    var best = Double.infinity
    var listener = Listener()
    for _ in 0..<5 {
        let start = DispatchTime.now().uptimeNanoseconds
        listener = parse(file, hint: 0)
        best = min(best, Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9)
    }
    let speed = Double(file.count) / best / 1e6
    print(String(format: "%8.0f MB/s  %9d packets  %@", speed, listener.packets, name))
}

func wave(megabytes: Int) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let size = megabytes << 20
    var file = Array("RIFF".utf8) + number(size + 36) + Array("WAVEfmt ".utf8) + number(16) + [1, 0, 2, 0]
    file += number(44_100) + number(176_400) + [4, 0, 16, 0] + Array("data".utf8) + number(size)
    return file + [UInt8](repeating: 0x55, count: size)
}

func frames(_ header: [UInt8], size: Int, megabytes: Int) -> [UInt8] {
    let frame = header + [UInt8](repeating: 0x55, count: size - header.count)
    return Array(repeatElement(frame, count: (megabytes << 20) / size).joined())
}

let paths = CommandLine.arguments.dropFirst()
for path in paths {
    guard let data = FileManager.default.contents(atPath: path) else { giveUp("\(path) cannot be read") }
    measure(path, [UInt8](data))
}
if paths.isEmpty {
    measure("WAVE, 16-bit stereo", wave(megabytes: 256))
    measure("MPEG layer 3, 128 kbit/s", frames([0xFF, 0xFB, 0x90, 0x00], size: 417, megabytes: 64))
    measure("ADTS, frames of 400 bytes", frames([0xFF, 0xF1, 0x50, 0x80, 0x32, 0x1F, 0xFC], size: 400, megabytes: 64))
}

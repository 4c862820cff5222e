// A program as its author writes it: closures in the call, at the top level, which then run on another thread.

import AudioToolbox

var bytes: [UInt8] = Array("RIFF".utf8) + [44, 0, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0]
bytes += [1, 0, 1, 0, 0x44, 0xAC, 0, 0, 0x88, 0x58, 1, 0, 2, 0, 16, 0]
bytes += Array("data".utf8) + [8, 0, 0, 0, 1, 0, 2, 0, 3, 0, 4, 0]
let data = NSData(data: Data(bytes))

var file: AudioFileID?
let opened = AudioFileOpenWithCallbacks(
    Unmanaged.passUnretained(data).toOpaque(),
    { client, position, count, buffer, actual in
        let data = Unmanaged<NSData>.fromOpaque(client).takeUnretainedValue()
        let length = max(0, min(Int(count), data.length - Int(position)))
        data.getBytes(buffer, range: NSRange(location: Int(position), length: length))
        actual.pointee = UInt32(length)
        return noErr
    },
    nil,
    { client in Int64(Unmanaged<NSData>.fromOpaque(client).takeUnretainedValue().length) },
    nil, kAudioFileWAVEType, &file)
guard opened == noErr, let file else { exit(1) }

nonisolated(unsafe) let opaque = file
let thread = Thread {
    var samples = [Int16](repeating: 0, count: 4)
    var size: UInt32 = 8
    let status = AudioFileReadBytes(opaque, false, 0, &size, &samples)
    exit(status == noErr && size == 8 && samples == [1, 2, 3, 4] ? 0 : 2)
}
thread.start()
sleep(10)
exit(3)

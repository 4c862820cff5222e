import AudioToolbox
import Foundation

// Names of a Mac's system in a file that imports Foundation beside a module of ours, as most programs do.

/// Uses numbers of <math.h> and <float.h>, statuses of the system, hands a queue Foundation's run loop, and makes a URL as C
/// programs do.
@preconcurrency @MainActor func useMacNames() {
    let values = (Deprecated.self as any Numbers.Type).values()
    check(values == [Double.pi, Double.pi / 2, Double.greatestFiniteMagnitude, Double(Float.ulpOfOne)])
    check(NSEC_PER_SEC == 1000 * NSEC_PER_MSEC && NSEC_PER_SEC == USEC_PER_SEC * NSEC_PER_USEC)
    check(OSStatus(paramErr) == kAudio_ParamError && OSStatus(memFullErr) == kAudio_MemFullError)
    check(OSStatus(eofErr) == kAudioFileEndOfFileError && OSStatus(fnfErr) == kAudio_FileNotFoundError)
    check(OSStatus(unimpErr) == kAudio_UnimplementedError)

    autoreleasepool {
        var format = pcm(44_100)
        var queue: AudioQueueRef?
        let loop = RunLoop.current.getCFRunLoop()
        check(loop === CFRunLoopGetCurrent() && RunLoop.main.getCFRunLoop() === CFRunLoopGetMain())
        check(AudioQueueNewOutput(&format, { _, _, _ in }, nil, loop, CFRunLoopMode.commonModes.rawValue, 0, &queue))
        check(AudioQueueDispose(queue!, true))
    }

    let path = FileManager.default.temporaryDirectory.path + "/swift-client-names-\(getpid()).caf"
    var format = pcm(44_100)
    guard let url = CFURLCreateWithFileSystemPath(kCFAllocatorDefault, path as CFString, .cfurlposixPathStyle, false)
    else { return check(false) }
    var file: AudioFileID?
    check(AudioFileCreateWithURL(url, kAudioFileCAFType, &format, .eraseFile, &file))
    check(AudioFileClose(file!))
    check(FileManager.default.fileExists(atPath: path))
    try? FileManager.default.removeItem(atPath: path)
    readObjects()
}

/// Reads a string, data and an array, as programs read what a property gives them.
private func readObjects() {
    let text = "Tön" as CFString
    var characters = [CChar](repeating: 1, count: 5)
    check(CFStringGetLength(text) == 3)
    check(CFStringGetCString(text, &characters, 5, CFStringBuiltInEncodings.UTF8.rawValue) && characters[4] == 0)
    check(!CFStringGetCString(text, &characters, 4, CFStringBuiltInEncodings.UTF8.rawValue))
    let data = Data([1, 2, 3]) as CFData
    var bytes: [UInt8] = [0, 0]
    CFDataGetBytes(data, CFRange(location: 1, length: 2), &bytes)
    check(CFDataGetLength(data) == 3 && CFDataGetBytePtr(data)[0] == 1 && bytes == [2, 3])
    check(CFArrayGetCount([text, data] as CFArray) == 2)
}

private protocol Numbers {
    static func values() -> [Double]
}

/// Swift's Glibc says of these names that they are old.
private enum Deprecated: Numbers {
    @available(*, deprecated)
    static func values() -> [Double] { [M_PI, M_PI_2, DBL_MAX, Double(FLT_EPSILON)] }
}

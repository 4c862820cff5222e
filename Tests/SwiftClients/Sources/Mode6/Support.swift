import AudioToolbox

/// Ends the program if a condition is false.
func check(_ isRight: Bool, _ what: String = "", line: Int = #line) {
    guard !isRight else { return }
    print("main.swift line \(line): \(what)")
    exit(1)
}

/// Ends the program if a call failed.
func check(_ status: OSStatus, line: Int = #line) { check(status == noErr, "status \(status)", line: line) }

/// Counts what callbacks do on other threads.
final class Counter: @unchecked Sendable {
    private let condition = NSCondition()
    private var count = 0

    var value: Int { condition.withLock { count } }

    func add(_ more: Int = 1) {
        condition.withLock {
            count += more
            condition.broadcast()
        }
    }

    /// Ends the program if the count is not reached within 20 s.
    func await(_ wanted: Int, line: Int = #line) {
        let end = Date(timeIntervalSinceNow: 20)
        condition.withLock {
            while count < wanted { check(condition.wait(until: end), "\(count) of \(wanted)", line: line) }
        }
    }

    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
    static func at(_ pointer: UnsafeMutableRawPointer?) -> Counter {
        Unmanaged<Counter>.fromOpaque(pointer!).takeUnretainedValue()
    }
}

/// Runs a closure on another thread to its end.
func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        body()
        done.signal()
    }
    thread.start()
    done.wait()
}

/// 16 bits, one channel.
func pcm(_ rate: Double) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
        mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2,
        mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0)
}

/// A sound whose frames all differ.
func ramp(_ count: Int) -> [Int16] { (0..<count).map { Int16($0 % 30_000) } }

/// The bytes of a file, which callbacks read and write.
final class Bytes: @unchecked Sendable {
    var bytes: [UInt8]
    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
    static func at(_ pointer: UnsafeMutableRawPointer) -> Bytes {
        Unmanaged<Bytes>.fromOpaque(pointer).takeUnretainedValue()
    }

    func read(_ position: Int64, _ count: UInt32, _ buffer: UnsafeMutableRawPointer) -> UInt32 {
        let part = bytes.dropFirst(Int(position)).prefix(Int(count))
        part.withUnsafeBytes {
            buffer.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(buffer), byteCount: $0.count)
        }
        return UInt32(part.count)
    }

    func write(_ position: Int64, _ count: UInt32, _ data: UnsafeRawPointer) {
        let end = Int(position) + Int(count)
        if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
        bytes.replaceSubrange(Int(position)..<end, with: UnsafeRawBufferPointer(start: data, count: Int(count)))
    }
}

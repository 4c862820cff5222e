import AudioCore

/// A file that exists only in a client's four callbacks: `AudioFileOpenWithCallbacks`.
///
/// The callbacks are called on the thread that uses the file.
package final class CallbackBytes: ByteSink {
    package typealias Read =
        @convention(c) (UnsafeMutableRawPointer, Int64, UInt32, UnsafeMutableRawPointer, UnsafeMutablePointer<UInt32>)
        -> Int32
    package typealias Write =
        @convention(c) (UnsafeMutableRawPointer, Int64, UInt32, UnsafeRawPointer, UnsafeMutablePointer<UInt32>) -> Int32
    package typealias GetSize = @convention(c) (UnsafeMutableRawPointer) -> Int64
    package typealias SetSize = @convention(c) (UnsafeMutableRawPointer, Int64) -> Int32

    private let context: UnsafeMutableRawPointer
    private let readCall: Read
    private let writeCall: Write?
    private let sizeCall: GetSize
    private let resizeCall: SetSize?

    package init(
        context: UnsafeMutableRawPointer, read: @escaping Read, write: Write?, size: @escaping GetSize, resize: SetSize?
    ) {
        self.context = context
        readCall = read
        writeCall = write
        sizeCall = size
        resizeCall = resize
    }

    package var isWritable: Bool { writeCall != nil && resizeCall != nil }

    package func size() throws(AudioError) -> Int64 { max(0, sizeCall(context)) }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
        guard position >= 0 else { throw .position }
        var done = 0
        while done < buffer.count {
            let wanted = UInt32(clamping: min(buffer.count - done, 1 << 30))
            var got: UInt32 = 0
            let status = readCall(context, position + Int64(done), wanted, buffer.baseAddress! + done, &got)
            // Callbacks may report the end of the file as an error together with the bytes before it, or as no bytes at
            // all. A short read alone is not the end: sockets and pipes return what they have.
            guard status == 0 || status == AudioError.endOfFile.status else { throw .client(status) }
            guard got <= wanted else {
                throw .inputOutput.because("a read callback claims more bytes than were asked for")
            }
            done += Int(got)
            if got == 0 || status != 0 { break }
        }
        return done
    }

    package func write(_ buffer: UnsafeRawBufferPointer, at position: Int64) throws(AudioError) {
        guard let writeCall else { throw .permissions }
        var done = 0
        while done < buffer.count {
            let wanted = UInt32(clamping: min(buffer.count - done, 1 << 30))
            var got: UInt32 = 0
            let status = writeCall(context, position + Int64(done), wanted, buffer.baseAddress! + done, &got)
            guard status == 0 else { throw .client(status) }
            guard got > 0, got <= wanted else {
                throw .inputOutput.because("a write callback wrote \(got) of \(wanted) bytes")
            }
            done += Int(got)
        }
    }

    package func resize(to size: Int64) throws(AudioError) {
        guard let resizeCall else { throw .permissions }
        let status = resizeCall(context, size)
        guard status == 0 else { throw .client(status) }
    }
}

extension AudioError {
    /// A status that a client's callback returned is handed back unchanged.
    static func client(_ status: Int32) -> AudioError {
        AudioError(status: status, reason: "a callback of the client failed with \(status)")
    }
}

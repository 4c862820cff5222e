import AudioCore
import AudioFiles
public import AudioToolbox
public import Foundation

/// An audio file that is read or written as linear PCM.
///
/// Frame 0 is the first frame of sound: what an encoder put before it is dropped. A new file is complete when it is closed, or
/// when nothing refers to it any more. Several threads may use a file; each call waits for the one before it.
open class AVAudioFile: NSObject, @unchecked Sendable {
    private let fileURL: URL
    private let encodedFormat: AVAudioFormat
    private let clientFormat: AVAudioFormat
    private let isWritten: Bool
    /// Guards what follows.
    private let lock = NSRecursiveLock()
    /// Nil once the file is closed.
    private var file: ExtendedFile?
    /// Closes a file that is read, once player nodes do not read it any more either.
    private var reading: ReadFile?
    private var framesWritten: AVAudioFramePosition = 0
    /// Where the file was when it was closed.
    private var closedPosition: AVAudioFramePosition = 0
    private var closedLength: AVAudioFramePosition = 0

    // MARK: Opening

    /// A file that is closed and has no frame: a placeholder for another one.
    public override init() {
        fileURL = Self.nowhere
        let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1)!
        (file, encodedFormat, clientFormat, isWritten) = (nil, format, format, false)
        super.init()
    }

    /// The URL of a placeholder, at which nothing can be removed.
    static var nowhere: URL { URL(string: "about:blank")! }

    /// Opens a file, to be read as Float32 with a buffer for each channel.
    ///
    /// - Parameter fileURL: of a local file.
    /// - Throws: an error of the domain "com.apple.coreaudio.avfaudio": 2003334207, `'wht?'`, if there is no such file;
    ///   -54 where it may not be read; 1954115647, `'typ?'`, if its type is not known; 1718449215, `'fmt?'`, if no
    ///   decoder is there for it; 1685348671, `'dta?'`, if it contradicts itself.
    public init(forReading fileURL: URL) throws {
        let opened = try OpenedFile(reading: fileURL, .pcmFormatFloat32, interleaved: false)
        self.fileURL = fileURL
        (file, encodedFormat, clientFormat, isWritten) = (opened.file, opened.encoded, opened.client, false)
        reading = ReadFile(opened.file)
        super.init()
    }

    /// Opens a file, to be read in a common form at the file's sample rate and number of channels.
    ///
    /// Ends the program for `otherFormat`.
    /// - Parameters:
    ///   - fileURL: of a local file.
    ///   - format: the form of the samples that are read into buffers.
    ///   - interleaved: whether these buffers hold all channels in one.
    /// - Throws: as `init(forReading:)`.
    public init(forReading fileURL: URL, commonFormat format: AVAudioCommonFormat, interleaved: Bool) throws {
        let opened = try OpenedFile(reading: fileURL, format, interleaved: interleaved)
        self.fileURL = fileURL
        (file, encodedFormat, clientFormat, isWritten) = (opened.file, opened.encoded, opened.client, false)
        reading = ReadFile(opened.file)
        super.init()
    }

    /// Creates a file, to be written as Float32 with a buffer for each channel. A file that is there is replaced.
    ///
    /// - Parameters:
    ///   - fileURL: of a local file.
    ///   - settings: as for the other initializer.
    /// - Throws: an error of the domain "com.apple.coreaudio.avfaudio": 1954115647, `'typ?'`, for a type that is only read;
    ///   1718449215, `'fmt?'`, for what no such file holds; -50 for a value of
    ///   another type than its key's; what the encoder has against its settings; what the system has against the file.
    public init(forWriting fileURL: URL, settings: [String: Any]) throws {
        let opened = try OpenedFile(writing: fileURL, settings, .pcmFormatFloat32, interleaved: false)
        self.fileURL = fileURL
        (file, encodedFormat, clientFormat, isWritten) = (opened.file, opened.encoded, opened.client, true)
        super.init()
    }

    /// Creates a file, to be written in a common form at the file's sample rate and number of channels. A file that is there
    /// is replaced.
    ///
    /// Ends the program for `otherFormat`.
    /// - Parameters:
    ///   - fileURL: of a local file.
    ///   - settings: what the file holds, by the keys of AVAudioSettings.h. Its type is that of `AVAudioFileTypeKey`, or of the
    ///     name's extension; without an extension that is known it is CAF.
    ///   - format: the form of the samples that are written from buffers.
    ///   - interleaved: whether these buffers hold all channels in one.
    /// - Throws: as `init(forWriting:settings:)`.
    public init(
        forWriting fileURL: URL, settings: [String: Any], commonFormat format: AVAudioCommonFormat, interleaved: Bool
    ) throws {
        let opened = try OpenedFile(writing: fileURL, settings, format, interleaved: interleaved)
        self.fileURL = fileURL
        (file, encodedFormat, clientFormat, isWritten) = (opened.file, opened.encoded, opened.client, true)
        super.init()
    }

    deinit { close() }

    // MARK: Closing

    /// Closes the file. A new file is complete afterwards. Nothing happens the second time.
    ///
    /// A player node plays the parts that were scheduled before.
    open func close() {
        lock.lock()
        defer { lock.unlock() }
        guard let file else { return }
        closedPosition = framePosition
        closedLength = length
        self.file = nil
        reading = nil
        // The call cannot report an error; writing has reported a full disk.
        if isWritten { try? file.dispose() }
    }

    /// The file as others may read it, too, as long as they keep it; nil once it is closed, and for one that is written.
    var openForReading: ReadFile? { lock.withLock { reading } }

    /// Whether `close` has not been called.
    open var isOpen: Bool { lock.withLock { file != nil } }

    // MARK: About the file

    /// The URL that the initializer got.
    open var url: URL { fileURL }

    /// What the file holds.
    open var fileFormat: AVAudioFormat { encodedFormat }

    /// What is read into buffers, or written from them.
    open var processingFormat: AVAudioFormat { clientFormat }

    /// The file in words, for a log.
    open override var description: String {
        "<\(type(of: self)) \(address(of: self)): \(fileURL.path), \(length) frames, \(clientFormat)>"
    }

    /// Frames in the file.
    open var length: AVAudioFramePosition {
        lock.lock()
        defer { lock.unlock() }
        guard let file else { return closedLength }
        return isWritten ? framesWritten : file.file.validFrames
    }

    /// The next frame to be read or written. A position outside of the file becomes the nearest in it. In a file that is
    /// written, setting it has no effect.
    open var framePosition: AVAudioFramePosition {
        get {
            lock.lock()
            defer { lock.unlock() }
            guard let file else { return closedPosition }
            return isWritten ? framesWritten : (try? file.tell()) ?? 0
        }
        set {
            lock.lock()
            defer { lock.unlock() }
            guard let file, !isWritten else { return }
            try? file.seek(to: min(max(newValue, 0), file.file.validFrames))
        }
    }

    // MARK: Reading and writing

    /// Reads frames until the buffer is full or the file ends, and sets the buffer's `frameLength`.
    ///
    /// - Parameter buffer: the buffer, of the processing format.
    /// - Throws: an error of the domain "Foundation._GenericObjCError" and code 0 if no frame is left; -50 for a buffer of
    ///   another format.
    open func read(into buffer: AVAudioPCMBuffer) throws {
        try read(into: buffer, frameCount: buffer.frameCapacity)
    }

    /// Reads up to so many frames, and not more than the buffer holds, and sets the buffer's `frameLength`.
    ///
    /// - Parameters:
    ///   - buffer: the buffer, of the processing format.
    ///   - frames: how many to read at most.
    /// - Throws: as `read(into:)`.
    open func read(into buffer: AVAudioPCMBuffer, frameCount frames: AVAudioFrameCount) throws {
        lock.lock()
        defer { lock.unlock() }
        let wanted = Int(min(frames, buffer.frameCapacity))
        let count = try throwingErrors(call: "ExtAudioFileRead") {
            guard let file else { throw AudioError.notOpen }
            guard buffer.format.hasSameForm(as: clientFormat) else {
                throw AudioError.parameter.because("the buffer's format is not the processing format")
            }
            buffer.frameLength = 0
            return wanted > 0 ? try file.read(wanted, into: buffer.mutableAudioBufferList) : 0
        }
        buffer.frameLength = AVAudioFrameCount(count)
        guard count > 0 || wanted == 0 else { throw Self.nothingLeft }
    }

    /// What Swift makes of a call of Objective-C that fails without an error.
    private static var nothingLeft: NSError { NSError(domain: "Foundation._GenericObjCError", code: 0) }

    /// Writes the buffer's `frameLength` frames.
    ///
    /// Once the encoder or the disk has failed, each further write throws the same error, and `length` is that of the file.
    ///
    /// - Parameter buffer: the buffer, of the processing format.
    /// - Throws: -50 for a buffer of another format; `kExtAudioFileError_InvalidOperationOrder` for a file open for reading; -38 for
    ///   a closed file; -34 for a full disk.
    open func write(from buffer: AVAudioPCMBuffer) throws {
        lock.lock()
        defer { lock.unlock() }
        try throwingErrors(call: "ExtAudioFileWrite") {
            guard let file else { throw AudioError.notOpen }
            guard buffer.format.hasSameForm(as: clientFormat) else {
                throw AudioError.parameter.because("the buffer's format is not the processing format")
            }
            do {
                try file.write(Int(buffer.frameLength), buffer.audioBufferList)
                framesWritten += AVAudioFramePosition(buffer.frameLength)
            } catch {
                // Frames of earlier writes, which the encoder had kept, may be lost too.
                framesWritten = (try? file.tell()) ?? framesWritten
                throw error
            }
        }
    }
}

/// A file that is read, which is closed when nothing refers to it any more.
final class ReadFile: @unchecked Sendable {
    private let extended: ExtendedFile

    init(_ file: ExtendedFile) { extended = file }

    deinit { try? extended.dispose() }

    var file: OpenFile { extended.file }
}

import AudioToolbox
import CoreAudioAdditions
@preconcurrency import Glibc
import RemoteMedia

/// Why a file cannot be read or written, in words. A status says little, so the file and its folder are looked at.
public enum FileFault {
    /// The name of a file and why it cannot be read.
    ///
    /// - Parameters:
    ///   - path: as the user named it; `-` is standard input.
    ///   - place: where its bytes are, if elsewhere: the copy of what a pipe brought.
    ///   - folders: what the user of a folder can do, for instance "to play a folder: afplay --tui".
    public static func reading(
        _ path: String, at place: String? = nil, _ status: OSStatus, folders: String? = nil
    ) -> String {
        let name = path == "-" ? "standard input" : path
        return name + ": " + causeOfReading(place ?? path, status, folders: folders)
    }

    /// The name of a file and why it cannot be written.
    ///
    /// - Parameters:
    ///   - path: as the user named it; `-` is standard output.
    ///   - type: of the file.
    ///   - format: of its packets.
    ///   - isCopied: whether it is made in the folder of temporary files first, as it is for standard output.
    public static func writing(
        _ path: String, as type: AudioFileTypeID? = nil, format: AudioFormatID? = nil, isCopied: Bool = false,
        _ status: OSStatus
    ) -> String {
        let name = path == "-" ? "standard output" : path
        if status == diskFull, isCopied || path == "-" {
            return name
                + ": the disk of \(TemporaryFile.folder) is full, where it is made first; TMPDIR names another folder"
        }
        if unsupported.contains(status), let format, let library = CodecLibrary.missing(for: format, encoding: true) {
            return name + ": encoding '\(spelled(format))' needs the library \(library), which is not installed"
        }
        return name + ": " + causeOfWriting(path, as: type, status)
    }

    // MARK: Reading

    /// Why a file cannot be read, without its name.
    public static func causeOfReading(_ path: String, _ status: OSStatus, folders: String? = nil) -> String {
        if path == "-" { return causeOfReading(status) }
        // afplay reads files on servers, too.
        if HTTPSource.isAddress(path), status != kAudioFileFileNotFoundError { return causeOfReading(status) }
        if let fault = PlaceFault.cause(path) { return fault }
        var found = stat()
        guard path.withFileSystemPath({ stat($0, &found) }) == 0 else { return absence(path, errno) }
        if found.st_mode & S_IFMT == S_IFDIR {
            return "a folder, which holds no sound itself" + (folders.map { "; " + $0 } ?? "")
        }
        guard path.withFileSystemPath({ access($0, R_OK) }) == 0 else { return "no permission to read it" }
        if unsupported.contains(status), let library = missingDecoder(path) { return library }
        let isContents = contents.contains(status)
        if isContents, found.st_mode & S_IFMT == S_IFREG {
            if found.st_size == 0 { return "an empty file" }
            if let kind = ForeignFile.kind(at: path) { return "\(kind), and no sound" }
        }
        return causeOfReading(status)
    }

    /// Why a sound cannot be read, by the status alone.
    public static func causeOfReading(_ status: OSStatus) -> String { words(status, isWritten: false) }

    /// Why sound that came without a file cannot be read.
    ///
    /// - Parameter head: its first bytes.
    public static func causeOfReading(head: [UInt8], _ status: OSStatus) -> String {
        let kind = contents.contains(status) && !head.isEmpty ? ForeignFile.kind(of: head) : nil
        return kind.map { "\($0), and no sound" } ?? causeOfReading(status)
    }

    /// What a file's bytes may be the cause of.
    private static let contents: Set<OSStatus> = [
        kAudioFileUnsupportedFileTypeError, kAudioFileInvalidFileError, kAudioFileInvalidChunkError,
        kAudioFileEndOfFileError, kAudioFileUnspecifiedError, kAudioFileStreamError_UnsupportedFileType,
        kAudioFileStreamError_InvalidFile, kAudioFileStreamError_UnspecifiedError,
    ]

    /// That no codec has a format, for files and for converters.
    private static let unsupported: Set<OSStatus> = [
        kAudioFileUnsupportedDataFormatError, kAudioFormatUnsupportedDataFormatError,
    ]

    /// What is not installed that a file's format needs.
    private static func missingDecoder(_ path: String) -> String? {
        var file: AudioFileID?
        guard AudioFileOpenURL(fileURL(path), .readPermission, 0, &file) == noErr, let file else { return nil }
        defer { AudioFileClose(file) }
        var (format, size) = (AudioStreamBasicDescription(), UInt32(MemoryLayout<AudioStreamBasicDescription>.size))
        guard AudioFileGetProperty(file, kAudioFilePropertyDataFormat, &size, &format) == noErr,
            let library = CodecLibrary.missing(for: format.mFormatID, encoding: false)
        else { return nil }
        return "decoding '\(spelled(format.mFormatID))' needs the library \(library), which is not installed"
    }

    private static func absence(_ path: String, _ reason: Int32) -> String {
        switch reason {
        case EACCES: return "no permission to enter its folder"
        case ENAMETOOLONG: return "the name is too long"
        case ELOOP: return "the links lead in a circle"
        default: break
        }
        var link = stat()
        if path.withFileSystemPath({ lstat($0, &link) }) == 0 { return "a link to a file that is not there" }
        let folder = folder(of: path)
        var found = stat()
        guard folder.withFileSystemPath({ stat($0, &found) }) == 0 else {
            return "no such file, nor a folder \(folder)"
        }
        return found.st_mode & S_IFMT == S_IFDIR ? "no such file" : "no such file: \(folder) is no folder"
    }

    // MARK: Writing

    /// Why a file cannot be written, without its name.
    public static func causeOfWriting(_ path: String, as type: AudioFileTypeID? = nil, _ status: OSStatus) -> String {
        if path != "-", let fault = placeFault(path) { return fault }
        switch status {
        case kAudioFileUnsupportedDataFormatError, kAudioFormatUnsupportedDataFormatError:
            if let type, TypeFault.isOnlyRead(type) { return TypeFault.cause(type) }
            let kind = type.map { "'\(spelled($0))'" } ?? "this type"
            return "files of type \(kind) do not hold this data format, or nothing here encodes it; "
                + "afconvert -hf lists what they hold"
        case kAudioFileUnsupportedFileTypeError:
            return TypeFault.cause(type)
        default:
            return words(status, isWritten: true)
        }
    }

    /// What is wrong with the place of a file that is to be written; nil where nothing is.
    private static func placeFault(_ path: String) -> String? {
        if let fault = PlaceFault.cause(path) { return fault }
        var found = stat()
        let isThere = path.withFileSystemPath({ stat($0, &found) }) == 0
        if isThere, found.st_mode & S_IFMT == S_IFDIR { return "a folder, where a file is to be written" }
        if isThere, path.withFileSystemPath({ access($0, W_OK) }) != 0 {
            return errno == EROFS ? "the disk is read-only" : "no permission to write it"
        }
        let folder = folder(of: path)
        guard folder.withFileSystemPath({ stat($0, &found) }) == 0 else {
            return errno == EACCES ? "no permission to enter its folder" : "there is no folder \(folder)"
        }
        guard found.st_mode & S_IFMT == S_IFDIR else { return "\(folder) is no folder" }
        if !isThere, folder.withFileSystemPath({ access($0, W_OK | X_OK) }) != 0 {
            return errno == EROFS ? "the disk is read-only" : "no permission to write into its folder"
        }
        return nil
    }

    private static func folder(of path: String) -> String {
        // Compares bytes: a slash and a combining accent after it are one character.
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    // MARK: Words

    /// What a status means where the file does not show more.
    private static func words(_ status: OSStatus, isWritten: Bool) -> String {
        switch status {
        case kAudio_FileNotFoundError: "no such file"
        case kAudio_FilePermissionError, kAudioFilePermissionsError: "no permission"
        case kAudio_TooManyFilesOpenError: "too many files are open"
        case kAudio_MemFullError: "not enough memory"
        case diskFull: isLimited ? "the file reaches the limit on the size of files (ulimit -f)" : "the disk is full"
        case kAudioFileUnsupportedFileTypeError, kAudioFileStreamError_UnsupportedFileType:
            "no file of sound that is known here"
        case kAudioFileInvalidFileError, kAudioFileInvalidChunkError, kAudioFileStreamError_InvalidFile:
            isWritten ? "nothing can be written so" : "damaged, or cut off"
        case kAudioFileEndOfFileError: "cut off: it ends too soon"
        case kAudioFileUnsupportedDataFormatError, kAudioFormatUnsupportedDataFormatError:
            "nothing here decodes its data format"
        case kAudioConverterErr_InputSampleRateOutOfRange, kAudioConverterErr_OutputSampleRateOutOfRange:
            "its rate is none that sound can be converted to, or that its encoder takes"
        case kAudioFileStreamError_NotOptimized: "its sound comes before what is needed to play it as it arrives"
        case kAudioFileUnsupportedPropertyError, kAudioConverterErr_PropertyNotSupported: "it has no such property"
        case kAudioConverterErr_OperationNotSupported, kAudioFileOperationNotSupportedError: "it does not allow this"
        case kAudio_ParamError: "a value is out of its range"
        default: isWritten ? "it cannot be written" : "it cannot be read"
        }
    }

    private static let diskFull: OSStatus = -34

    /// Whether this process may not write files of any size.
    private static var isLimited: Bool {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 && limit.rlim_cur != rlim_t.max
    }
}

extension FileFault {
    /// What the system says of the last call that failed.
    public static var lastCall: String {
        switch errno {
        case ENOSPC: "the disk is full"
        case EDQUOT: "the user may write no more on this disk"
        case EFBIG: "the file reaches the limit on the size of files (ulimit -f)"
        case EPIPE: "its reader has gone away"
        case EACCES, EPERM: "no permission"
        case EROFS: "the disk is read-only"
        case EBADF: "it is closed"
        case EIO: "the disk or the terminal fails"
        default: String(cString: strerror(errno))
        }
    }
}

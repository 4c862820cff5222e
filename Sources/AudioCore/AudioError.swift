/// What went wrong, and the status by which the C API reports it.
///
/// The engine throws this one type. It becomes an `OSStatus` in one place, where a face calls the engine. Every status
/// is named once below, with the reason a reader of `-50` or `'typ?'` looks for.
package struct AudioError: Error, Equatable, Sendable {
    /// The number the C API returns.
    package let status: Int32
    /// One sentence, for people: log lines and the tools.
    package let reason: String

    package init(status: Int32, reason: String) {
        self.status = status
        self.reason = reason
    }

    package init(_ code: FourCC, _ reason: String) { self.init(status: code.status, reason: reason) }

    /// The same status with a reason that names the case at hand.
    package func because(_ reason: String) -> Self { Self(status: status, reason: reason) }
}

// AudioFile.h and MacErrors-style numbers.
extension AudioError {
    package static let unspecified = Self("wht?", "the operation failed")
    package static let unsupportedFileType = Self("typ?", "the file type is not supported")
    package static let unsupportedDataFormat = Self("fmt?", "the data format is not supported by this file type")
    package static let unsupportedProperty = Self("pty?", "the property is not supported")
    package static let badPropertySize = Self("!siz", "the size of the property data is wrong")
    package static let permissions = Self("prm?", "the file was opened without the permission for this")
    package static let notOptimized = Self("optm", "there are chunks after the audio data, so more cannot be written")
    package static let invalidChunk = Self("chk?", "the chunk does not exist in the file or is not supported by it")
    package static let doesNotAllow64BitDataSize = Self("off?", "the file type has no room for data of 4 GiB or more")
    package static let invalidPacketOffset = Self(
        "pck?", "the packet offset is past the end of the file or not at a packet")
    package static let invalidPacketDependency = Self("dep?", "the packet dependency is missing or malformed")
    package static let invalidFile = Self("dta?", "the file is malformed, or not a file of its type")
    package static let operationNotSupported = Self("op??", "the operation cannot be performed")
    package static let notOpen = Self(status: -38, reason: "the file is closed")
    package static let endOfFile = Self(status: -39, reason: "the data ends here")
    package static let position = Self(status: -40, reason: "the position is invalid")
    package static let fileNotFound = Self(status: -43, reason: "the file does not exist")
    package static let noPermission = Self(status: -54, reason: "the file may not be opened with this permission")
    package static let fileExists = Self(status: -48, reason: "the file exists and EraseFile was not asked for")
    package static let diskFull = Self(status: -34, reason: "the disk is full")
    package static let inputOutput = Self(status: -36, reason: "reading or writing failed")
    package static let parameter = Self(status: -50, reason: "a parameter is null or out of its range")
    package static let badPath = Self(status: 0x2170_7468, reason: "the path is invalid")  // '!pth'
    package static let memoryFull = Self(status: -108, reason: "there is not enough memory")
}

// AudioFileStream.h, beyond those it shares with AudioFile.h; some are of AudioHardware.h too.
extension AudioError {
    package static let dataUnavailable = Self("more", "the bytes that contain this have not arrived yet")
    package static let valueUnknown = Self("unk?", "the file does not state this before the audio data")
    package static let illegalOperation = Self("nope", "the operation makes no sense now")
    package static let discontinuityCantRecover = Self(
        "dsc!", "the format does not mark where a packet begins, so parsing cannot continue at this place")
}

// AudioConverter.h.
extension AudioError {
    package static let converterFormat = Self("fmt?", "the converter does not support this format or pair of formats")
    package static let converterOperation = Self("op??", "the converter cannot do this between these formats")
    package static let converterProperty = Self("prop", "the converter does not have this property")
    package static let converterInputSize = Self("insz", "the input is not a whole number of packets")
    package static let converterOutputSize = Self(
        "otsz", "the output buffer is too small or not a whole number of packets")
    package static let converterUnspecified = Self("what", "the converter failed")
    package static let requiresPacketDescriptions = Self("!pkd", "packets of varying size need packet descriptions")
    package static let inputSampleRate = Self("!isr", "the input sample rate is out of range")
    package static let outputSampleRate = Self("!osr", "the output sample rate is out of range")
}

// AudioFormat.h.
extension AudioError {
    package static let formatProperty = Self("prop", "there is no such format property")
    package static let formatSpecifierSize = Self("!spc", "the size of the specifier is wrong")
    package static let formatUnknown = Self("!fmt", "the format is unknown")
}

// ExtendedAudioFile.h.
extension AudioError {
    package static let extendedProperty = Self(status: -66561, reason: "an extended audio file has no such property")
    package static let extendedPropertySize = Self(status: -66562, reason: "the size of the property data is wrong")
    package static let nonPCMClientFormat = Self(status: -66563, reason: "the client format must be linear PCM")
    package static let invalidChannelMap = Self(status: -66564, reason: "the channel map does not fit the formats")
    package static let invalidOperationOrder = Self(status: -66565, reason: "the call comes out of order")
    package static let invalidDataFormat = Self(status: -66566, reason: "the data format is invalid")
    package static let maxPacketSizeUnknown = Self(status: -66567, reason: "the largest packet size is unknown")
    package static let invalidSeek = Self(
        status: -66568, reason: "the position is out of bounds, or the file is being written")
    package static let asyncWriteTooLarge = Self(
        status: -66569, reason: "the write is larger than the ring of asynchronous writes")
    package static let asyncWriteBufferOverflow = Self(
        status: -66570, reason: "the disk does not keep up with asynchronous writes")
}

// AudioServices.h.
extension AudioError {
    package static let systemSound = Self(status: -1500, reason: "there is no such system sound")
    package static let systemSoundTooLong = Self(status: -1502, reason: "a system sound lasts at most 30 seconds")
}

// AudioQueue.h.
extension AudioError {
    package static let queueBuffer = Self(status: -66687, reason: "the buffer does not belong to the queue")
    package static let queueBufferEmpty = Self(status: -66686, reason: "the buffer holds no data")
    package static let queueDisposalPending = Self(status: -66685, reason: "the queue is being disposed of")
    package static let queueProperty = Self(status: -66684, reason: "the queue does not have this property")
    package static let queuePropertySize = Self(status: -66683, reason: "the size of the property data is wrong")
    package static let queueParameter = Self(status: -66682, reason: "the queue does not have this parameter")
    package static let queueCannotStart = Self(status: -66681, reason: "the queue cannot start")
    package static let queueDevice = Self(status: -66680, reason: "the device cannot be found or used")
    package static let queueBufferInQueue = Self(status: -66679, reason: "the buffer is enqueued")
    package static let queueRunState = Self(status: -66678, reason: "the queue must be stopped for this, or running")
    package static let queueType = Self(status: -66677, reason: "a playing queue cannot do this, or a recording one")
    package static let queuePropertyValue = Self(status: -66675, reason: "the property does not take this value")
    package static let queueCodec = Self(status: -66673, reason: "there is no codec for the format")
    package static let queueInvalidated = Self(status: -66671, reason: "the queue is gone")
    package static let queueTooManyTaps = Self(status: -66670, reason: "the queue has a tap already")
    package static let queueTapContext = Self(status: -66669, reason: "only the tap's callback may do this")
    package static let queueRecordUnderrun = Self(status: -66668, reason: "there was no buffer to record into")
    package static let queueTapType = Self(status: -66667, reason: "a tap must be before or after the effects")
    package static let queueEnqueuedTwice = Self(status: -66666, reason: "the buffer is enqueued already")
    package static let queueDuringReset = Self(status: -66632, reason: "nothing can be enqueued during a reset")
    package static let queueOfflineMode = Self(status: -66626, reason: "the queue does not render offline")
}

// AUComponent.h.
extension AudioError {
    package static let unitProperty = Self(status: -10879, reason: "the unit does not have this property")
    package static let unitParameter = Self(status: -10878, reason: "the unit does not have this parameter")
    package static let unitElement = Self(status: -10877, reason: "the scope does not have this element")
    package static let unitNoConnection = Self(status: -10876, reason: "the input has no source")
    package static let unitFailedInitialization = Self(status: -10875, reason: "the unit cannot be initialized")
    package static let unitTooManyFrames = Self(
        status: -10874, reason: "more frames were asked for than MaximumFramesPerSlice")
    package static let unitInvalidFile = Self(status: -10871, reason: "the file is not one of the unit's")
    package static let unitFileNotSpecified = Self(status: -10869, reason: "the unit has no file")
    package static let unitFormat = Self(status: -10868, reason: "the unit does not take this format")
    package static let unitUninitialized = Self(status: -10867, reason: "the unit is not initialized")
    package static let unitScope = Self(status: -10866, reason: "the unit does not have this in the scope")
    package static let unitNotWritable = Self(status: -10865, reason: "the property cannot be set, or not now")
    package static let graphUnit = Self(status: -10864, reason: "there is no such unit")
    package static let unitContext = Self(status: -10863, reason: "the unit cannot do this now")
    package static let graphOutput = Self(status: -10862, reason: "a graph has one output node")
    package static let graphConnection = Self(status: -10861, reason: "this cannot be connected or disconnected")
    package static let graphNode = Self(status: -10860, reason: "the graph has no such node")
    package static let unitValue = Self(status: -10851, reason: "the property does not take this value")
    package static let unitNotInUse = Self(status: -10850, reason: "the property has no value now")
    package static let unitInitialized = Self(status: -10849, reason: "the unit has to be uninitialized for this")
    package static let unitParameterValue = Self(status: -66743, reason: "the parameter does not take this value")
    package static let unitUnimplemented = Self(status: -4, reason: "the unit does not have this function")
}

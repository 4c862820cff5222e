// As in main.swift, `forEach` has a closure inside.
// swift-format-ignore-file: ReplaceForEachWithForLoop

import AudioToolbox

// The calls beside those of main.swift: run loops, other ways to convert, other listeners, objects in structs, and the
// calls of the first systems.

// Listeners that stay count here: the counters live as long as the program.
private let objectCalls = Counter()
private let deviceCalls = Counter()
private let streamCalls = Counter()
private let procCalls = Counter()

/// Adds a source, an observer and a timer to the current run loop, in a mode, and removes them.
@preconcurrency @MainActor func useRunLoop(_ mode: CFRunLoopMode) {
    let loop = CFRunLoopGetCurrent()
    let fired = Counter()
    var context = CFRunLoopSourceContext()
    context.info = fired.pointer
    context.perform = { Counter.at($0).add() }
    let source = CFRunLoopSourceCreate(nil, 0, &context)
    CFRunLoopAddSource(loop, source, mode)
    check(CFRunLoopContainsSource(loop, source, mode) && !CFRunLoopContainsSource(loop, source, .defaultMode))
    CFRunLoopSourceSignal(source)
    check(CFRunLoopRunInMode(mode, 20, true) == .handledSource && fired.value == 1)
    CFRunLoopRemoveSource(loop, source, mode)

    let entry = CFRunLoopActivity.entry.rawValue
    let observer = CFRunLoopObserverCreateWithHandler(nil, entry, true, 0) { _, _ in fired.add() }
    CFRunLoopAddObserver(loop, observer, mode)
    check(CFRunLoopContainsObserver(loop, observer, mode) && !CFRunLoopContainsObserver(loop, observer, .defaultMode))
    let date = CFAbsoluteTimeGetCurrent() + 1000
    let timer = CFRunLoopTimerCreateWithHandler(nil, date, 0, 0, 0) { _ in }
    CFRunLoopAddTimer(loop, timer, mode)
    check(abs(CFRunLoopGetNextTimerFireDate(loop, mode) - date) < 1)
    CFRunLoopRunInMode(mode, 0, false)
    check(fired.value == 2)
    CFRunLoopRemoveTimer(loop, timer, mode)
    CFRunLoopRemoveObserver(loop, observer, mode)
    check(!CFRunLoopContainsObserver(loop, observer, mode) && !CFRunLoopContainsTimer(loop, timer, mode))
}

/// Converts a sound of 2000 frames to floating point by the call that is given, and checks the samples.
private func convert(
    _ sound: [Int16], line: Int = #line, _ call: (AudioConverterRef, UnsafeMutablePointer<AudioBufferList>) -> Void
) {
    var integers = pcm(44_100)
    var floats = integers
    floats.mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked
    floats.mBytesPerPacket = 4
    floats.mBytesPerFrame = 4
    floats.mBitsPerChannel = 32
    var converter: AudioConverterRef?
    check(AudioConverterNew(&integers, &floats, &converter), line: line)
    var samples = [Float](repeating: 0, count: sound.count)
    samples.withUnsafeMutableBytes { bytes in
        var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
        call(converter!, &list)
    }
    check(samples == sound.map { Float($0) / 32768 }, line: line)
    check(AudioConverterDispose(converter!), line: line)
}

/// Converts by bytes, as an audio thread does, and with what each packet depends on.
func convertInOtherWays(_ sound: [Int16], from source: UnsafeMutableRawPointer) {
    convert(sound) { converter, list in
        var bytes = list.pointee.mBuffers.mDataByteSize
        check(
            AudioConverterFillBuffer(
                converter,
                { _, size, data, user in
                    size.pointee = min(size.pointee, 4000)
                    data.pointee = user!
                    return noErr
                }, source, &bytes, list.pointee.mBuffers.mData!))
        check(bytes == 8000, "\(bytes)")
    }
    convert(sound) { converter, list in
        var frames: UInt32 = 2000
        check(
            AudioConverterFillComplexBufferRealtimeSafe(
                converter,
                { _, packets, data, _, user in
                    packets.pointee = min(packets.pointee, 2000)
                    data.pointee.mBuffers.mData = user
                    data.pointee.mBuffers.mDataByteSize = packets.pointee * 2
                    return noErr
                }, source, &frames, list, nil))
        check(frames == 2000)
    }
    convert(sound) { converter, list in
        var frames: UInt32 = 2000
        var dependencies = [AudioStreamPacketDependencyDescription](repeating: .init(), count: 2000)
        check(
            AudioConverterFillComplexBufferWithPacketDependencies(
                converter,
                { _, packets, data, _, user in
                    packets.pointee = min(packets.pointee, 2000)
                    data.pointee.mBuffers.mData = user
                    data.pointee.mBuffers.mDataByteSize = packets.pointee * 2
                    return noErr
                }, source, &frames, list, nil, &dependencies))
        check(frames == 2000 && dependencies.allSatisfy { $0.mIsIndependentlyDecodable == 1 })
    }
}

/// Listens to a queue's, a device's, a stream's and the system's properties with functions, which can be removed.
@preconcurrency @MainActor func listenWithFunctions(_ queue: AudioQueueRef, _ device: AudioDeviceID) {
    check(AudioQueueAddPropertyListener(queue, kAudioQueueProperty_IsRunning, countQueue, objectCalls.pointer))
    check(AudioQueueRemovePropertyListener(queue, kAudioQueueProperty_IsRunning, countQueue, objectCalls.pointer))

    var property = address(Int(kAudioDevicePropertyBufferFrameSize))
    check(AudioObjectAddPropertyListener(device, &property, countObject, objectCalls.pointer))
    change(device, to: 310)
    objectCalls.await(1)
    check(AudioObjectRemovePropertyListener(device, &property, countObject, objectCalls.pointer))
    check(AudioHardwareServiceAddPropertyListener(device, &property, countObject, objectCalls.pointer))
    change(device, to: 320)
    objectCalls.await(2)
    check(AudioHardwareServiceRemovePropertyListener(device, &property, countObject, objectCalls.pointer))
    check(
        AudioHardwareServiceAddPropertyListener(
            device, &property,
            { _, count, _, client in
                [1].forEach { _ in Counter.at(client).add(Int(count)) }
                return noErr
            }, objectCalls.pointer))
    change(device, to: 330)
    objectCalls.await(3)
    check(objectCalls.value == 3)
}

/// Sets a queue's device by its UID and reads it back, and puts names into structs.
@preconcurrency @MainActor func nameTheDevice(_ uid: CFString, of queue: AudioQueueRef) {
    var name = Unmanaged.passUnretained(uid)
    check(AudioQueueSetProperty(queue, kAudioQueueProperty_CurrentDevice, &name, 8))
    var read: Unmanaged<CFString>?
    var size: UInt32 = 8
    check(AudioQueueGetProperty(queue, kAudioQueueProperty_CurrentDevice, &read, &size))
    check(read!.takeRetainedValue() == uid)

    var assignment = AudioQueueChannelAssignment(mDeviceUID: name, mChannelNumber: 1)
    check(AudioQueueSetProperty(queue, kAudioQueueProperty_ChannelAssignments, &assignment, 16))
    check(assignment.mDeviceUID.takeUnretainedValue() == uid)
    var marker = AudioFileMarker()
    marker.mName = name
    let region = AudioFileRegion(
        mRegionID: 1, mName: name, mFlags: .loopEnable, mNumberMarkers: 1, mMarkers: marker)
    check(region.mName.takeUnretainedValue() == uid && region.mMarkers.mName?.takeUnretainedValue() == uid)
}

private func countQueue(_ client: UnsafeMutableRawPointer?, _ queue: AudioQueueRef, _ property: AudioQueuePropertyID) {
    Counter.at(client).add()
}

private func countObject(
    _ object: AudioObjectID, _ count: UInt32, _ addresses: UnsafePointer<AudioObjectPropertyAddress>,
    _ client: UnsafeMutableRawPointer?
) -> OSStatus {
    Counter.at(client).add()
    return noErr
}

/// Plays through a device and listens to it, to its stream and to the system.
@preconcurrency @MainActor func callTheFirstSystems(_ device: AudioDeviceID) {
    let cycle = AudioDevicePropertyID(kAudioDevicePropertyBufferFrameSize)
    check(
        AudioDeviceAddPropertyListener(
            device, 0, false, cycle,
            { _, _, _, _, client in
                [1].forEach { _ in Counter.at(client).add() }
                return noErr
            }, deviceCalls.pointer))
    change(device, to: 800)
    deviceCalls.await(1)
    check(AudioDeviceAddPropertyListener(device, 0, false, cycle, ignoreDevice, nil))
    check(AudioDeviceRemovePropertyListener(device, 0, false, cycle, ignoreDevice))

    var stream = AudioStreamID(kAudioObjectUnknown)
    var size: UInt32 = 4
    let streams = AudioDevicePropertyID(kAudioDevicePropertyStreams)
    check(AudioDeviceGetProperty(device, 0, false, streams, &size, &stream))
    let format = AudioDevicePropertyID(kAudioStreamPropertyVirtualFormat)
    check(
        AudioStreamAddPropertyListener(
            stream, 0, format,
            { _, _, _, client in
                [1].forEach { _ in Counter.at(client).add() }
                return noErr
            }, streamCalls.pointer))
    check(AudioStreamAddPropertyListener(stream, 0, format, ignoreStream, nil))
    check(AudioStreamRemovePropertyListener(stream, 0, format, ignoreStream))
    var rate = 0.0
    size = 8
    let nominalRate = AudioDevicePropertyID(kAudioDevicePropertyNominalSampleRate)
    check(AudioDeviceGetProperty(device, 0, false, nominalRate, &size, &rate))
    rate = rate == 44_100 ? 48_000 : 44_100
    check(AudioDeviceSetProperty(device, nil, 0, false, nominalRate, 8, &rate))
    streamCalls.await(1)

    let output = AudioHardwarePropertyID(kAudioHardwarePropertyDefaultOutputDevice)
    check(AudioHardwareAddPropertyListener(output, { _, _ in noErr }, nil))
    check(AudioHardwareAddPropertyListener(output, ignoreSystem, nil))
    check(AudioHardwareRemovePropertyListener(output, ignoreSystem))

    check(AudioDeviceAddIOProc(device, play, procCalls.pointer))
    check(AudioDeviceStart(device, play))
    procCalls.await(procCalls.value + 2)
    check(AudioDeviceStop(device, play))
    check(AudioDeviceRemoveIOProc(device, play))
    check(
        AudioDeviceAddIOProc(
            device,
            { _, _, _, _, _, _, _ in
                [1].forEach { _ in }
                return noErr
            }, nil))
}

private func ignoreDevice(
    _ device: AudioDeviceID, _ channel: UInt32, _ isInput: Bool, _ property: AudioDevicePropertyID,
    _ client: UnsafeMutableRawPointer?
) -> OSStatus { noErr }

private func ignoreStream(
    _ stream: AudioStreamID, _ channel: UInt32, _ property: AudioDevicePropertyID, _ client: UnsafeMutableRawPointer?
) -> OSStatus { noErr }

private func ignoreSystem(_ property: AudioHardwarePropertyID, _ client: UnsafeMutableRawPointer?) -> OSStatus { noErr }

private func play(
    _ device: AudioObjectID, _ now: UnsafePointer<AudioTimeStamp>, _ input: UnsafePointer<AudioBufferList>,
    _ inputTime: UnsafePointer<AudioTimeStamp>, _ output: UnsafeMutablePointer<AudioBufferList>,
    _ outputTime: UnsafePointer<AudioTimeStamp>, _ client: UnsafeMutableRawPointer?
) -> OSStatus {
    Counter.at(client).add()
    return noErr
}

/// Calls what this system does not have, or that gets a reference to no file: each refuses.
@preconcurrency @MainActor func callWhatIsNotThere() {
    var format = pcm(44_100)
    var context = CFRunLoopSourceContext()
    let source = CFRunLoopSourceCreate(nil, 0, &context)!
    check(AudioHardwareAddRunLoopSource(source) == kAudio_UnimplementedError)
    check(AudioHardwareRemoveRunLoopSource(source) == kAudio_UnimplementedError)

    let place = UnsafeMutableRawPointer.allocate(byteCount: 80, alignment: 8)
    place.initializeMemory(as: UInt8.self, repeating: 0, count: 80)
    defer { place.deallocate() }
    var file: AudioFileID?
    check(
        AudioFileCreate(
            OpaquePointer(place), "sound.caf" as CFString, kAudioFileCAFType, &format, .eraseFile,
            OpaquePointer(place), &file) == kAudio_FileNotFoundError)
    var extended: ExtAudioFileRef?
    check(
        ExtAudioFileCreateNew(
            OpaquePointer(place), "sound.caf" as CFString, kAudioFileCAFType, &format, nil, &extended)
            == kAudio_FileNotFoundError)
}

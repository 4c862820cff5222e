// Every call that takes a callback, a block, a queue, a run loop or an object, as programs write it: with a closure in
// the call, at the top level, that is called on another thread. Ends without output if all is well.

// `forEach` cannot be a loop here: Swift 6 mode checks the thread when the inner closure begins.
// swift-format-ignore-file: ReplaceForEachWithForLoop

import AudioToolbox

setenv("COREAUDIO_BACKEND", "null", 1)
let counter = Counter()
let queue = DispatchQueue(label: "client")
let key = DispatchSpecificKey<Int>()
queue.setSpecific(key: key, value: 7)
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("swift-client-\(getpid())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
var format = pcm(44_100)
let sound = ramp(2000)
let soundBytes = UInt32(sound.count * 2)

// MARK: Files: URLs, strings, dictionaries

let url = folder.appendingPathComponent("sound.caf")
var file: AudioFileID?
check(AudioFileCreateWithURL(url as CFURL, kAudioFileCAFType, &format, .eraseFile, &file))
var count = soundBytes
check(sound.withUnsafeBytes { AudioFileWriteBytes(file!, false, 0, &count, $0.baseAddress!) })
// The dictionary must live during the call: a temporary would be released before.
let information = [kAFInfoDictionary_Title: "Ramp"] as CFDictionary
var informationPointer = Unmanaged.passUnretained(information)
check(AudioFileSetProperty(file!, kAudioFilePropertyInfoDictionary, 8, &informationPointer))
check(AudioFileClose(file!))

check(AudioFileOpenURL(url as CFURL, .readPermission, 0, &file))
var dictionary: Unmanaged<CFDictionary>?
var size = UInt32(MemoryLayout<CFDictionary>.size)
check(AudioFileGetProperty(file!, kAudioFilePropertyInfoDictionary, &size, &dictionary))
let read = dictionary!.takeRetainedValue() as! [String: Any]
check(read[kAFInfoDictionary_Title] as? String == "Ramp", "\(read)")
check(AudioFileClose(file!))

var typeName: Unmanaged<CFString>?
var type = kAudioFileCAFType
size = UInt32(MemoryLayout<CFString>.size)
check(AudioFileGetGlobalInfo(kAudioFileGlobalInfo_FileTypeName, 4, &type, &size, &typeName))
check((typeName!.takeRetainedValue() as String).isEmpty == false)

var extended: ExtAudioFileRef?
let otherURL = folder.appendingPathComponent("other.wav")
check(ExtAudioFileCreateWithURL(otherURL as CFURL, kAudioFileWAVEType, &format, nil, 1, &extended))
check(ExtAudioFileDispose(extended!))
check(ExtAudioFileOpenURL(url as CFURL, &extended))
var heard = [Int16](repeating: 0, count: sound.count)
var frames = UInt32(heard.count)
heard.withUnsafeMutableBytes { bytes in
    var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
    check(ExtAudioFileRead(extended!, &frames, &list))
}
check(frames == 2000 && heard == sound)
check(ExtAudioFileDispose(extended!))

let written = Bytes()
check(
    AudioFileInitializeWithCallbacks(
        written.pointer,
        { client, position, count, buffer, actual in
            actual.pointee = Bytes.at(client).read(position, count, buffer)
            return noErr
        },
        { client, position, count, data, actual in
            Bytes.at(client).write(position, count, data)
            actual.pointee = count
            return noErr
        },
        { client in Int64(Bytes.at(client).bytes.count) },
        { client, size in
            Bytes.at(client).bytes = Array(Bytes.at(client).bytes.prefix(Int(size)))
            return noErr
        }, kAudioFileWAVEType, &format, [], &file))
nonisolated(unsafe) var callbackFile = file!
onAnotherThread {
    var count = soundBytes
    check(sound.withUnsafeBytes { AudioFileWriteBytes(callbackFile, false, 0, &count, $0.baseAddress!) })
    check(AudioFileClose(callbackFile))
}
check(
    AudioFileOpenWithCallbacks(
        written.pointer,
        { client, position, count, buffer, actual in
            // An inner closure, which is not isolated to an actor either.
            [1].forEach { _ in actual.pointee = Bytes.at(client).read(position, count, buffer) }
            return noErr
        }, nil, { client in Int64(Bytes.at(client).bytes.count) }, nil, 0, &file))
callbackFile = file!
onAnotherThread {
    var count = soundBytes
    var samples = [Int16](repeating: 0, count: sound.count)
    check(AudioFileReadBytes(callbackFile, false, 0, &count, &samples))
    check(count == soundBytes && samples == sound)
    check(AudioFileClose(callbackFile))
}

// MARK: Streams and converters

var stream: AudioFileStreamID?
check(
    AudioFileStreamOpen(
        counter.pointer,
        { client, _, property, _ in
            if property == kAudioFileStreamProperty_ReadyToProducePackets { Counter.at(client).add(10_000) }
        },
        { client, bytes, packets, data, descriptions in
            [1].forEach { _ in Counter.at(client).add(Int(packets)) }
        }, kAudioFileWAVEType, &stream))
nonisolated(unsafe) let streamID = stream!
onAnotherThread {
    check(AudioFileStreamParseBytes(streamID, UInt32(written.bytes.count), written.bytes, []))
    check(AudioFileStreamClose(streamID))
}
check(counter.value == 12_000, "\(counter.value)")

var float = format
float.mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked
float.mBytesPerPacket = 4
float.mBytesPerFrame = 4
float.mBitsPerChannel = 32
var converter: AudioConverterRef?
check(AudioConverterNew(&format, &float, &converter))
nonisolated(unsafe) let converterRef = converter!
let source = UnsafeMutableBufferPointer<Int16>.allocate(capacity: sound.count)
_ = source.initialize(from: sound)
nonisolated(unsafe) let sourceAddress = UnsafeMutableRawPointer(source.baseAddress!)
onAnotherThread {
    var samples = [Float](repeating: 0, count: 2000)
    var frames: UInt32 = 2000
    samples.withUnsafeMutableBytes { bytes in
        var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
        check(
            AudioConverterFillComplexBuffer(
                converterRef,
                { _, packets, data, _, user in
                    packets.pointee = min(packets.pointee, 2000)
                    data.pointee.mBuffers.mData = user
                    data.pointee.mBuffers.mDataByteSize = packets.pointee * 2
                    return noErr
                }, sourceAddress, &frames, &list, nil))
    }
    check(frames == 2000 && samples == sound.map { Float($0) / 32768 })
    check(AudioConverterDispose(converterRef))
}
onAnotherThread { convertInOtherWays(sound, from: sourceAddress) }
let prepared = Counter()
AudioConverterPrepare(0, nil) { status in prepared.add(status == noErr ? 1 : 100) }
let prepare: (OSStatus) -> Void = { status in prepared.add(status == noErr ? 1 : 100) }
AudioConverterPrepare(0, nil, prepare)
AudioConverterPrepare(0, nil, nil)
prepared.await(2)
check(prepared.value == 2)

// MARK: Run loops and modes

let loop = CFRunLoopGetCurrent()
let mine = CFRunLoopMode("mine" as CFString)
check(mine.rawValue as String == "mine" && CFRunLoopMode.defaultMode.rawValue as String == "kCFRunLoopDefaultMode")
check(CFRunLoopMode(rawValue: "mine" as CFString) == mine && CFRunLoopMode.commonModes != .defaultMode)

/// Makes a queue return two buffers, on another thread: two calls of its callback are then pending.
func giveBackTwo(_ queue: AudioQueueRef) {
    nonisolated(unsafe) let queue = queue
    onAnotherThread {
        for _ in 0..<2 {
            var buffer: AudioQueueBufferRef?
            check(AudioQueueAllocateBuffer(queue, 200, &buffer))
            buffer!.pointee.mAudioDataByteSize = 200
            check(AudioQueueEnqueueBuffer(queue, buffer!, 0, nil))
        }
        check(AudioQueueReset(queue))
    }
}

/// Expects two callbacks when the run loop runs in a mode, and none when it runs in another.
func expectTwo(_ queue: AudioQueueRef?, _ returned: Counter, in mode: CFRunLoopMode, not other: CFRunLoopMode) {
    giveBackTwo(queue!)
    CFRunLoopRunInMode(other, 0, false)
    check(returned.value == 0)
    while returned.value < 2 { check(CFRunLoopRunInMode(mode, 20, true) == .handledSource || returned.value == 2) }
    check(AudioQueueDispose(queue!, true))
}

var player: AudioQueueRef?
var returned = Counter()
check(
    AudioQueueNewOutput(
        &format,
        {
            Counter.at($0).add()
            _ = ($1, $2)
        }, returned.pointer, nil, nil, 0, &player))
giveBackTwo(player!)
returned.await(2)
check(AudioQueueDispose(player!, true))

returned = Counter()
check(
    AudioQueueNewOutput(
        &format,
        {
            Counter.at($0).add()
            _ = ($1, $2)
        }, returned.pointer, loop, CFRunLoopMode.commonModes.rawValue, 0,
        &player))
expectTwo(player, returned, in: .defaultMode, not: mine)
returned = Counter()
check(
    AudioQueueNewOutput(
        &format,
        {
            Counter.at($0).add()
            _ = ($1, $2)
        }, returned.pointer, CFRunLoopGetCurrent(), kCFRunLoopCommonModes,
        0, &player))
expectTwo(player, returned, in: .defaultMode, not: mine)
returned = Counter()
check(
    AudioQueueNewOutput(
        &format,
        {
            Counter.at($0).add()
            _ = ($1, $2)
        }, returned.pointer, loop, "mine" as CFString, 0, &player))
expectTwo(player, returned, in: mine, not: .defaultMode)
returned = Counter()
let callback: AudioQueueOutputCallback = {
    Counter.at($0).add()
    _ = ($1, $2)
}
check(AudioQueueNewOutput(&format, callback, returned.pointer, loop, nil, 0, &player))
expectTwo(player, returned, in: .defaultMode, not: mine)
check(CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false).rawValue > 0)

let timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent(), 0, 0, 0) { _ in
    CFRunLoopStop(CFRunLoopGetCurrent())
}
CFRunLoopAddTimer(loop, timer, .defaultMode)
check(CFRunLoopContainsTimer(loop, timer, .defaultMode) && !CFRunLoopContainsTimer(loop, timer, mine))
check(CFRunLoopRunInMode(.defaultMode, 20, false) == .stopped)
CFRunLoopRemoveTimer(loop, timer, .defaultMode)
CFRunLoopAddCommonMode(loop, mine)
useRunLoop(mine)

// MARK: Dispatch queues

let onQueue = Counter()
check(
    AudioQueueNewOutputWithDispatchQueue(&player, &format, 0, queue) { _, buffer in
        [1].forEach { _ in onQueue.add(DispatchQueue.getSpecific(key: key) == 7 ? 1 : 100) }
    })
giveBackTwo(player!)
onQueue.await(2)
check(AudioQueueDispose(player!, true))
let block: AudioQueueOutputCallbackBlock = { _, _ in onQueue.add() }
check(AudioQueueNewOutputWithDispatchQueue(&player, &format, 0, .global(), block))
giveBackTwo(player!)
onQueue.await(4)
check(AudioQueueDispose(player!, true))
check(onQueue.value == 4)

var recorder: AudioQueueRef?
let recorded = Counter()
check(
    AudioQueueNewInputWithDispatchQueue(&recorder, &format, 0, queue) { _, buffer, time, _, _ in
        let samples = UnsafeRawBufferPointer(
            start: buffer.pointee.mAudioData, count: Int(buffer.pointee.mAudioDataByteSize))
        recorded.add(samples.count == 200 && samples.allSatisfy { $0 == 0 } ? 1 : 100)
    })
/// Two buffers to record into.
func record(_ queue: AudioQueueRef) {
    for _ in 0..<2 {
        var buffer: AudioQueueBufferRef?
        check(AudioQueueAllocateBuffer(queue, 200, &buffer))
        check(AudioQueueEnqueueBuffer(queue, buffer!, 0, nil))
    }
    check(AudioQueueStart(queue, nil))
}
record(recorder!)
recorded.await(2)
check(AudioQueueDispose(recorder!, true))
check(
    AudioQueueNewInput(
        &format,
        { client, _, buffer, _, _, _ in
            Counter.at(client).add(buffer.pointee.mAudioDataByteSize == 200 ? 1 : 100)
        }, recorded.pointer, nil, nil, 0, &recorder))
record(recorder!)
recorded.await(4)
check(AudioQueueDispose(recorder!, true))
check(recorded.value == 4)

// MARK: A tap hears what plays; a listener hears when

let running = Counter()
let tapped = Counter()
check(AudioQueueNewOutput(&format, { _, _, _ in }, nil, nil, nil, 0, &player))
check(
    AudioQueueAddPropertyListener(
        player!, kAudioQueueProperty_IsRunning, { client, _, _ in Counter.at(client).add() }, running.pointer))
var tap: AudioQueueProcessingTapRef?
var most: UInt32 = 0
var tapFormat = AudioStreamBasicDescription()
check(
    AudioQueueProcessingTapNew(
        player!,
        { client, tap, frames, time, flags, got, data in
            check(AudioQueueProcessingTapGetSourceAudio(tap, frames, time, flags, got, data))
            let samples = UnsafeMutableAudioBufferListPointer(data)[0]
            let sounding = UnsafeMutableBufferPointer<Float>(samples).prefix(Int(got.pointee)).reduce(0) {
                $0 + ($1 == 0.5 ? 1 : 0)
            }
            Counter.at(client).add(sounding)
        }, tapped.pointer, .preEffects, &most, &tapFormat, &tap))
var buffer: AudioQueueBufferRef?
check(AudioQueueAllocateBuffer(player!, soundBytes, &buffer))
buffer!.pointee.mAudioData.bindMemory(to: Int16.self, capacity: sound.count).update(
    repeating: 16_384, count: sound.count)
buffer!.pointee.mAudioDataByteSize = soundBytes
check(AudioQueueEnqueueBuffer(player!, buffer!, 0, nil))
check(AudioQueueStart(player!, nil))
check(AudioQueueStop(player!, false))
running.await(2)
check(tapped.value == sound.count, "\(tapped.value)")
check(AudioQueueProcessingTapDispose(tap!))
check(AudioQueueDispose(player!, true))

// MARK: System sounds

var soundID: SystemSoundID = 0
check(AudioServicesCreateSystemSoundID(url as CFURL, &soundID))
let played = Counter()
AudioServicesPlaySystemSoundWithCompletion(soundID) { [1].forEach { _ in played.add() } }
AudioServicesPlayAlertSoundWithCompletion(soundID) { played.add() }
AudioServicesPlaySystemSoundWithDetails(soundID, nil) { played.add() }
let details: CFDictionary? = [:] as CFDictionary
let ended: () -> Void = { played.add() }
AudioServicesPlayAlertSoundWithDetails(soundID, details, ended)
AudioServicesPlaySystemSoundWithCompletion(soundID, nil)
played.await(4)
check(
    AudioServicesAddSystemSoundCompletion(
        soundID, nil, nil,
        { id, client in
            Counter.at(client).add(Int(id))
            CFRunLoopStop(CFRunLoopGetMain())
        }, played.pointer))
AudioServicesPlaySystemSound(soundID)
check(CFRunLoopRunInMode(.defaultMode, 20, false) == .stopped && played.value == 4 + Int(soundID))
check(
    AudioServicesAddSystemSoundCompletion(
        soundID, CFRunLoopGetMain(), kCFRunLoopDefaultMode, { _, _ in CFRunLoopStop(CFRunLoopGetMain()) }, nil))
AudioServicesPlaySystemSound(soundID)
check(CFRunLoopRunInMode(.defaultMode, 20, false) == .stopped)
AudioServicesRemoveSystemSoundCompletion(soundID)
check(AudioServicesDisposeSystemSoundID(soundID))

// MARK: Devices

func address(_ selector: Int) -> AudioObjectPropertyAddress {
    AudioObjectPropertyAddress(
        mSelector: AudioObjectPropertySelector(selector),
        mScope: AudioObjectPropertyScope(kAudioObjectPropertyScopeGlobal),
        mElement: AudioObjectPropertyElement(kAudioObjectPropertyElementMain))
}

/// Changes the frames per cycle, which calls listeners.
func change(_ device: AudioDeviceID, to frames: UInt32) {
    var frames = frames
    var property = address(Int(kAudioDevicePropertyBufferFrameSize))
    check(AudioObjectSetPropertyData(device, &property, 0, nil, 4, &frames))
}

var device = AudioDeviceID(kAudioDeviceUnknown)
var property = address(Int(kAudioHardwarePropertyDefaultOutputDevice))
size = 4
check(AudioObjectGetPropertyData(AudioObjectID(kAudioObjectSystemObject), &property, 0, nil, &size, &device))
var uid: CFString = "" as CFString
size = UInt32(MemoryLayout<CFString>.size)
property = address(Int(kAudioDevicePropertyDeviceUID))
check(withUnsafeMutablePointer(to: &uid) { AudioObjectGetPropertyData(device, &property, 0, nil, &size, $0) })
check(uid as String == "null", "\(uid)")

let changes = Counter()
property = address(Int(kAudioDevicePropertyBufferFrameSize))
let listener: AudioObjectPropertyListenerBlock = { count, addresses in
    changes.add(
        count == 1 && addresses[0].mSelector == kAudioDevicePropertyBufferFrameSize
            && DispatchQueue.getSpecific(key: key) == 7 ? 1 : 100)
}
check(AudioObjectAddPropertyListenerBlock(device, &property, queue, listener))
change(device, to: 300)
changes.await(1)
check(AudioObjectRemovePropertyListenerBlock(device, &property, queue, listener))
// Without a queue, a thread of the library calls, which would have called the first listener before, were that still
// registered.
let others = Counter()
check(AudioObjectAddPropertyListenerBlock(device, &property, nil) { _, _ in [1].forEach { _ in others.add() } })
change(device, to: 400)
others.await(1)
queue.sync {}
check(changes.value == 1, "\(changes.value)")
// The main queue is the same queue at each use.
let main: AudioObjectPropertyListenerBlock = { _, _ in
    changes.add()
    CFRunLoopStop(CFRunLoopGetMain())
}
check(AudioObjectAddPropertyListenerBlock(device, &property, .main, main))
change(device, to: 500)
check(CFRunLoopRunInMode(.defaultMode, 20, false) == .stopped)
check(changes.value == 2)
check(AudioObjectRemovePropertyListenerBlock(device, &property, DispatchQueue.main, main))
change(device, to: 600)
others.await(3)
CFRunLoopRunInMode(.defaultMode, 0, false)
check(changes.value == 2)
check(
    AudioObjectAddPropertyListener(
        device, &property,
        { _, _, _, client in
            Counter.at(client).add()
            return noErr
        }, changes.pointer))
change(device, to: 700)
changes.await(3)

let cycles = Counter()
var proc: AudioDeviceIOProcID?
check(
    AudioDeviceCreateIOProcIDWithBlock(&proc, device, queue) { now, _, _, output, time in
        let list = UnsafeMutableAudioBufferListPointer(output)
        cycles.add(
            DispatchQueue.getSpecific(key: key) == 7 && list.count > 0
                && time.pointee.mSampleTime > now.pointee.mSampleTime ? 1 : 1000)
    })
check(AudioDeviceStart(device, proc))
cycles.await(3)
check(AudioDeviceStop(device, proc))
check(AudioDeviceDestroyIOProcID(device, proc!))
check(cycles.value < 1000)
check(AudioDeviceCreateIOProcIDWithBlock(&proc, device, nil, { _, _, _, _, _ in [1].forEach { _ in cycles.add() } }))
check(AudioDeviceStart(device, proc))
cycles.await(cycles.value + 2)
check(AudioDeviceStop(device, proc))
check(AudioDeviceDestroyIOProcID(device, proc!))
let render: AudioDeviceIOBlock = { _, _, _, _, _ in cycles.add() }
check(AudioDeviceCreateIOProcIDWithBlock(&proc, device, nil, render))
check(AudioDeviceDestroyIOProcID(device, proc!))
check(
    AudioDeviceCreateIOProcID(
        device,
        { _, _, _, _, _, _, client in
            Counter.at(client).add()
            return noErr
        }, cycles.pointer, &proc))
check(AudioDeviceStart(device, proc))
cycles.await(cycles.value + 2)
check(AudioDeviceStop(device, proc))
check(AudioDeviceDestroyIOProcID(device, proc!))

var aggregate = AudioDeviceID(kAudioDeviceUnknown)
let description: [String: Any] = [
    kAudioAggregateDeviceUIDKey: "swift-client", kAudioAggregateDeviceNameKey: "Both",
    kAudioAggregateDeviceSubDeviceListKey: [[kAudioSubDeviceUIDKey: uid as String]],
]
check(AudioHardwareCreateAggregateDevice(description as CFDictionary, &aggregate))
check(AudioHardwareDestroyAggregateDevice(aggregate))

// MARK: The other calls

check(AudioQueueNewOutput(&format, { _, _, _ in }, nil, nil, nil, 0, &player))
listenWithFunctions(player!, device)
nameTheDevice(uid, of: player!)
check(AudioQueueDispose(player!, true))
callTheFirstSystems(device)
useSession()
callWhatIsNotThere()
useUnits(queue)
useMacNames()
useMIDI()
check(AudioHardwareUnload())
try FileManager.default.removeItem(at: folder)

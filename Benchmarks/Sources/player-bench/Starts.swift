import AVFAudio
import AudioToolbox
import Foundation
import Synchronization

/// Notes when the microphone first brings sound.
private final class Ear: Sendable {
    let isListening = Atomic(false)
    /// Nanoseconds of host time; 0 before.
    let heardAt = Atomic<UInt64>(0)
    let cycles = Atomic(0)

    func hear(_ buffer: AudioBuffer) {
        let samples = UnsafeBufferPointer(
            start: buffer.mData?.assumingMemoryBound(to: Float.self),
            count: Int(buffer.mDataByteSize) / MemoryLayout<Float>.stride)
        if isListening.load(ordering: .acquiring), samples.contains(where: { abs($0) > 0.01 }) {
            heardAt.store(AudioConvertHostTimeToNanos(AudioGetCurrentHostTime()), ordering: .relaxed)
            isListening.store(false, ordering: .releasing)
        }
        cycles.add(1, ordering: .releasing)
    }

    /// Waits for a number of cycles.
    func wait(_ count: Int) {
        let end = cycles.load(ordering: .acquiring) + count
        waitUntil { cycles.load(ordering: .acquiring) >= end }
    }
}

private func waitUntil(_ condition: () -> Bool) {
    let end = Date(timeIntervalSinceNow: 10)
    while !condition() {
        guard Date() < end else { fail("nothing is heard for 10 seconds") }
        usleep(500)
    }
}

private func number(
    _ selector: AudioObjectPropertySelector, of device: AudioObjectID, _ scope: AudioObjectPropertyScope
)
    -> UInt32
{
    var address = AudioObjectPropertyAddress(mSelector: selector, mScope: scope, mElement: 0)
    var (value, size) = (UInt32(0), UInt32(MemoryLayout<UInt32>.size))
    let status = AudioObjectGetPropertyData(device, &address, 0, nil, &size, &value)
    return status == noErr ? value : 0
}

/// From the call of `play` to the first cycle of the microphone, which hears the loudspeakers, that has sound.
///
/// Prints both moments of each start, in nanoseconds of the host's time, and behind them the milliseconds of the output device's
/// latency.
func measureStarts(of file: String, _ count: Int) throws {
    let system = AudioObjectID(kAudioObjectSystemObject)
    let global = kAudioObjectPropertyScopeGlobal
    let microphone = number(kAudioHardwarePropertyDefaultInputDevice, of: system, global)
    let loudspeakers = number(kAudioHardwarePropertyDefaultOutputDevice, of: system, global)
    let ear = Ear()
    var proc: AudioDeviceIOProcID?
    let status = AudioDeviceCreateIOProcIDWithBlock(&proc, microphone, nil) { _, input, _, _, _ in
        ear.hear(input.pointee.mBuffers)
    }
    guard status == noErr, AudioDeviceStart(microphone, proc) == noErr else { fail("the microphone does not open") }
    let player = try AVAudioPlayer(contentsOf: URL(fileURLWithPath: file))
    guard player.prepareToPlay() else { fail("the device does not open") }
    ear.wait(50)
    for _ in 0..<count {
        // We are awake just after a cycle; a finger is not.
        usleep(UInt32.random(in: 0..<50_000))
        ear.heardAt.store(0, ordering: .relaxed)
        ear.isListening.store(true, ordering: .releasing)
        let start = AudioConvertHostTimeToNanos(AudioGetCurrentHostTime())
        guard player.play() else { fail("the player does not start") }
        waitUntil { ear.heardAt.load(ordering: .relaxed) != 0 }
        print(start, ear.heardAt.load(ordering: .relaxed))
        waitUntil { !player.isPlaying }
        ear.wait(5)
    }
    let output = kAudioObjectPropertyScopeOutput
    let latency = [kAudioDevicePropertyLatency, kAudioDevicePropertySafetyOffset].map {
        number($0, of: loudspeakers, output)
    }
    print(Double(latency.reduce(0, +)) / 48)
    _ = AudioDeviceStop(microphone, proc)
}

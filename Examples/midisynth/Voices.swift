import AudioToolbox
import Foundation
import Synchronization

/// A note that sounds: two partials, under an envelope that rises, falls a little, stays, and fades.
struct Voice {
    enum Stage { case off, attack, decay, sustain, release }

    var note: UInt8 = 0
    var stage = Stage.off
    var level: Float = 0
    var gain: Float = 0
    var phase: Float = 0
    var step: Float = 0
    /// Counts notes: the voice with the least number is the oldest.
    var age: UInt64 = 0
}

/// All voices, and the events that they get. What renders belongs to the audio thread: it neither allocates nor waits.
final class Voices: @unchecked Sendable {
    static let count = 16

    private let voices: UnsafeMutablePointer<Voice>
    private var notes: UInt64 = 0
    private var rate: Float = 48_000
    /// When the key of each note went down, in host time; 0 where nobody measures it.
    let keyTimes: UnsafeMutablePointer<UInt64>
    /// How long notes took from the key to their first sample, in nanoseconds.
    let latency = Latency()

    struct Latency: ~Copyable {
        let count = Atomic<UInt64>(0)
        let sum = Atomic<UInt64>(0)
        let longest = Atomic<UInt64>(0)
    }

    init() {
        voices = .allocate(capacity: Self.count)
        voices.initialize(repeating: Voice(), count: Self.count)
        keyTimes = .allocate(capacity: 128)
        keyTimes.initialize(repeating: 0, count: 128)
    }

    deinit {
        voices.deallocate()
        keyTimes.deallocate()
    }

    func prepare(_ rate: Double) {
        self.rate = Float(rate)
        for index in 0..<Self.count { voices[index] = Voice() }
    }

    // MARK: Events

    /// - Parameter hostTime: that of the message's sample; 0 where it is not known.
    func handle(_ status: UInt8, _ first: UInt8, _ second: UInt8, at hostTime: UInt64) {
        switch status & 0xF0 {
        case 0x90 where second > 0: begin(first, second, hostTime)
        case 0x80, 0x90: end(first)
        // All sounds off, and all notes off.
        case 0xB0 where first == 120: for index in 0..<Self.count { voices[index].stage = .off }
        case 0xB0 where first == 123: for index in 0..<Self.count where voices[index].stage != .off { release(index) }
        default: return
        }
    }

    private func begin(_ note: UInt8, _ velocity: UInt8, _ hostTime: UInt64) {
        // A voice that is silent, else the oldest one.
        var chosen = 0
        for index in 0..<Self.count {
            if voices[index].stage == .off {
                chosen = index
                break
            }
            if voices[index].age < voices[chosen].age { chosen = index }
        }
        notes += 1
        let frequency = 440 * powf(2, (Float(note) - 69) / 12)
        voices[chosen] = Voice(
            note: note, stage: .attack, level: 0, gain: 0.2 * Float(velocity) / 127, phase: 0, step: frequency / rate,
            age: notes)
        let key = keyTimes[Int(note & 0x7F)]
        guard key != 0, hostTime > key else { return }
        latency.count.add(1, ordering: .relaxed)
        latency.sum.add(hostTime - key, ordering: .relaxed)
        latency.longest.max(hostTime - key, ordering: .relaxed)
    }

    private func end(_ note: UInt8) {
        for index in 0..<Self.count where voices[index].note == note && voices[index].stage != .off { release(index) }
    }

    private func release(_ index: Int) { voices[index].stage = .release }

    // MARK: Rendering

    /// Adds the voices to samples, which begin as silence.
    func render(_ samples: UnsafeMutablePointer<Float>, _ frames: Int) {
        for index in 0..<Self.count where voices[index].stage != .off { render(&voices[index], samples, frames) }
    }

    private func render(_ voice: inout Voice, _ samples: UnsafeMutablePointer<Float>, _ frames: Int) {
        // 5 ms up, 200 ms down to two thirds, 20 ms until it is over.
        let (up, down, fade) = (1 / (0.005 * rate), 1 / (0.2 * rate), 1 / (0.02 * rate))
        for frame in 0..<frames {
            let angle = 2 * Float.pi * voice.phase
            samples[frame] += voice.gain * voice.level * (sinf(angle) + 0.3 * sinf(2 * angle))
            voice.phase += voice.step
            if voice.phase >= 1 { voice.phase -= 1 }
            switch voice.stage {
            case .off: return
            case .attack:
                voice.level += up
                if voice.level >= 1 { (voice.level, voice.stage) = (1, .decay) }
            case .decay:
                voice.level -= down
                if voice.level <= 0.66 { voice.stage = .sustain }
            case .sustain: break
            case .release:
                voice.level -= fade
                if voice.level <= 0 { voice.stage = .off }
            }
        }
    }
}

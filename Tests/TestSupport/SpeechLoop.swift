import Glibc

/// A loudspeaker, a room and a microphone, with a far voice that is played and a near one that speaks.
package struct SpeechLoop {
    package var sampleRate = 16_000.0
    package var seconds = 30.0
    package var seed: UInt64 = 1
    /// The near voice speaks from then on.
    package var nearStart = 25.0
    package var nearGain: Float = 1
    /// From the loudspeaker to the microphone.
    package var echoGain: Float = 0.5
    package var delay = 0.04
    package var tail = 0.15
    /// When the room becomes another one.
    package var change = Double.infinity
    /// How far the loudspeaker distorts; 0 for not at all.
    package var distortion: Float = 0
    package var noise: Float = 3e-5

    package init() {}

    /// What is played, what comes of it to the microphone, what the near voice brings there, and their sum with noise.
    package func make() -> (far: [Float], echo: [Float], near: [Float], microphone: [Float]) {
        let count = Int(seconds * sampleRate)
        let far = Self.voice(count, sampleRate, pitch: 120, seed: seed)
        let played = distortion == 0 ? far : far.map { tanh($0 * distortion) / distortion }
        var echo = room(played, seed: seed + 5, delay)
        let changed = Int(min(change, seconds) * sampleRate)
        if changed < count { echo[changed...] = room(played, seed: seed + 999, delay + 0.003)[changed...] }
        var near = Self.voice(count, sampleRate, pitch: 190, seed: seed + 77).map { $0 * nearGain }
        for index in 0..<min(count, Int(nearStart * sampleRate)) { near[index] = 0 }
        var random = SeededRandom(9)
        let microphone = (0..<count).map { echo[$0] + near[$0] + noise * random.unit() }
        return (far, echo, near, microphone)
    }

    /// Reflections without an order, which decay by 60 dB.
    private func room(_ sound: [Float], seed: UInt64, _ delay: Double) -> [Float] {
        let (start, length) = (Int(delay * sampleRate), Int(tail * sampleRate))
        var random = SeededRandom(seed)
        var response = (0..<length).map { random.unit() * exp(-6.9 * Float($0) / Float(length)) }
        let scale = echoGain / response.reduce(0) { $0 + $1 * $1 }.squareRoot()
        response = response.map { $0 * scale }
        var echo = [Float](repeating: 0, count: sound.count + start + length)
        echo.withUnsafeMutableBufferPointer { echo in
            response.withUnsafeBufferPointer { response in
                for (index, sample) in sound.enumerated() where sample != 0 {
                    for place in 0..<length { echo[index + start + place] += sample * response[place] }
                }
            }
        }
        return Array(echo[..<sound.count])
    }

    /// The formants of vowels.
    private static let vowels: [[Double]] = [
        [730, 1090, 2440], [270, 2290, 3010], [300, 870, 2240], [530, 1840, 2480], [570, 840, 2410], [440, 1020, 2240],
    ]

    /// Syllables: vowels, which are pulses through formants, hisses and pauses, with an effective value of 0.1.
    package static func voice(_ count: Int, _ sampleRate: Double, pitch: Double, seed: UInt64) -> [Float] {
        var random = SeededRandom(seed)
        var sound: [Float] = []
        while sound.count < count {
            let kind = Double(random.unit() + 1) / 2
            let length = Int(sampleRate * (0.12 + 0.1 * Double(random.unit() + 1)))
            if kind < 0.15 {
                sound += [Float](repeating: 0, count: length)
            } else if kind < 0.35 {
                var last: Float = 0
                for index in 0..<length / 2 {
                    let next = random.unit()
                    sound.append(0.25 * sin(.pi * Float(index) / Float(length / 2)) * (next - last))
                    last = next
                }
            } else {
                sound += vowel(length, sampleRate, pitch, &random)
            }
        }
        sound.removeLast(sound.count - count)
        let level = (sound.reduce(0) { $0 + $1 * $1 } / Float(count)).squareRoot()
        return sound.map { $0 * 0.1 / level }
    }

    private static func vowel(
        _ length: Int, _ sampleRate: Double, _ pitch: Double, _ random: inout SeededRandom
    ) -> [Float] {
        let formants = vowels[Int((random.unit() + 1) * 2.999)]
        let first = pitch * (1 + 0.2 * Double(random.unit()))
        let last = first * (1 + 0.15 * Double(random.unit()))
        let loudness = 0.6 + 0.4 * Double(random.unit())
        var states = [(Double, Double)](repeating: (0, 0), count: formants.count)
        var phase = 0.0
        return (0..<length).map { index in
            let part = Double(index) / Double(length)
            phase += (first + (last - first) * part) / sampleRate
            var pulse = 0.02 * Double(random.unit())
            if phase >= 1 { (phase, pulse) = (phase - 1, pulse + 1) }
            var sum = 0.0
            for (place, formant) in formants.enumerated() {
                let radius = exp(-.pi * (60 + 40 * Double(place)) / sampleRate)
                let now =
                    (1 - radius) * pulse * (place == 0 ? 2 : 1.5)
                    + 2 * radius * cos(2 * .pi * formant / sampleRate) * states[place].0
                    - radius * radius * states[place].1
                states[place] = (now, states[place].0)
                sum += now
            }
            return Float(loudness * sin(.pi * part).squareRoot() * sum)
        }
    }
}

extension SeededRandom {
    /// A number between -1 and 1.
    fileprivate mutating func unit() -> Float { Float(next() >> 40) / Float(1 << 23) - 1 }
}

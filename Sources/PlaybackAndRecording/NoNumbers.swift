/// Samples of floating point that are no sound.
enum NoNumbers {
    /// Makes silence of what is no number, or 144 dB above full scale.
    ///
    /// One such sample would stay in the meters, in the time stretch and in the filters of the device's user for ever.
    static func silence(_ samples: UnsafeMutablePointer<Float>, _ count: Int) {
        for index in 0..<count where !(abs(samples[index]) < 0x1p24) { samples[index] = 0 }
    }
}

/// How a room of ALC_ASA_REVERB_ROOM_TYPE sounds, in the parameters of OpenAL Soft's reverb.
struct RoomSound: Sendable {
    /// From 0 to 1.
    let density: Float
    let diffusion: Float
    /// The gain of high frequencies, from 0 to 1.
    let highGain: Float
    /// Seconds, and the part of it that high frequencies take.
    let decay: Float
    let highDecay: Float
    /// A factor, and seconds.
    let early: Float
    let earlyDelay: Float
    let late: Float
    let lateDelay: Float

    private init(
        _ density: Float, _ diffusion: Float, _ highGain: Float, _ decay: Float, _ highDecay: Float, _ early: Float,
        _ earlyDelay: Float, _ late: Float, _ lateDelay: Float
    ) {
        (self.density, self.diffusion, self.highGain) = (density, diffusion, highGain)
        (self.decay, self.highDecay) = (decay, highDecay)
        (self.early, self.earlyDelay, self.late, self.lateDelay) = (early, earlyDelay, late, lateDelay)
    }

    /// The rooms, in the order of their numbers.
    static let all: [RoomSound] = [
        RoomSound(0.4, 0.9, 0.80, 0.45, 0.80, 0.45, 0.003, 1.00, 0.005),
        RoomSound(0.6, 0.9, 0.75, 0.80, 0.78, 0.35, 0.006, 1.10, 0.010),
        RoomSound(0.8, 1.0, 0.70, 1.20, 0.75, 0.25, 0.011, 1.20, 0.017),
        RoomSound(1.0, 1.0, 0.65, 1.90, 0.70, 0.16, 0.018, 1.30, 0.026),
        RoomSound(1.0, 1.0, 0.60, 2.90, 0.65, 0.10, 0.028, 1.35, 0.040),
        RoomSound(1.0, 1.0, 0.95, 1.60, 0.95, 0.05, 0.001, 1.60, 0.001),
        RoomSound(0.7, 0.7, 0.85, 1.40, 0.90, 0.40, 0.008, 1.40, 0.013),
        RoomSound(0.9, 0.7, 0.80, 2.30, 0.88, 0.30, 0.015, 1.50, 0.023),
        RoomSound(1.0, 1.0, 0.55, 5.50, 0.60, 0.08, 0.040, 1.60, 0.060),
        RoomSound(0.8, 1.0, 0.50, 1.10, 0.55, 0.25, 0.012, 1.10, 0.019),
        RoomSound(1.0, 0.9, 0.80, 2.00, 0.85, 0.18, 0.019, 1.35, 0.028),
        RoomSound(1.0, 1.0, 0.45, 1.80, 0.50, 0.14, 0.020, 1.20, 0.030),
        RoomSound(1.0, 0.9, 0.78, 3.20, 0.82, 0.12, 0.030, 1.40, 0.043),
    ]

    // The numbers of AL_EXT_EFX.
    static let highGain: Int32 = 0x0004
    static let lowGain: Int32 = 0x0005
    static let highReference: Int32 = 0x0014
    static let lowReference: Int32 = 0x0015
    static let limitsHighDecay: Int32 = 0x0017

    /// What does not depend on the listener's other properties.
    var parameters: [(Int32, Float)] {
        [
            (0x0001, density), (0x0002, diffusion), (0x0003, 0.32), (0x0006, decay), (0x0007, highDecay),
            (0x0009, early), (0x000A, earlyDelay), (0x000C, late), (0x000D, lateDelay),
        ]
    }
}

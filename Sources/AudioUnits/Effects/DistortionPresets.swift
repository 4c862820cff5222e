// The factory presets of the distortion, by `AVAudioUnitDistortionPreset`. The values are this library's own.
extension DistortionUnit {
    /// What a preset has where it says nothing else: no section in use, all of the sound through the clipper.
    static let plain: [UInt32: Float] = [2: 0, 3: 0, 4: 0, 5: 0, 9: 0, 13: 0, 14: -6, 15: 100]

    /// Names, and the parameters that differ from `plain`.
    static let presets: [(name: String, values: [UInt32: Float])] = [
        ("Drums Bit Brush", [3: 20, 4: 70, 5: 80, 14: -3, 15: 60]),
        ("Drums Buffer Beats", [0: 120, 1: 1.2, 2: 45, 3: 35, 5: 60, 15: 60]),
        ("Drums LoFi", [3: 45, 4: 45, 5: 85, 14: 0, 15: 80]),
        ("Multi Broken Speaker", [0: 1.5, 1: 0.6, 2: 40, 7: 6, 8: 10, 9: 80, 14: 6]),
        ("Multi Cellphone Concert", [0: 3, 1: 0.8, 2: 50, 3: 40, 4: 30, 5: 70, 8: 4, 9: 50, 14: 3]),
        ("Multi Decimated 1", [3: 30, 5: 100]),
        ("Multi Decimated 2", [3: 45, 4: 20, 5: 100]),
        ("Multi Decimated 3", [3: 60, 4: 40, 5: 100]),
        ("Multi Decimated 4", [3: 75, 4: 55, 5: 100]),
        ("Multi Distorted Funk", [0: 8, 1: 1, 2: 35, 6: 0.8, 7: 4, 8: 8, 9: 70, 14: 3, 15: 70]),
        ("Multi Distorted Cubed", [6: 0.2, 8: 18, 9: 100, 14: 0]),
        ("Multi Distorted Squared", [6: 0.2, 7: 12, 9: 100, 14: 0]),
        ("Multi Echo 1", [0: 250, 1: 0.7, 2: 50, 15: 70]),
        ("Multi Echo 2", [0: 400, 1: 0.5, 2: 50, 3: 25, 5: 50, 15: 70]),
        ("Multi Echo Tight 1", [0: 60, 1: 0.6, 2: 50, 15: 70]),
        ("Multi Echo Tight 2", [0: 90, 1: 0.4, 2: 55, 3: 25, 5: 50, 15: 70]),
        (
            "Multi Everything Is Broken",
            [0: 180, 1: 0.5, 2: 50, 3: 55, 4: 50, 5: 80, 7: 8, 8: 12, 9: 80, 10: 180, 11: 640, 13: 50, 14: 6]
        ),
        ("Speech Alien Chatter", [0: 12, 1: 0.7, 2: 40, 10: 340, 11: 900, 12: 40, 13: 85, 14: 3]),
        ("Speech Cosmic Interference", [0: 30, 1: 0.4, 2: 50, 3: 50, 5: 60, 10: 1200, 11: 1900, 13: 70, 14: 3]),
        ("Speech Golden Pi", [10: 314.16, 11: 161.8, 12: 50, 13: 100, 14: 0]),
        ("Speech Radio Tower", [3: 35, 4: 40, 5: 70, 8: 8, 9: 70, 14: 9]),
        ("Speech Waves", [0: 20, 1: 0.5, 2: 50, 10: 3, 11: 7, 12: 50, 13: 90]),
    ]
}

import CoreFoundation

/// Two presets without names.
enum BrokenPresets {
    /// `AUPreset`.
    private struct Preset {
        var number: Int32 = 0
        var name = UnsafeRawPointer(bitPattern: 0)
    }

    private struct Made: @unchecked Sendable { let presets: UnsafeMutablePointer<Preset> }

    private static let made: Made = {
        let presets = UnsafeMutablePointer<Preset>.allocate(capacity: 2)
        for index in 0..<2 {
            (presets + index).initialize(to: Preset())
            presets[index].number = Int32(index)
        }
        return Made(presets: presets)
    }()

    static func list() -> UnsafeMutableRawPointer {
        var pointers: [UnsafeRawPointer?] = (0..<2).map { UnsafeRawPointer(made.presets + $0) }
        return Unmanaged.passRetained(CFArrayCreate(nil, &pointers, 2, nil)!).toOpaque()
    }
}

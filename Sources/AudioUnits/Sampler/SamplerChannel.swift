/// The 16 channels of a unit: what was sent to them holds for as long as the unit lives, however often it is initialized. One audio
/// thread at a time uses them.
final class SamplerChannels: @unchecked Sendable {
    static let count = 16
    let first: UnsafeMutablePointer<SamplerChannel>

    init() {
        first = .allocate(capacity: Self.count)
        for index in 0..<Self.count { (first + index).initialize(to: SamplerChannel(isPercussion: index == 9)) }
    }

    deinit {
        for index in 0..<Self.count { first[index].deallocate() }
        first.deallocate()
    }
}

/// A MIDI channel: its controllers and what they stand for. Real-time safe but for making and freeing it.
struct SamplerChannel {
    /// The controllers from 0 to 127, and the pressures of the keys.
    let controls: UnsafeMutablePointer<Float>
    let pressures: UnsafeMutablePointer<Float>
    var pressure: Float = 0
    /// From 0 to 16383.
    var bend: Float = 8192
    /// In semitones, with a fraction.
    var bendRange: Float = 2
    /// In cents.
    var fineTuning: Double = 0
    var coarseTuning: Double = 0
    /// The bank and the program that notes begin with: the numbers of SoundFont 2.
    private(set) var bank: UInt16 = 0
    private(set) var program: UInt8 = 0
    /// The registered parameter that data is for; -1 for none.
    private var parameter = -1
    private var fineData = 0

    /// Whether it has percussion where no bank is set.
    private let isPercussion: Bool

    init(isPercussion: Bool) {
        self.isPercussion = isPercussion
        (controls, pressures) = (.allocate(capacity: 128), .allocate(capacity: 128))
        controls.initialize(repeating: 0, count: 128)
        pressures.initialize(repeating: 0, count: 128)
        reset()
    }

    func deallocate() {
        controls.deallocate()
        pressures.deallocate()
    }

    var tuning: Double { @_noLocks get { fineTuning + coarseTuning } }
    var isSustaining: Bool { @_noLocks get { controls[64] >= 64 } }
    var isSoft: Bool { @_noLocks get { controls[67] >= 64 } }

    /// Becomes what it is when the power comes on.
    @_noLocks mutating func reset() {
        for index in 0..<128 { controls[index] = 0 }
        resetControllers()
        (controls[7], controls[10]) = (100, 64)
        (bendRange, fineTuning, coarseTuning) = (2, 0, 0)
        (bank, program) = (isPercussion ? 128 : 0, 0)
    }

    /// Takes a program, and the bank that controllers 0 and 32 have set.
    @_noLocks mutating func takeProgram(_ program: UInt8) {
        self.program = program
        bank = SamplerChannel.bank(UInt8(controls[0]), UInt8(controls[32]), isPercussion: isPercussion)
    }

    /// The bank of the two numbers that MIDI has for it.
    @_noLocks static func bank(_ upper: UInt8, _ lower: UInt8, isPercussion: Bool) -> UInt16 {
        if upper == 120 || upper == 0 && isPercussion { return 128 }
        if upper == 121 || upper == 0 { return UInt16(lower) }
        // Banks have numbers of 7 bits in SoundFonts. DLS files have more, of which the lower number is a part.
        return UInt16(upper) | UInt16(lower) << 8
    }

    /// Resets what "reset all controllers" resets, which leaves the volume, the place and the tuning alone.
    @_noLocks mutating func resetControllers() {
        controls[1] = 0
        controls[11] = 127
        for index in 64..<68 { controls[index] = 0 }
        for index in 0..<128 { pressures[index] = 0 }
        (pressure, bend, parameter, fineData) = (0, 8192, -1, 0)
    }

    /// Sets a controller that is no channel mode message.
    @_noLocks mutating func setControl(_ index: Int, _ value: Int) {
        controls[index] = Float(value)
        switch index {
        case 6: setParameter(value, fineData)
        case 38: setParameter(Int(controls[6]), value)
        // The address of a parameter that is not registered: data is not for us.
        case 98, 99: parameter = -1
        case 100, 101:
            let address = Int(controls[101]) << 7 | Int(controls[100])
            (parameter, fineData) = (address < 3 ? address : -1, 0)
        default: break
        }
    }

    @_noLocks private mutating func setParameter(_ coarse: Int, _ fine: Int) {
        switch parameter {
        case 0: bendRange = Float(coarse) + Float(fine) / 100
        case 1: fineTuning = Double(coarse << 7 + fine - 8192) * 100 / 8192
        case 2: coarseTuning = Double(coarse - 64) * 100
        default: return
        }
        fineData = fine
    }
}

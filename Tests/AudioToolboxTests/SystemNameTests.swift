import CoreAudio
import CoreAudioTypes
import Foundation
import Testing

/// Names of Apple's systems that programs have with every framework: statuses, numbers of C, the host's clock, objects of Core
/// Foundation.
@Suite struct SystemNameTests {
    /// The numbers are those of MacErrors.h.
    @Test func statuses() {
        let devices = [readErr, writErr, openErr, closErr, unimpErr]
        #expect(devices == [-19, -20, -23, -24, -4])
        let files = [
            dirFulErr, dskFulErr, nsvErr, ioErr, bdNamErr, fnOpnErr, eofErr, posErr, tmfoErr, fnfErr, wPrErr, fLckdErr,
            vLckdErr, fBsyErr, dupFNErr, opWrErr, paramErr, rfNumErr, permErr, wrPermErr,
        ]
        #expect(
            files == [
                -33, -34, -35, -36, -37, -38, -39, -40, -42, -43, -44, -45, -46, -47, -48, -49, -50, -51, -54, -61,
            ])
        let others = [memFullErr, nilHandleErr, dirNFErr, userCanceledErr]
        #expect(others == [-108, -109, -120, -128])
    }

    /// The numbers are those of <float.h>, by their bits, and of <math.h>.
    @Test func numbers() {
        let singles = [
            CoreAudioTypes.FLT_MAX, CoreAudioTypes.FLT_MIN, CoreAudioTypes.FLT_TRUE_MIN, CoreAudioTypes.FLT_EPSILON,
        ]
        #expect(singles.map(\.bitPattern) == [0x7F7F_FFFF, 0x0080_0000, 1, 0x3400_0000])
        let doubles = [
            CoreAudioTypes.DBL_MAX, CoreAudioTypes.DBL_MIN, CoreAudioTypes.DBL_TRUE_MIN, CoreAudioTypes.DBL_EPSILON,
        ]
        #expect(
            doubles.map(\.bitPattern) == [
                0x7FEF_FFFF_FFFF_FFFF, 0x0010_0000_0000_0000, 1, 0x3CB0_0000_0000_0000,
            ])
        let integers = [
            CoreAudioTypes.FLT_MANT_DIG, CoreAudioTypes.FLT_MIN_EXP, CoreAudioTypes.FLT_MAX_EXP,
            CoreAudioTypes.FLT_RADIX,
            CoreAudioTypes.DBL_MANT_DIG, CoreAudioTypes.DBL_MIN_EXP, CoreAudioTypes.DBL_MAX_EXP,
        ]
        #expect(integers == [24, -125, 128, 2, 53, -1021, 1024])
        let constants = [
            CoreAudioTypes.M_PI, CoreAudioTypes.M_PI_2, CoreAudioTypes.M_PI_4, CoreAudioTypes.M_SQRT2,
            CoreAudioTypes.M_SQRT1_2,
        ]
        #expect(
            constants == [
                3.14159265358979323846, 1.57079632679489661923, 0.785398163397448309616, 1.41421356237309504880,
                0.707106781186547524401,
            ])
    }

    /// The host's clock counts nanoseconds.
    @Test func theHostsClock() {
        var info = mach_timebase_info()
        let pointer: (mach_timebase_info_t) -> kern_return_t = { mach_timebase_info($0) }
        #expect(pointer(&info) == KERN_SUCCESS)
        #expect(info.numer == 1 && info.denom == 1)
    }

    /// Objects that can be changed are those that `as` makes of Swift's values, and an error keeps its code.
    @Test func objectsOfCoreFoundation() {
        let (array, data) = (CFMutableArray(), CFMutableData())
        array.add(CFNumber(value: 7))
        data.append(Data([1, 2]))
        #expect(array as CFArray == [7] as CFArray && data as CFData == Data([1, 2]) as CFData)
        let (dictionary, text) = (CFMutableDictionary(), CFMutableString(string: "a"))
        dictionary.setObject("value" as CFString, forKey: "key" as CFString)
        text.append("b")
        #expect(dictionary as CFDictionary == ["key": "value"] as CFDictionary && text.isEqual(to: "ab"))
        let error = CFError(domain: NSOSStatusErrorDomain, code: paramErr)
        #expect(error.code == -50)
        let flag: DarwinBoolean = true
        #expect(flag.boolValue)
    }

    /// Labels that are set to unknown leave the copy of a layout as it was.
    @Test func aLayoutForgetsItsLabels() {
        var layout = ManagedAudioChannelLayout(maximumDescriptions: 2)
        layout.channelDescriptions[1].mChannelLabel = kAudioChannelLabel_Right
        let copy = layout
        layout.setAllToUnknown()
        #expect(
            layout.channelDescriptions.map(\.mChannelLabel) == [kAudioChannelLabel_Unknown, kAudioChannelLabel_Unknown])
        let kept: ManagedAudioChannelLayout.ChannelDescriptions = copy.channelDescriptions
        #expect(kept.map(\.mChannelLabel) == [kAudioChannelLabel_Unknown, kAudioChannelLabel_Right])
    }
}

import AudioToolbox
import Foundation

/// What is wrong with a unit.
enum Fault: UInt32, CaseIterable {
    case none, latencySize, extraInput, noListeners, wrongDefault, wrongValue, takesAnyFormat, refusesMono,
        initializesOnce
    case rendersEarly, ignoresMaximum, noNumber, rendersTooMuch, rendersTwice, noNotifications, hidesErrors
    case ignoresConnections, loudSilence, deafBypass, clicks, jumps, ignoresReset, forgetsState, ignoresPresets
    case overruns, readsNothing, keepsCallbacks, refusesRemovals, wantsWholeFormats, namelessPresets
    case thawsFormats, thawsConnections, keepsErrors, hidesFailures, rendersEachOutput, allocatesAlways, trustsBuffers
    case otherErrors, takesAnyParameter, ignoresSchedules, otherRate, silentErrors, notifiesTwice, keepsConnections
    case keepsCache
    case wantsMemory, wantsFlags, otherOrder, processesTwice, ignoresRamps, shortSlices, comparesTypes, forgetsNames
    case keepsSizes, keepsNullCallbacks, takesElements, keepsSound
    // What is said cannot be right, or is of another type: no check may trap, hang or take all memory.
    case noFrames, endlessFrames, endlessElements, endlessChannels, endlessBytes
    case listForState, textForPresets, listForName, losesBuffers, losesMemory
    /// No fault, in a unit with two outputs.
    case noneOfTwoOutputs
    /// No fault either: a bypass that hosts can only read.
    case readOnlyBypass

    /// The check that fails.
    var check: String? {
        switch self {
        case .none, .noneOfTwoOutputs, .readOnlyBypass: nil
        case .latencySize: "properties have their sizes"
        case .extraInput: "properties have their scopes"
        case .noListeners: "listeners of properties are called"
        case .wrongDefault: "parameters have ranges and defaults"
        case .wrongValue: "parameters keep to their ranges"
        case .takesAnyFormat: "formats can be set and read"
        case .refusesMono: "formats agree with the numbers of channels"
        case .initializesOnce: "a unit is initialized and uninitialized"
        case .rendersEarly: "an uninitialized unit does not render"
        case .ignoresMaximum: "an initialized unit keeps its maximum of frames"
        case .noNumber: "renders up to the maximum of frames"
        case .rendersTooMuch: "renders refuse wrong arguments"
        case .rendersTwice: "a time is rendered once"
        case .noNotifications: "render notifications come before and after"
        case .hidesErrors: "an error of an input is that of the render"
        case .ignoresConnections: "a connection is an input"
        case .loudSilence: "silence is zeros"
        case .deafBypass: "bypass passes the input"
        case .clicks: "slices may have any lengths"
        case .jumps: "the input advances without gaps"
        case .ignoresReset: "reset ends the sound so far"
        case .forgetsState: "a state is saved and restored"
        case .ignoresPresets: "presets can be chosen"
        case .overruns: "a value is cut where its buffer is too small"
        case .readsNothing: "a property is not read into 0 bytes"
        case .keepsCallbacks: "a callback is removed by no value"
        case .refusesRemovals: "what was not added can be removed"
        case .wantsWholeFormats: "a format may be without its last field"
        case .namelessPresets: "a preset of the user has a name"
        case .thawsFormats: "formats stay while a unit is initialized"
        case .thawsConnections: "a connected input has its source's format"
        case .keepsErrors: "the first error is kept until it is read"
        case .hidesFailures: "notifications say that a render failed"
        case .rendersEachOutput: "outputs of one time come from one render"
        case .allocatesAlways: "a source may bring its own memory"
        case .trustsBuffers: "only Process leaves its buffers unchecked"
        case .otherErrors: "wrong places have their errors"
        case .takesAnyParameter: "wrong parameters have their errors"
        case .ignoresSchedules: "a scheduled value is that of the parameter"
        case .otherRate: "a rate is a field of its format"
        case .silentErrors: "the first error is told to listeners"
        case .notifiesTwice: "a notification is added once"
        case .keepsConnections: "the last source of an input counts"
        case .keepsCache: "reset forgets what was rendered"
        case .wantsMemory: "missing arguments have their errors"
        case .wantsFlags: "a render does without flags"
        case .takesElements: "elements stay while a unit is initialized"
        case .keepsSizes: "larger buffers are cut to their frames"
        case .keepsNullCallbacks: "a callback without a function is none"
        case .otherOrder: "the first error of several is returned"
        case .processesTwice: "a time is processed once"
        case .ignoresRamps: "ramps are of parameters that can ramp"
        case .shortSlices: "slices are long enough at first"
        case .comparesTypes: "a state of another type is restored"
        case .forgetsNames: "a state that was restored has its name"
        case .keepsSound: "the end of a bypass ends the sound so far"
        case .noFrames, .endlessFrames: "properties have their sizes"
        case .endlessElements, .endlessChannels, .endlessBytes: "properties have their scopes"
        case .listForState: "a state is saved and restored"
        case .textForPresets: "presets can be chosen"
        case .listForName: "a preset of the user has a name"
        case .losesBuffers, .losesMemory: "renders up to the maximum of frames"
        }
    }

    /// Those that no check may trap, hang or take all memory for.
    static let lies: [Fault] = [
        .noFrames, .endlessFrames, .endlessElements, .endlessChannels, .endlessBytes, .listForState, .textForPresets,
        .listForName, .losesBuffers, .losesMemory,
    ]

    /// The unit of the library that has the fault.
    var base: (type: UInt32, subtype: UInt32) {
        switch self {
        case .rendersEachOutput, .noneOfTwoOutputs: (kAudioUnitType_FormatConverter, kAudioUnitSubType_Splitter)
        default: (kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        }
    }

    /// A component with the fault, registered once. Its subtype is the fault's number.
    var component: AudioComponent? {
        var description = BrokenUnit.description(self)
        if let known = AudioComponentFindNext(nil, &description) { return known }
        return AudioComponentRegister(&description, NSString(string: "Tests: \(self)"), 1, BrokenUnit.factory)
    }
}

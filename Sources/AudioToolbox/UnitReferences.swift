import CAudioToolbox
import CoreAudioTypes

// Structs of AudioUnitProperties.h with references to our CFString and CFURL that are never null.

extension AudioUnitParameterValueFromString {
    /// The text.
    public var inString: Unmanaged<CFString> {
        get { Unmanaged.fromOpaque(__inString.toOpaque()) }
        set { __inString = Unmanaged.fromOpaque(newValue.toOpaque()) }
    }

    /// Creates a request for the value of a text.
    ///
    /// - Parameters:
    ///   - inParamID: the parameter.
    ///   - inString: the text, which the request does not retain.
    ///   - outValue: any value; the answer has that of the text.
    public init(inParamID: AudioUnitParameterID, inString: Unmanaged<CFString>, outValue: AudioUnitParameterValue) {
        self.init(inParamID: inParamID, __inString: .fromOpaque(inString.toOpaque()), outValue: outValue)
    }
}

extension AudioUnitParameterValueName {
    /// The text. The caller releases it.
    public var outName: Unmanaged<CFString> {
        get { Unmanaged.fromOpaque(__outName.toOpaque()) }
        set { __outName = Unmanaged.fromOpaque(newValue.toOpaque()) }
    }

    /// Creates a request for the text of a value.
    ///
    /// - Parameters:
    ///   - inParamID: the parameter.
    ///   - inValue: the value.
    ///   - outName: any text; the answer has that of the value.
    public init(inParamID: AudioUnitParameterID, inValue: UnsafePointer<Float32>, outName: Unmanaged<CFString>) {
        self.init(inParamID: inParamID, inValue: inValue, __outName: .fromOpaque(outName.toOpaque()))
    }
}

extension AUSamplerInstrumentData {
    /// The file.
    public var fileURL: Unmanaged<CFURL> {
        get { Unmanaged.fromOpaque(__fileURL.toOpaque()) }
        set { __fileURL = Unmanaged.fromOpaque(newValue.toOpaque()) }
    }

    /// Creates a description of an instrument in a file.
    ///
    /// - Parameters:
    ///   - fileURL: the file, which the description does not retain.
    ///   - instrumentType: the kind of instrument.
    ///   - bankMSB: the upper part of the bank's number.
    ///   - bankLSB: the lower part of the bank's number.
    ///   - presetID: the preset in the bank.
    public init(fileURL: Unmanaged<CFURL>, instrumentType: UInt8, bankMSB: UInt8, bankLSB: UInt8, presetID: UInt8) {
        self.init(
            __fileURL: .fromOpaque(fileURL.toOpaque()), instrumentType: instrumentType, bankMSB: bankMSB,
            bankLSB: bankLSB, presetID: presetID)
    }
}

extension AUSamplerBankPresetData {
    /// The file.
    public var bankURL: Unmanaged<CFURL> {
        get { Unmanaged.fromOpaque(__bankURL.toOpaque()) }
        set { __bankURL = Unmanaged.fromOpaque(newValue.toOpaque()) }
    }

    /// Creates a description of a preset in a bank.
    ///
    /// - Parameters:
    ///   - bankURL: the file, which the description does not retain.
    ///   - bankMSB: the upper part of the bank's number.
    ///   - bankLSB: the lower part of the bank's number.
    ///   - presetID: the preset in the bank.
    ///   - reserved: 0.
    public init(bankURL: Unmanaged<CFURL>, bankMSB: UInt8, bankLSB: UInt8, presetID: UInt8, reserved: UInt8) {
        self.init(
            __bankURL: .fromOpaque(bankURL.toOpaque()), bankMSB: bankMSB, bankLSB: bankLSB, presetID: presetID,
            reserved: reserved)
    }
}

extension AUHostVersionIdentifier {
    /// The host's name.
    public var hostName: Unmanaged<CFString> {
        get { Unmanaged.fromOpaque(__hostName.toOpaque()) }
        set { __hostName = Unmanaged.fromOpaque(newValue.toOpaque()) }
    }

    /// Creates a description of a host.
    ///
    /// - Parameters:
    ///   - hostName: the name, which the description does not retain.
    ///   - hostVersion: the version.
    public init(hostName: Unmanaged<CFString>, hostVersion: UInt32) {
        self.init(__hostName: .fromOpaque(hostName.toOpaque()), hostVersion: hostVersion)
    }
}

extension AUHostIdentifier {
    /// The host's name.
    public var hostName: Unmanaged<CFString> {
        get { Unmanaged.fromOpaque(__hostName.toOpaque()) }
        set { __hostName = Unmanaged.fromOpaque(newValue.toOpaque()) }
    }

    /// Creates a description of a host.
    ///
    /// - Parameters:
    ///   - hostName: the name, which the description does not retain.
    ///   - hostVersion: the version.
    public init(hostName: Unmanaged<CFString>, hostVersion: AUNumVersion) {
        self.init(__hostName: .fromOpaque(hostName.toOpaque()), hostVersion: hostVersion)
    }
}

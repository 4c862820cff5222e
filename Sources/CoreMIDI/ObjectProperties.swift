import AudioCore
import CCoreMIDI
import CoreAudioTypes
import Foundation
import MIDIDevices
import MIDIEvents

// CoreMIDI/MIDIServices.h: the properties of objects. Each call goes to `MIDISystem`.

@c @implementation
public func MIDIObjectGetIntegerProperty(
    _ obj: MIDIObjectRef, _ propertyID: CAStringParameter, _ outValue: UnsafeMutablePointer<Int32>
) -> OSStatus {
    status { try nonnull(outValue).pointee = MIDISystem.shared.integer(text(propertyID), of: obj) }
}

@c @implementation
public func MIDIObjectSetIntegerProperty(
    _ obj: MIDIObjectRef, _ propertyID: CAStringParameter, _ value: Int32
) -> OSStatus {
    status { try MIDISystem.shared.set(text(propertyID), of: obj, to: .integer(value)) }
}

@c @implementation
public func MIDIObjectGetStringProperty(
    _ obj: MIDIObjectRef, _ propertyID: CAStringParameter, _ str: UnsafeMutablePointer<CAStringParameter?>
) -> OSStatus {
    status(retaining: str) { try MIDISystem.shared.string(text(propertyID), of: obj).coreFoundation }
}

@c @implementation
public func MIDIObjectSetStringProperty(
    _ obj: MIDIObjectRef, _ propertyID: CAStringParameter, _ str: CAStringParameter
) -> OSStatus {
    status { try MIDISystem.shared.set(text(propertyID), of: obj, to: .string(text(str))) }
}

@c @implementation
public func MIDIObjectGetDataProperty(
    _ obj: MIDIObjectRef, _ propertyID: CAStringParameter, _ outData: UnsafeMutablePointer<CADataParameter?>
) -> OSStatus {
    status(retaining: outData) { NSData(try MIDISystem.shared.data(text(propertyID), of: obj)) }
}

@c @implementation
public func MIDIObjectSetDataProperty(
    _ obj: MIDIObjectRef, _ propertyID: CAStringParameter, _ data: CADataParameter
) -> OSStatus {
    status { try MIDISystem.shared.set(text(propertyID), of: obj, to: .data(object(data, as: NSData.self).byteArray)) }
}

@c @implementation
public func MIDIObjectGetDictionaryProperty(
    _ obj: MIDIObjectRef, _ propertyID: CAStringParameter, _ outDict: UnsafeMutablePointer<CADictionaryParameter?>
) -> OSStatus {
    status(retaining: outDict) { dictionary(try MIDISystem.shared.dictionary(text(propertyID), of: obj)) }
}

@c @implementation
public func MIDIObjectSetDictionaryProperty(
    _ obj: MIDIObjectRef, _ propertyID: CAStringParameter, _ dict: CADictionaryParameter
) -> OSStatus {
    status {
        try MIDISystem.shared.set(
            text(propertyID), of: obj, to: .dictionary(propertyList(object(dict, as: NSDictionary.self))))
    }
}

@c @implementation
public func MIDIObjectGetProperties(
    _ obj: MIDIObjectRef, _ outProperties: UnsafeMutablePointer<CAPropertyListParameter?>, _ deep: Bool
) -> OSStatus {
    status(retaining: outProperties) { try MIDISystem.shared.properties(of: obj, deep: deep).dictionary }
}

@c @implementation
public func MIDIObjectRemoveProperty(_ obj: MIDIObjectRef, _ propertyID: CAStringParameter) -> OSStatus {
    status { try MIDISystem.shared.removeProperty(text(propertyID), of: obj) }
}

@c @implementation
public func MIDIObjectFindByUniqueID(
    _ inUniqueID: MIDIUniqueID, _ outObject: UnsafeMutablePointer<MIDIObjectRef>?,
    _ outObjectType: UnsafeMutablePointer<MIDIObjectType>?
) -> OSStatus {
    store(0, outObject)
    store(.other, outObjectType)
    return status {
        let found = try MIDISystem.shared.find(uniqueID: inUniqueID)
        store(found.reference, outObject)
        store(MIDIObjectType(rawValue: found.type) ?? .other, outObjectType)
    }
}

// MARK: Values

/// A dictionary as a property list in the binary form, as other processes read it.
///
/// - Throws: `midiPropertyType` where it contains what property lists do not.
func propertyList(_ dictionary: NSDictionary) throws(AudioError) -> [UInt8] {
    guard PropertyListSerialization.propertyList(dictionary, isValidFor: .binary),
        let data = try? PropertyListSerialization.data(fromPropertyList: dictionary, format: .binary, options: 0)
    else { throw .midiPropertyType }
    return Array(data)
}

/// The dictionary of a property list. Empty where the bytes of another process are none.
func dictionary(_ propertyList: [UInt8]) -> NSDictionary {
    let found = try? PropertyListSerialization.propertyList(from: Data(propertyList), format: nil)
    return (found as? [String: Any]).map { NSDictionary(dictionary: $0) } ?? NSDictionary()
}

extension NSData {
    var byteArray: [UInt8] { Array(UnsafeRawBufferPointer(start: bytes, count: length)) }

    convenience init(_ bytes: [UInt8]) {
        self.init(bytes: bytes, length: bytes.count)
    }
}

extension MIDIPropertyTree {
    var dictionary: NSDictionary {
        let dictionary = NSMutableDictionary()
        for (key, value) in properties { dictionary.setObject(value.object, forKey: key.coreFoundation) }
        for (key, trees) in [("entities", entities), ("sources", sources), ("destinations", destinations)] {
            if let trees { dictionary.setObject(trees.map(\.dictionary) as NSArray, forKey: key.coreFoundation) }
        }
        return dictionary
    }
}

extension MIDIValue {
    fileprivate var object: AnyObject {
        switch self {
        case .integer(let value): NSNumber(value: value)
        case .string(let value): value.coreFoundation
        case .data(let value): NSData(value)
        case .dictionary(let value): CoreMIDI.dictionary(value)
        }
    }
}

func exclusiveBytes(_ packet: UnsafeMutablePointer<MIDIEventPacket>, _ group: UInt8) throws(AudioError) -> NSData {
    let packet = try nonnull(packet)
    guard group < 16 else { throw .parameter.because("there is no such group") }
    guard let bytes = UniversalMessages.exclusiveBytes(packet, group: group) else { throw .midiObject }
    return NSData(bytes)
}

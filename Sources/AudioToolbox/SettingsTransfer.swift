import AudioCore
import AudioFiles
import CAudioToolbox
import CoreAudioTypes
import Foundation

/// A converter's settings as clients get them: an array of dictionaries with the keys of AudioCodec.h.
enum SettingsTransfer {
    private static let name = "name"
    private static let version = "version"
    private static let parameters = "parameters"
    private static let key = "key"
    private static let currentValue = "current value"

    static func object(_ settings: [ConverterSetting]) -> NSArray {
        let list = settings.map { setting in
            dictionary([
                (key, setting.property.description.coreFoundation), (currentValue, NSNumber(value: setting.value)),
            ])
        }
        return [
            dictionary([
                (name, "AudioConverter".coreFoundation), (version, NSNumber(value: 1)), (parameters, list as NSArray),
            ])
        ]
    }

    private static func dictionary(_ entries: [(String, NSObject)]) -> NSDictionary {
        let made = NSMutableDictionary()
        for (key, value) in entries { made.setObject(value, forKey: key.coreFoundation) }
        return made
    }

    /// - Throws: `parameter` where a dictionary is not one of settings, or a value no number of 32 bits.
    static func settings(_ array: NSArray) throws(AudioError) -> [ConverterSetting] {
        var settings: [ConverterSetting] = []
        for group in array.objects {
            guard let list = (group as? NSDictionary)?.object(named: parameters) as? NSArray else { throw .parameter }
            for entry in list.objects {
                guard let entry = entry as? NSDictionary, let name = entry.object(named: key) as? NSString,
                    let property = FourCC(padding: name.description),
                    let number = entry.object(named: currentValue) as? NSNumber,
                    let value = UInt32(exactly: number.doubleValue)
                else { throw .parameter.because("the settings are not a converter's") }
                settings.append(ConverterSetting(property: property, value: value))
            }
        }
        return settings
    }
}

extension PropertyInput {
    /// A converter's settings, from a client's `CFArrayRef`.
    ///
    /// - Parameter mayBeNull: whether a null reference stands for no settings.
    init(settings data: UnsafeRawPointer, size: UInt32, mayBeNull: Bool = false) throws(AudioError) {
        if mayBeNull, try nonnull(data).loadUnaligned(as: UnsafeRawPointer?.self) == nil {
            self = .settings([])
        } else {
            self = .settings(try SettingsTransfer.settings(try object(NSArray.self, data, size)))
        }
    }

    /// The value of a property of a converter.
    init(converterProperty id: AudioConverterPropertyID, _ data: UnsafeRawPointer, _ size: UInt32) throws(AudioError) {
        if id == kAudioConverterPropertySettings {
            try self.init(settings: data, size: size)
        } else {
            try self.init(bytes: data, size: size)
        }
    }

    /// The value of a property of an extended file. A null configuration says that the converter was changed by its own
    /// properties.
    init(extendedProperty id: ExtAudioFilePropertyID, _ data: UnsafeRawPointer, _ size: UInt32) throws(AudioError) {
        if id == kExtAudioFileProperty_ConverterConfig {
            guard Int(size) == MemoryLayout<UnsafeRawPointer>.size else { throw .extendedPropertySize }
            try self.init(settings: data, size: size, mayBeNull: true)
        } else {
            try self.init(bytes: data, size: size)
        }
    }
}

import AudioCore
import AudioUnits
import CAudioToolbox
import CoreAudioTypes
import Foundation

// The state of units of a program's own classes, and the presets of the user.
extension AUAudioUnit {
    /// What the component is, and the values of the parameters in the form that units of version 2 have.
    var ownState: [String: Any] {
        var state: [String: Any] = [
            kAUPresetVersionKey: 0, kAUPresetTypeKey: Int(Int32(bitPattern: given.componentType)),
            kAUPresetSubtypeKey: Int(Int32(bitPattern: given.componentSubType)),
            kAUPresetManufacturerKey: Int(Int32(bitPattern: given.componentManufacturer)),
            kAUPresetNameKey: currentPreset?.name ?? "Untitled",
        ]
        state[kAUPresetDataKey] = savedParameters
        return state
    }

    /// Sections of the parameters whose addresses have the same upper halves: 0, the upper half, how many, and each with its lower
    /// half and its value; in big-endian words.
    private var savedParameters: Data {
        let parameters = (parameterTree?.allParameters ?? []).filter {
            !$0.flags.contains(.flag_OmitFromPresets) && !$0.flags.contains(.flag_MeterReadOnly)
        }
        var data = Data()
        func append(_ word: UInt32) { withUnsafeBytes(of: word.bigEndian) { data.append(contentsOf: $0) } }
        let sections = Dictionary(grouping: parameters) { UInt32($0.address >> 32) }
        for upper in sections.keys.sorted() {
            let section = sections[upper] ?? []
            for word in [0, upper, UInt32(section.count)] { append(word) }
            for parameter in section {
                append(UInt32(truncatingIfNeeded: parameter.address))
                append(parameter.value.bitPattern)
            }
        }
        return data
    }

    /// Restores a state. One of another unit is ignored.
    func restore(_ state: [String: Any]?) {
        guard let state else { return }
        if let bridge {
            bridge.state = state
        } else {
            let (subtype, maker) = (state.code(kAUPresetSubtypeKey), state.code(kAUPresetManufacturerKey))
            guard subtype ?? given.componentSubType == given.componentSubType,
                maker ?? given.componentManufacturer == given.componentManufacturer
            else { return }
            if let data = state[kAUPresetDataKey] as? Data { restore(data) }
        }
        keyValueObservers.changed("allParameterValues")
    }

    private func restore(_ data: Data) {
        let words = stride(from: 0, to: data.count / 4 * 4, by: 4).map { place in
            data.withUnsafeBytes { UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt32.self)) }
        }
        guard let tree = parameterTree else { return }
        var place = 0
        while place + 3 <= words.count {
            let (upper, count) = (UInt64(words[place + 1]) << 32, Int(words[place + 2]))
            place += 3
            guard count <= (words.count - place) / 2 else { return }
            for _ in 0..<count {
                let value = AUValue(bitPattern: words[place + 1])
                if value.isFinite { tree.parameter(withAddress: upper | UInt64(words[place]))?.value = value }
                place += 2
            }
        }
    }

    // MARK: Presets

    func choose(_ preset: AUAudioUnitPreset?) {
        if let bridge {
            if let preset, preset.number < 0, let state = try? presetState(for: preset) { bridge.state = state }
            bridge.preset = preset
        }
        set(\.currentPreset, preset, "currentPreset")
        // A unit of version 2 reports it itself.
        if bridge == nil { keyValueObservers.changed("allParameterValues") }
    }

    var userPresetFolder: UserPresetFolder {
        UserPresetFolder(maker: manufacturerName, unit: audioUnitName ?? FourCC(given.componentSubType).description)
    }

    func save(_ preset: AUAudioUnitPreset) throws {
        guard supportsUserPresets else { throw AudioError.unitNotWritable.unitError }
        guard preset.number < 0, !preset.name.isEmpty else {
            throw AudioError.unitValue.because("a preset of the user has a name and a number less than 0").unitError
        }
        var state = fullStateForDocument ?? [:]
        state[kAUPresetNameKey] = preset.name
        try userPresetFolder.write(state, preset)
        keyValueObservers.changed("userPresets")
    }

    func delete(_ preset: AUAudioUnitPreset) throws {
        try userPresetFolder.delete(preset)
        keyValueObservers.changed("userPresets")
    }
}

extension [String: Any] {
    /// A code of four characters in a state, which is a number with a sign.
    func code(_ key: String) -> UInt32? {
        let number = (self[key] as? NSNumber)?.intValue ?? self[key] as? Int
        return number.map { UInt32(bitPattern: Int32(truncatingIfNeeded: $0)) }
    }
}

/// The presets that the user has saved of a unit: property lists in $XDG_DATA_HOME/audio/presets/MAKER/UNIT, or in ~/.local/share.
struct UserPresetFolder {
    private static let numberKey = "preset-number"
    private let url: URL

    init(maker: String?, unit: String) {
        let home = TrustedVariable.text("XDG_DATA_HOME").map { URL(fileURLWithPath: $0) }
        let data = home ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
        url = ["audio", "presets", Self.fileName(maker ?? "Unknown"), Self.fileName(unit)]
            .reduce(data) { $0.appendingPathComponent($1) }
    }

    /// A name of a file that has no other meaning in a path.
    private static func fileName(_ name: String) -> String {
        let safe = String(name.map { $0 == "/" || $0 == "\0" ? "_" : $0 }.prefix(120))
        return safe.hasPrefix(".") ? "_" + safe.dropFirst() : safe
    }

    private func file(_ name: String) -> URL { url.appendingPathComponent(Self.fileName(name) + ".aupreset") }

    private func read(_ file: URL) throws -> [String: Any] {
        let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        guard let state = list as? [String: Any] else { throw AudioError.unitInvalidFile.unitError }
        return state
    }

    /// By their names.
    var presets: [AUAudioUnitPreset] {
        let files = (try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)) ?? []
        let presets = files.filter { $0.pathExtension == "aupreset" }.compactMap { file -> AUAudioUnitPreset? in
            guard let state = try? read(file), let name = state[kAUPresetNameKey] as? String else { return nil }
            return AUAudioUnitPreset(number: (state[Self.numberKey] as? Int) ?? -1, name: name)
        }
        return presets.sorted { ($0.name, $0.number) < ($1.name, $1.number) }
    }

    func state(of preset: AUAudioUnitPreset) throws -> [String: Any] {
        var state = try read(file(preset.name))
        state[Self.numberKey] = nil
        return state
    }

    func write(_ state: [String: Any], _ preset: AUAudioUnitPreset) throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        var list = state
        list[Self.numberKey] = preset.number
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        try data.write(to: file(preset.name), options: .atomic)
    }

    func delete(_ preset: AUAudioUnitPreset) throws { try FileManager.default.removeItem(at: file(preset.name)) }
}

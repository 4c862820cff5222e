import AudioCore
import CAudioToolbox

// A unit's state as a host keeps it, and its presets.
extension Unit {
    /// The version of the data in a class info.
    private static var dataVersion: Int32 { 0 }

    package var classInfo: ClassInfo {
        var info = ClassInfo()
        let description = blueprint.description
        info.version = Self.dataVersion
        info.type = description.componentType
        info.subtype = description.componentSubType
        info.manufacturer = description.componentManufacturer
        let preset = state.withLock { $0.preset }
        info.name = preset.name
        if preset.number >= 0 { info.presetNumber = preset.number }
        info.data = savedParameters
        info.renderQuality = renderQuality
        complete(&info)
        return info
    }

    /// That of a unit which converts rates; nil for others.
    private var renderQuality: Int32? {
        let request = UnitRequest(kAudioUnitProperty_RenderQuality)
        guard case .bytes(let bytes)? = try? ownValue(request), bytes.count == MemoryLayout<Int32>.size else {
            return nil
        }
        return bytes.withUnsafeBytes { $0.loadUnaligned(as: Int32.self) }
    }

    /// Per element: scope, element, count, and the parameters with their values, in big-endian words.
    private var savedParameters: [UInt8] {
        var words: [UInt32] = []
        // What the unit has now may be more than every instance has, as the bands of an equaliser.
        let set = state.withLock { $0 }
        let rendered = renderedSpecs(set)
        let all =
            blueprint.parameters
            + rendered.filter { spec in
                !blueprint.parameters.contains { $0.id == spec.id && $0.scope == spec.scope }
            }
        for scope in UInt32(0)...2 {
            let specs = all.filter {
                $0.scope == scope && !$0.isMeter && !$0.flags.contains(.flag_OmitFromPresets)
            }
            let count = elementCount(scope)
            let present = specs.map { Set(renderedElements($0, count, set)) }
            for element in Set(present.joined()).sorted() {
                let own = zip(specs, present).filter { $1.contains(element) }.map(\.0)
                words += [scope, element, UInt32(own.count)]
                for spec in own {
                    let value = (try? parameter(spec.id, scope, element)) ?? spec.initial
                    words += [spec.id, value.bitPattern]
                }
            }
        }
        return words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    }

    /// Restores what `classInfo` gave.
    ///
    /// - Throws: `unitValue` for the state of another unit, and for data that is cut off.
    package func restore(_ info: ClassInfo) throws(AudioError) {
        let description = blueprint.description
        guard info.version == Self.dataVersion, info.subtype == description.componentSubType,
            info.manufacturer == description.componentManufacturer, !info.hasPart
        else { throw .unitValue.because("the state is that of another unit") }
        var words: [UInt32] = []
        for start in stride(from: 0, to: info.data.count / 4 * 4, by: 4) {
            words.append(info.data[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) })
        }
        // All of it is looked at before any of it is set.
        let sections = try Self.sections(words)
        try restoreOwn(info)
        let globals = sections.filter { $0.scope == kAudioUnitScope_Global }
        prepare(for: Set(globals.flatMap { section in section.places.map { words[$0] } }))
        for section in sections {
            for place in section.places {
                try? setParameter(words[place], section.scope, section.element, Float(bitPattern: words[place + 1]))
            }
        }
        // Setting what is there would make a unit that runs begin anew.
        if let quality = info.renderQuality, quality != renderQuality {
            // A unit without the property has nothing to restore.
            try? withUnsafeBytes(of: quality) { try set(UnitRequest(kAudioUnitProperty_RenderQuality, input: $0)) }
        }
        state.withLock { $0.preset = UnitPreset(number: -1, name: info.name ?? "Untitled") }
        didRestore(info)
        notify(kAudioUnitProperty_PresentPreset)
        notify(kAudioUnitProperty_CurrentPreset)
    }

    /// The parameters of an element in the words of a state.
    private struct SavedSection {
        let scope: UInt32
        let element: UInt32
        /// Where the ids are, each followed by its value.
        let places: StrideTo<Int>
    }

    /// - Throws: `unitValue` for data that is cut off.
    private static func sections(_ words: [UInt32]) throws(AudioError) -> [SavedSection] {
        var (sections, place): ([SavedSection], Int) = ([], 0)
        while place + 3 <= words.count {
            let (first, count) = (place + 3, Int(words[place + 2]))
            guard count <= (words.count - first) / 2 else { throw .unitValue.because("the data is cut off") }
            let places = stride(from: first, to: first + 2 * count, by: 2)
            sections.append(SavedSection(scope: words[place], element: words[place + 1], places: places))
            place = first + 2 * count
        }
        return sections
    }

    /// Chooses a factory preset, or gives the present state a name.
    package func setPreset(_ preset: UnitPreset, hasName: Bool) throws(AudioError) {
        if preset.number >= 0 {
            guard let known = blueprint.presets.first(where: { $0.number == preset.number }) else { throw .unitValue }
            apply(known)
            state.withLock { $0.preset = known }
        } else {
            guard hasName else { throw .unitValue.because("a preset of the user has a name") }
            state.withLock { $0.preset = preset }
        }
    }
}

import AudioCore
import AudioUnits
import CAudioToolbox
import Dispatch
import Foundation

/// The classes of units that a program has registered, and how instances are made of descriptions.
enum SubclassRegistry {
    static func register(
        _ type: AUAudioUnit.Type, _ description: AudioComponentDescription, _ name: String, _ version: UInt32
    ) {
        var own = description
        own.componentFlags |= AudioComponentFlags.isV3AudioUnit.rawValue
        let made = try? ComponentRegistry.shared.register(own, name: name, version: version) {
            (asked) throws(AudioError) in
            do { return HostedAdapter(try type.init(__registered: asked, options: [])) } catch {
                throw AudioError(status: status(of: error), reason: "the class of the unit made no instance: \(error)")
            }
        }
        require(made != nil, "componentDescription has a type, a subtype and a manufacturer")
        postRegistration()
    }

    /// The status of an error of a client's class.
    static func status(of error: any Error) -> OSStatus {
        if let error = error as? AudioError { return error.status }
        let error = error as NSError
        return OSStatus(exactly: error.code).flatMap { $0 == 0 ? nil : $0 } ?? kAudioUnitErr_FailedInitialization
    }

    // MARK: Components

    /// The component of a description; a reference that other calls refuse where there is none.
    static func reference(_ description: AudioComponentDescription) -> AudioComponent {
        var wanted = description
        (wanted.componentFlags, wanted.componentFlagsMask) = (0, 0)
        return AudioComponentFindNext(nil, &wanted) ?? OpaquePointer(bitPattern: 1)!
    }

    static func component(_ reference: AudioComponent) -> Component? {
        try? ComponentRegistry.shared.component(reference)
    }

    static func found(_ description: AudioComponentDescription) throws -> Component {
        guard let component = component(reference(description)) else {
            throw AudioError(status: -3000, reason: "there is no such component").unitError
        }
        return component
    }

    // MARK: Instances

    /// Makes an instance for `AUAudioUnit(componentDescription:)`, or for a subclass itself.
    static func make<Unit: AUAudioUnit>(_ description: AudioComponentDescription, as type: Unit.Type) throws -> Unit {
        guard type == AUAudioUnit.self else { return try type.init(__registered: description, options: []) }
        return try make(description) as! Unit
    }

    static func make(_ description: AudioComponentDescription) throws -> AUAudioUnit {
        let component = try found(description)
        guard let hosted = component.hosted else {
            return try AUAudioUnitV2Bridge(__registered: description, options: [])
        }
        do throws(AudioError) {
            return (try hosted(component.description) as! HostedAdapter).unit
        } catch {
            throw error.unitError
        }
    }

    private struct Made: @unchecked Sendable { let unit: AUAudioUnit }

    static func instantiate(
        _ description: AudioComponentDescription, _ call: @escaping @Sendable (AUAudioUnit?, (any Error)?) -> Void
    ) {
        // No global queue: where /proc is missing, Dispatch ends a process that uses one.
        DispatchQueue(label: "AUAudioUnit.instantiate").async {
            do {
                let unit = try make(description)
                ProgramEnd.call { call(unit, nil) }
            } catch {
                ProgramEnd.call { call(nil, error) }
            }
        }
    }

    static func instantiate(_ description: AudioComponentDescription) async throws -> AUAudioUnit {
        let made: Made = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "AUAudioUnit.instantiate").async {
                continuation.resume(with: Result { Made(unit: try make(description)) })
            }
        }
        return made.unit
    }

    // MARK: Existing instances

    private struct Known {
        weak var unit: AUAudioUnit?
        /// The instance, which lives as long as the unit.
        let instance: ObjectIdentifier
    }

    private static let known = LockedValue<[AudioUnit: Known]>([:])

    /// The one object of an instance: the `AUAudioUnit` that does its work, or what stands for it.
    static func object(of reference: AudioUnit) throws(AudioError) -> AUAudioUnit {
        let instance = try ComponentInstance.handles.object(for: reference)
        if let adapter = instance.hostedObject as? HostedAdapter { return adapter.unit }
        // A reference may be that of an instance that has ended.
        let present = known.withLock { known in known[reference].map { ($0.unit, $0.instance) } }
        if let present, let unit = present.0, present.1 == ObjectIdentifier(instance) { return unit }
        guard let made = try? AUAudioUnitV2Bridge(__registered: instance.component.description, options: .unbound)
        else {
            throw .unspecified
        }
        let bridge = UnitBridge(instance, reference, isOwner: false)
        made.bridged.withLock { $0 = bridge }
        bridge.attach(made)
        // Units that end meanwhile, and what another thread has made the object first, are freed without the lock.
        let (first, others) = known.withLock { known -> (AUAudioUnit?, [AUAudioUnit]) in
            var others: [AUAudioUnit] = []
            for (place, entry) in known {
                if let unit = entry.unit { others.append(unit) } else { known[place] = nil }
            }
            if let entry = known[reference], entry.instance == ObjectIdentifier(instance), let unit = entry.unit {
                return (unit, others)
            }
            known[reference] = Known(unit: made, instance: ObjectIdentifier(instance))
            return (nil, others)
        }
        return withExtendedLifetime(others) { first ?? made }
    }
}

extension AUAudioUnit {
    /// The one object of an existing instance: the unit itself where a class of the program does the work, else what stands for a
    /// unit of version 2. It is the same one as long as it lives.
    package static func bridging(_ reference: AudioUnit) throws -> AUAudioUnit {
        do throws(AudioError) { return try SubclassRegistry.object(of: reference) } catch { throw error.unitError }
    }
}

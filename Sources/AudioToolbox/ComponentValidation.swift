import AudioCore
import AudioUnits
import CAudioToolbox
import CoreAudioTypes
import Foundation
import UnitValidation

/// The checks of a component within a time, and what they found.
struct ComponentValidation: Sendable {
    /// Seconds that the checks may take, unless the client says so.
    private static let usualTime = 30.0

    var result = AudioComponentValidationResult.unknown
    /// A line for each check that failed.
    var failures: [String] = []

    /// Checks a component on a thread of its own, which a unit that hangs keeps.
    static func run(_ component: AudioComponent, _ parameters: NSDictionary?) throws(AudioError) -> Self {
        _ = try ComponentRegistry.shared.component(component)
        let number = parameters?.object(named: kAudioComponentValidationParameter_TimeOut) as? NSNumber
        let seconds = number?.doubleValue ?? usualTime
        let box = ComponentBox(reference: component)
        let ended = WaitableValue<Self?>(nil)
        let thread = try AudioCore.Thread(name: "audio-validate") {
            let validation = check(box.reference)
            ended.withLock { $0 = validation }
        }
        thread.detach()
        let nanoseconds = UInt64(min(max(seconds.isFinite ? seconds : usualTime, 0), 86_400) * 1e9)
        return ended.wait(nanoseconds: nanoseconds) { $0 } ?? Self(result: .timedOut)
    }

    private static func check(_ component: AudioComponent) -> Self {
        var validation = Self(result: .passed)
        for check in UnitCheck.all {
            guard case .failed(let reason) = check.run(component) else { continue }
            validation.result = .failed
            validation.failures.append("\(check.name): \(reason)")
        }
        return validation
    }

    /// The details for a client.
    var details: NSDictionary {
        NSDictionary(
            objects: [NSNumber(value: result.rawValue), failures.map { $0 as NSString } as NSArray],
            forKeys: [kAudioComponentConfigurationInfo_ValidationResult as NSString, "Failures" as NSString])
    }

    /// Does the same, and calls the client on the thread that waits.
    static func run(
        _ component: AudioComponent, _ parameters: NSDictionary?,
        _ call: @escaping @Sendable (AudioComponentValidationResult, NSDictionary) -> Void
    ) throws(AudioError) {
        _ = try ComponentRegistry.shared.component(component)
        let (box, wishes) = (ComponentBox(reference: component), WishBox(parameters: parameters))
        let thread = try AudioCore.Thread(name: "audio-validate") {
            let validation = (try? run(box.reference, wishes.parameters)) ?? Self()
            call(validation.result, validation.details)
        }
        thread.detach()
    }

    private struct WishBox: @unchecked Sendable { let parameters: NSDictionary? }
}

/// What `AudioComponentCopyConfigurationInfo` gives.
func configuration(of component: AudioComponent) throws(AudioError) -> NSDictionary {
    let unit = try ComponentInstance.make(ComponentRegistry.shared.component(component))
    defer { try? ComponentInstance.dispose(unit) }
    let scopes = [kAudioUnitScope_Input, kAudioUnitScope_Output]
    func count(_ scope: AudioUnitScope) -> NSNumber {
        var (count, size) = (UInt32(0), UInt32(4))
        let status = AudioUnitGetProperty(unit, kAudioUnitProperty_ElementCount, scope, 0, &count, &size)
        return NSNumber(value: status == noErr ? count : 0)
    }
    func isWritable(_ scope: AudioUnitScope) -> NSNumber {
        var (size, isWritable) = (UInt32(0), false)
        let status = AudioUnitGetPropertyInfo(
            unit, kAudioUnitProperty_ElementCount, scope, 0, &size, &isWritable)
        return NSNumber(value: status == noErr && isWritable)
    }
    let info = NSMutableDictionary()
    info.setObject(NSNumber(value: false), forKey: kAudioUnitConfigurationInfo_HasCustomView as NSString)
    info.setObject(count(scopes[0]), forKey: kAudioUnitConfigurationInfo_InitialInputs as NSString)
    info.setObject(count(scopes[1]), forKey: kAudioUnitConfigurationInfo_InitialOutputs as NSString)
    info.setObject(
        NSDictionary(objects: scopes.map(isWritable), forKeys: scopes.map { String($0) as NSString }),
        forKey: kAudioUnitConfigurationInfo_BusCountWritable as NSString)
    let channels = channelConfigurations(unit)
    if !channels.isEmpty {
        let pairs = channels.map { [NSNumber(value: $0.inChannels), NSNumber(value: $0.outChannels)] as NSArray }
        info.setObject(pairs as NSArray, forKey: kAudioUnitConfigurationInfo_ChannelConfigurations as NSString)
    }
    return info
}

/// The numbers of channels that a unit says it takes; none where it takes any or does not say.
private func channelConfigurations(_ unit: AudioUnit) -> [AUChannelInfo] {
    let (id, stride) = (kAudioUnitProperty_SupportedNumChannels, MemoryLayout<AUChannelInfo>.stride)
    var (size, isWritable) = (UInt32(0), false)
    guard
        AudioUnitGetPropertyInfo(unit, id, kAudioUnitScope_Global, 0, &size, &isWritable) == noErr,
        (1..<1 << 16).contains(size)
    else { return [] }
    var list = [AUChannelInfo](repeating: AUChannelInfo(), count: Int(size) / stride)
    size = UInt32(list.count * stride)
    guard !list.isEmpty, AudioUnitGetProperty(unit, id, kAudioUnitScope_Global, 0, &list, &size) == noErr else {
        return []
    }
    return Array(list.prefix(Int(size) / stride))
}

import AudioCore
import CCoreMIDI
import Foundation
import MIDIDevices
import MIDIEvents

// CoreMIDI/MIDIUMPEndpoint.h and MIDIUMPMutableEndpoint.h.

/// The maker, family, model and version of a device.
///
/// It is a value: a device that changes them has another object.
open class MIDI2DeviceInfo: NSObject, @unchecked Sendable {
    let device: InquiryDevice

    init(_ device: InquiryDevice) { self.device = device }

    /// Creates the description of a device.
    ///
    /// - Parameters:
    ///   - manufacturerID: the maker's number in system exclusive messages.
    ///   - family: the family of the device, of 14 bits.
    ///   - modelNumber: the model in the family, of 14 bits.
    ///   - revisionLevel: the version.
    public init(
        manufacturerID: MIDI2DeviceManufacturer, family: MIDIUInteger14, modelNumber: MIDIUInteger14,
        revisionLevel: MIDI2DeviceRevisionLevel
    ) {
        var device = InquiryDevice()
        device.manufacturer = withUnsafeBytes(of: manufacturerID) { $0.map { $0 & 0x7F } }
        device.family = InquiryMessage.bytes(UInt32(family), 2)
        device.model = InquiryMessage.bytes(UInt32(modelNumber), 2)
        device.revision = withUnsafeBytes(of: revisionLevel) { $0.map { $0 & 0x7F } }
        self.device = device
    }

    /// The maker's number in system exclusive messages.
    ///
    /// A number of one byte is followed by two zeros.
    open var manufacturerID: MIDI2DeviceManufacturer {
        let bytes = device.manufacturer
        return MIDI2DeviceManufacturer(sysExIDByte: (bytes[0], bytes[1], bytes[2]))
    }

    /// The family of the device.
    ///
    /// What it means is for the maker to say.
    open var family: MIDIUInteger14 { MIDIUInteger14(InquiryMessage.number(device.family[...])) }

    /// The model in the family.
    ///
    /// What it means is for the maker to say.
    open var modelNumber: MIDIUInteger14 { MIDIUInteger14(InquiryMessage.number(device.model[...])) }

    /// The version of the device.
    ///
    /// What it means is for the maker to say.
    open var revisionLevel: MIDI2DeviceRevisionLevel {
        let bytes = device.revision
        return MIDI2DeviceRevisionLevel(revisionLevel: (bytes[0], bytes[1], bytes[2], bytes[3]))
    }
}

/// An endpoint of Universal MIDI Packets: a destination and its source, which state what they are.
///
/// `MIDIUMPEndpointManager` finds those that are there.
open class MIDIUMPEndpoint: NSObject, @unchecked Sendable {
    struct State: @unchecked Sendable {
        var description: EndpointDescription
        var destination: UInt32 = 0
        var source: UInt32 = 0
        var blocks: [MIDIUMPFunctionBlock] = []
    }

    let state: LockedValue<State>

    init(_ state: State) { self.state = LockedValue(state) }

    /// The name for the user.
    ///
    /// It is what the endpoint states, and need not be the name of its destination.
    open var name: String { state.withLock { $0.description.name } }

    /// The protocol that the endpoint speaks now.
    ///
    /// What it could speak is in `supportedMIDIProtocols`.
    open var midiProtocol: MIDIProtocolID { state.withLock { $0.description.protocolID == 1 ? ._1_0 : ._2_0 } }

    /// The protocols that the endpoint can speak.
    ///
    /// The library asks no endpoint to change its protocol.
    open var supportedMIDIProtocols: MIDIUMPProtocolOptions {
        MIDIUMPProtocolOptions(rawValue: state.withLock { $0.description.protocols })
    }

    /// The destination to which messages for the endpoint are sent.
    ///
    /// It is 0 for an endpoint of the program that is not enabled.
    open var midiDestination: MIDIEndpointRef { state.withLock { $0.destination } }

    /// The source from which messages of the endpoint come.
    ///
    /// It is 0 for an endpoint of the program that is not enabled.
    open var midiSource: MIDIEndpointRef { state.withLock { $0.source } }

    /// The maker, family, model and version of the device.
    ///
    /// They are zeros where the device does not state them.
    open var deviceInfo: MIDI2DeviceInfo { MIDI2DeviceInfo(state.withLock { $0.description.device }) }

    /// The text that distinguishes the device from others of its model, such as a serial number.
    ///
    /// It has 98 bytes at most.
    open var productInstanceID: String { state.withLock { $0.description.instanceID } }

    /// Whether the function blocks stay as they are.
    ///
    /// Those of others may come, go and change.
    open var hasStaticFunctionBlocks: Bool { state.withLock { $0.description.isStatic } }

    /// Whether the endpoint takes the time stamps that lessen jitter.
    ///
    /// Core MIDI's own time stamps do not depend on it.
    open var hasJRTSReceiveCapability: Bool { state.withLock { $0.description.receivesTimes } }

    /// Whether the endpoint sends time stamps that lessen jitter.
    ///
    /// Core MIDI's own time stamps do not depend on it.
    open var hasJRTSTransmitCapability: Bool { state.withLock { $0.description.sendsTimes } }

    /// What is behind the endpoint: a program or a device.
    ///
    /// It is unknown once the endpoint has gone.
    open var endpointType: MIDIUMPCIObjectBackingType {
        let destination = midiDestination
        guard MIDISystem.shared.isEndpoint(destination) else { return .unknown }
        return (try? MIDISystem.shared.entity(of: destination)) == nil ? .virtual : .driverDevice
    }

    /// The function blocks of the endpoint, by their numbers.
    ///
    /// Those of an endpoint that was found follow what its device states, whatever is set. An endpoint has 32 at most: more are left out.
    open var functionBlocks: [MIDIUMPFunctionBlock] {
        get { state.withLock { $0.blocks } }
        set { state.withLock { $0.blocks = Array(newValue.prefix(EndpointDescription.mostBlocks)) } }
    }
}

/// An endpoint of the program, which others find.
///
/// Register its function blocks, and then enable it.
open class MIDIUMPMutableEndpoint: MIDIUMPEndpoint, @unchecked Sendable {
    private let callback: @Sendable (UnsafePointer<MIDIEventList>, UnsafeMutableRawPointer?) -> Void
    private let port = LockedValue<EndpointPort?>(nil)

    /// Creates an endpoint, which others find once it is enabled.
    ///
    /// Nil is returned where a text has more than 98 bytes.
    ///
    /// - Parameters:
    ///   - name: the name for the user.
    ///   - deviceInfo: the maker, family, model and version.
    ///   - productInstanceID: the text that distinguishes it from others of its model.
    ///   - MIDIProtocol: the protocol that it speaks.
    ///   - destinationCallback: gets all messages that are sent to it, on the thread of receivers.
    @preconcurrency public init?(
        name: String, deviceInfo: MIDI2DeviceInfo, productInstanceID: String, midiProtocol MIDIProtocol: MIDIProtocolID,
        destinationCallback: @escaping @Sendable (UnsafePointer<MIDIEventList>, UnsafeMutableRawPointer?) -> Void
    ) {
        guard max(name.utf8.count, productInstanceID.utf8.count) <= EndpointDescription.mostText else { return nil }
        callback = destinationCallback
        var description = EndpointDescription(name: name, instanceID: productInstanceID, device: deviceInfo.device)
        description.protocolID = MIDIProtocol == ._1_0 ? 1 : 2
        description.protocols = description.protocolID
        super.init(State(description: description))
    }

    /// The function blocks, which the program can change.
    ///
    /// Setting them is the same as registering them without marking them as static; what cannot be registered is left out.
    open var mutableFunctionBlocks: [MIDIUMPMutableFunctionBlock] {
        get { functionBlocks.compactMap { $0 as? MIDIUMPMutableFunctionBlock } }
        set { try? registerFunctionBlocks(newValue, markAsStatic: false) }
    }

    /// Whether the endpoint is there for others.
    ///
    /// It is not at first.
    open var isEnabled: Bool { port.withLock { $0 != nil } }

    /// Renames the endpoint, and its source and destination.
    ///
    /// Whoever knows the endpoint is notified.
    ///
    /// - Parameter name: the name for the user.
    /// - Throws: `kAudio_ParamError` where it has more than 98 bytes.
    open func setName(_ name: String) throws {
        guard name.utf8.count <= EndpointDescription.mostText else { throw AudioError.parameter.asNSError }
        state.withLock { $0.description.name = name }
        guard let port = port.withLock({ $0 }) else { return }
        do { try port.rename(name) } catch { throw error.asNSError }
        port.send(statement.answers(4))
    }

    /// Sets the function blocks of the endpoint.
    ///
    /// - Parameters:
    ///   - functionBlocks: the blocks, which get their numbers by their places.
    ///   - markAsStatic: whether they stay as they are from now on.
    /// - Throws: `kMIDINotPermitted` where the blocks were marked as static, `kAudio_ParamError` where there are more than 32, or one is of
    ///   another endpoint.
    open func registerFunctionBlocks(_ functionBlocks: [MIDIUMPMutableFunctionBlock], markAsStatic: Bool) throws {
        guard !hasStaticFunctionBlocks else { throw AudioError.midiNotPermitted.asNSError }
        guard functionBlocks.count <= EndpointDescription.mostBlocks,
            functionBlocks.allSatisfy({ $0.umpEndpoint == nil || $0.umpEndpoint === self })
        else { throw AudioError.parameter.asNSError }
        for block in self.functionBlocks { block.join(nil, 0) }
        for (number, block) in functionBlocks.enumerated() { block.join(self, UInt8(number)) }
        state.withLock { state in
            state.blocks = functionBlocks
            state.description.isStatic = markAsStatic
        }
        guard let port = port.withLock({ $0 }) else { return }
        let statement = statement
        port.send(statement.answers(1) + statement.blockAnswers(EndpointDescription.everyBlock, 3))
    }

    /// Makes the endpoint's source and destination, or disposes of them.
    ///
    /// - Parameter isEnabled: whether the endpoint is to be there for others.
    /// - Throws: `kMIDIServerStartErr` where MIDI does not work.
    open func setEnabled(_ isEnabled: Bool) throws {
        guard isEnabled != self.isEnabled else { return }
        guard isEnabled else {
            let closed = port.withLock { port in
                defer { port = nil }
                return port
            }
            state.withLock { ($0.source, $0.destination) = (0, 0) }
            return withExtendedLifetime(closed) {}
        }
        do throws(AudioError) {
            let made = try EndpointPort(
                .shared, name, protocolID: midiProtocol == ._1_0 ? 1 : 2,
                describe: { [weak self] in self?.statement ?? EndpointDescription() }, receive: callback)
            state.withLock { ($0.source, $0.destination) = (made.source, made.destination) }
            port.withLock { $0 = made }
        } catch { throw error.asNSError }
    }

    private var statement: EndpointDescription {
        let (description, blocks) = state.withLock { ($0.description, $0.blocks) }
        var whole = description
        for (number, block) in blocks.enumerated() { whole.blocks[UInt8(number)] = block.state.withLock { $0.block } }
        whole.blockCount = UInt8(blocks.count)
        return whole
    }

    /// Reports a block that has changed.
    func report(_ block: MIDIUMPMutableFunctionBlock) {
        guard let port = port.withLock({ $0 }) else { return }
        port.send(statement.blockAnswers(block.functionBlockID, 3))
    }
}

import AudioCore
import CCoreMIDI
import Foundation
import MIDIEvents

// CoreMIDI/MIDIUMPFunctionBlock.h and MIDIUMPMutableFunctionBlock.h.

/// A function block of an endpoint: groups that belong together, such as those of one instrument.
///
/// Its properties change while the endpoint is there, as its device says.
open class MIDIUMPFunctionBlock: NSObject, @unchecked Sendable {
    struct State: Sendable {
        var block: EndpointDescription.Block
        var number: UInt8
    }

    let state: LockedValue<State>
    fileprivate let owner = LockedValue(Owner())

    fileprivate struct Owner: @unchecked Sendable { weak var endpoint: MIDIUMPEndpoint? }

    init(_ number: UInt8, _ block: EndpointDescription.Block) {
        state = LockedValue(State(block: block, number: number))
    }

    func join(_ endpoint: MIDIUMPEndpoint?, _ number: UInt8) {
        owner.withLock { $0.endpoint = endpoint }
        state.withLock { $0.number = number }
    }

    private var block: EndpointDescription.Block { state.withLock { $0.block } }

    /// The name for the user.
    ///
    /// It has 98 bytes at most on the wire.
    open var name: String { block.name }

    /// The number of the block in its endpoint, from 0.
    ///
    /// A block that has not been registered has the number 0.
    open var functionBlockID: MIDIUMPFunctionBlockID { state.withLock { $0.number } }

    /// Whether the block receives, sends, or both.
    ///
    /// It is seen from the block: one that is an input takes messages.
    open var direction: MIDIUMPFunctionBlockDirection {
        MIDIUMPFunctionBlockDirection(rawValue: Int32(block.direction)) ?? .unknown
    }

    /// The first group of the block, from 0 to 15.
    ///
    /// The groups of blocks may overlap.
    open var firstGroup: MIDIUMPGroupNumber { block.firstGroup }

    /// How many groups the block has.
    ///
    /// They follow each other from the first one.
    open var totalGroupsSpanned: MIDIUInteger7 { block.groups }

    /// How many messages of SysEx8 the block takes at the same time.
    ///
    /// It is 0 where it takes none.
    open var maxSysEx8Streams: UInt8 { block.mostStreams }

    /// Whether the block is a port of MIDI 1.0, and whether that is slow.
    ///
    /// A slow one takes 31,250 bits a second.
    open var midi1Info: MIDIUMPFunctionBlockMIDI1Info {
        MIDIUMPFunctionBlockMIDI1Info(rawValue: Int32(block.midi1)) ?? .notMIDI1
    }

    /// What the block is for in the first place: to receive, to send, or both.
    ///
    /// Programs show it, and nothing else follows from it.
    open var uiHint: MIDIUMPFunctionBlockUIHint {
        MIDIUMPFunctionBlockUIHint(rawValue: Int32(block.hint)) ?? .unknown
    }

    /// The endpoint of the block.
    ///
    /// It is nil once the endpoint has gone.
    open var umpEndpoint: MIDIUMPEndpoint? { owner.withLock { $0.endpoint } }

    /// The device of MIDI-CI at the same destination.
    ///
    /// It is nil where there is none, and before `MIDICIDeviceManager` has been used.
    open var midiCIDevice: MIDICIDevice? {
        guard let destination = umpEndpoint?.midiDestination, destination != 0 else { return nil }
        return MIDICIDeviceManager.device(at: destination)
    }

    /// Whether the block is in use.
    ///
    /// Programs show one that is not, and send it nothing.
    open var isEnabled: Bool { block.isActive }
}

/// A function block of an endpoint of the program.
///
/// Register it with its endpoint by `MIDIUMPMutableEndpoint.registerFunctionBlocks(_:markAsStatic:)`.
open class MIDIUMPMutableFunctionBlock: MIDIUMPFunctionBlock, @unchecked Sendable {
    /// Creates a function block, which belongs to no endpoint.
    ///
    /// Nil is returned where the groups go beyond the sixteenth, or there are none, and where the name has more than 98 bytes.
    ///
    /// - Parameters:
    ///   - name: the name for the user.
    ///   - direction: whether it receives, sends, or both.
    ///   - firstGroup: its first group, from 0 to 15.
    ///   - totalGroupsSpanned: how many groups it has.
    ///   - maxSysEx8Streams: how many messages of SysEx8 it takes at the same time.
    ///   - MIDI1Info: whether it is a port of MIDI 1.0.
    ///   - UIHint: what it is for in the first place.
    ///   - isEnabled: whether it is in use.
    public init?(
        name: String, direction: MIDIUMPFunctionBlockDirection, firstGroup: MIDIUMPGroupNumber,
        totalGroupsSpanned: MIDIUInteger7, maxSysEx8Streams: MIDIUInteger7,
        midi1Info MIDI1Info: MIDIUMPFunctionBlockMIDI1Info, uiHint UIHint: MIDIUMPFunctionBlockUIHint, isEnabled: Bool
    ) {
        guard firstGroup < 16, (1...16 - firstGroup).contains(totalGroupsSpanned),
            name.utf8.count <= EndpointDescription.mostText
        else { return nil }
        super.init(
            0,
            EndpointDescription.Block(
                name: name, direction: UInt8(direction.rawValue), firstGroup: firstGroup, groups: totalGroupsSpanned,
                mostStreams: maxSysEx8Streams, midi1: UInt8(MIDI1Info.rawValue), hint: UInt8(UIHint.rawValue),
                isActive: isEnabled))
    }

    /// The endpoint that the block is registered with.
    ///
    /// It is nil before that, and once the endpoint has gone.
    open override var umpEndpoint: MIDIUMPMutableEndpoint? { super.umpEndpoint as? MIDIUMPMutableEndpoint }

    /// Has the block be in use, or not.
    ///
    /// Whoever knows the endpoint is notified.
    ///
    /// - Parameter isEnabled: whether it is in use.
    /// - Throws: `kMIDINotPermitted` where the endpoint's blocks are static.
    open func setEnabled(_ isEnabled: Bool) throws { try change { $0.isActive = isEnabled } }

    /// Renames the block.
    ///
    /// Whoever knows the endpoint is notified.
    ///
    /// - Parameter name: the name for the user.
    /// - Throws: `kMIDINotPermitted` where the endpoint's blocks are static, `kAudio_ParamError` where the name has more than 98 bytes.
    open func setName(_ name: String) throws {
        guard name.utf8.count <= EndpointDescription.mostText else { throw AudioError.parameter.asNSError }
        try change { $0.name = name }
    }

    /// Moves the block to other groups, and has it be of another kind.
    ///
    /// Whoever knows the endpoint is notified.
    ///
    /// - Parameters:
    ///   - firstGroup: its first group, from 0 to 15.
    ///   - direction: whether it receives, sends, or both.
    ///   - MIDI1Info: whether it is a port of MIDI 1.0.
    ///   - UIHint: what it is for in the first place.
    /// - Throws: `kMIDINotPermitted` where the endpoint's blocks are static, `kAudio_ParamError` where its groups go beyond the sixteenth.
    open func reconfigure(
        firstGroup: MIDIUMPGroupNumber, direction: MIDIUMPFunctionBlockDirection,
        MIDI1Info: MIDIUMPFunctionBlockMIDI1Info, UIHint: MIDIUMPFunctionBlockUIHint
    ) throws {
        guard Int(firstGroup) + Int(totalGroupsSpanned) <= 16 else { throw AudioError.parameter.asNSError }
        try change { block in
            block.firstGroup = firstGroup
            block.direction = UInt8(direction.rawValue)
            (block.midi1, block.hint) = (UInt8(MIDI1Info.rawValue), UInt8(UIHint.rawValue))
        }
    }

    private func change(_ body: (inout EndpointDescription.Block) -> Void) throws {
        let endpoint = umpEndpoint
        guard endpoint?.hasStaticFunctionBlocks != true else { throw AudioError.midiNotPermitted.asNSError }
        state.withLock { body(&$0.block) }
        endpoint?.report(self)
    }
}

import AudioCore
import CCoreMIDI
import CoreAudioTypes
import Foundation
import MIDIDevices

// Notifications as the functions and blocks of clients get them.

typealias NotifyProc = @Sendable @convention(c) (UnsafePointer<MIDINotification>, UnsafeMutableRawPointer?) -> Void
typealias NotifyBlock = @convention(block) (UnsafePointer<MIDINotification>) -> Void

enum NotificationPlaces {
    /// The run loop that was current when the process created its first client.
    nonisolated(unsafe) private static let loop: CFRunLoop = CFRunLoopGetCurrent()
    /// A source in it, from the first client with a function on.
    private static let caller = RunLoopCaller(loop, mode: nil)
    private static let thread = SerialCaller(name: "midi-notices")

    /// To be called for each client, before anything else.
    static func note() { _ = loop }

    static func channel(_ proc: NotifyProc?, _ refCon: UnsafeMutableRawPointer?) -> NoticeChannel? {
        guard let proc else { return nil }
        let context = ClientContext(refCon)
        let caller = caller
        return NoticeChannel(schedule: { caller.perform($0) }, call: { $0.withMessage { proc($0, context.pointer) } })
    }

    static func channel(_ call: @escaping @Sendable (UnsafePointer<MIDINotification>) -> Void) -> NoticeChannel {
        NoticeChannel(schedule: { thread.perform($0) }, call: { $0.withMessage(call) })
    }

    static func channel(block: OpaquePointer?) -> NoticeChannel? {
        guard let block = block.map(ClientBlock.init) else { return nil }
        return channel { unsafeBitCast(block.pointer, to: NotifyBlock.self)($0) }
    }
}

extension MIDINotice {
    /// Calls `body` with the notice as clients read it.
    func withMessage(_ body: (UnsafePointer<MIDINotification>) -> Void) {
        switch self {
        case .setupChanged: Self.plain(.msgSetupChanged, body)
        case .thruConnectionsChanged: Self.plain(.msgThruConnectionsChanged, body)
        case .added(let parent, let parentType, let child, let childType):
            Self.change(.msgObjectAdded, parent, parentType, child, childType, body)
        case .removed(let parent, let parentType, let child, let childType):
            Self.change(.msgObjectRemoved, parent, parentType, child, childType, body)
        case .propertyChanged(let object, let type, let name):
            let name = name.coreFoundation
            let message = MIDIObjectPropertyChangeNotification(
                messageID: .msgPropertyChanged, messageSize: 24, object: object,
                objectType: MIDIObjectType(rawValue: type) ?? .other, propertyName: Unmanaged.passUnretained(name))
            withExtendedLifetime(name) { Self.call(message, body) }
        }
    }

    private static func plain(
        _ id: MIDINotificationMessageID, _ body: (UnsafePointer<MIDINotification>) -> Void
    ) {
        call(MIDINotification(messageID: id, messageSize: 8), body)
    }

    private static func change(
        _ id: MIDINotificationMessageID, _ parent: UInt32, _ parentType: Int32, _ child: UInt32, _ childType: Int32,
        _ body: (UnsafePointer<MIDINotification>) -> Void
    ) {
        let message = MIDIObjectAddRemoveNotification(
            messageID: id, messageSize: 24, parent: parent,
            parentType: MIDIObjectType(rawValue: parentType) ?? .other, child: child,
            childType: MIDIObjectType(rawValue: childType) ?? .other)
        call(message, body)
    }

    private static func call<Message>(_ message: Message, _ body: (UnsafePointer<MIDINotification>) -> Void) {
        withUnsafeBytes(of: message) {
            body($0.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: MIDINotification.self))
        }
    }
}

extension MIDIObjectPropertyChangeNotification {
    /// The property's name. Valid during the call.
    public var propertyName: Unmanaged<CFString> {
        get { Unmanaged.fromOpaque(__propertyName.toOpaque()) }
        set { __propertyName = Unmanaged.fromOpaque(newValue.toOpaque()) }
    }

    /// Creates a notification.
    ///
    /// - Parameters:
    ///   - messageID: `kMIDIMsgPropertyChanged`.
    ///   - messageSize: 24.
    ///   - object: the object.
    ///   - objectType: the type of the object.
    ///   - propertyName: the name of the property.
    public init(
        messageID: MIDINotificationMessageID, messageSize: UInt32, object: MIDIObjectRef, objectType: MIDIObjectType,
        propertyName: Unmanaged<CFString>
    ) {
        self.init(
            messageID: messageID, messageSize: messageSize, object: object, objectType: objectType,
            __propertyName: Unmanaged.fromOpaque(propertyName.toOpaque()))
    }
}

import AudioCore
import CCoreMIDI
import CoreAudioTypes
import Foundation
import MIDIDevices
import MIDIEvents

// Requests to send long messages, which belong to the client and which the engine reads and advances.

extension MIDISysexSendRequest {
    /// Called when the request has ended.
    @preconcurrency public var completionProc:
        @Sendable @convention(c) (UnsafeMutablePointer<MIDISysexSendRequest>) -> Void
    {
        get {
            unsafeBitCast(
                __completionProc,
                to: (@Sendable @convention(c) (UnsafeMutablePointer<MIDISysexSendRequest>) -> Void).self)
        }
        set { __completionProc = newValue }
    }

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - destination: where to send.
    ///   - data: the bytes.
    ///   - bytesToSend: how many bytes there are.
    ///   - complete: false.
    ///   - reserved: 0.
    ///   - completionProc: called when the request has ended.
    ///   - completionRefCon: a pointer for the program.
    @preconcurrency public init(
        destination: MIDIEndpointRef, data: UnsafePointer<UInt8>, bytesToSend: UInt32, complete: DarwinBoolean,
        reserved: (UInt8, UInt8, UInt8),
        completionProc: @escaping @Sendable @convention(c) (UnsafeMutablePointer<MIDISysexSendRequest>) -> Void,
        completionRefCon: UnsafeMutableRawPointer?
    ) {
        self.init(
            destination: destination, data: data, bytesToSend: bytesToSend, complete: complete, reserved: reserved,
            __completionProc: completionProc, completionRefCon: completionRefCon)
    }
}

extension MIDISysexSendRequestUMP {
    /// Called when the request has ended.
    @preconcurrency public var completionProc:
        @Sendable @convention(c) (UnsafeMutablePointer<MIDISysexSendRequestUMP>) -> Void
    {
        get {
            unsafeBitCast(
                __completionProc,
                to: (@Sendable @convention(c) (UnsafeMutablePointer<MIDISysexSendRequestUMP>) -> Void).self)
        }
        set { __completionProc = newValue }
    }

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - destination: where to send.
    ///   - words: the words.
    ///   - wordsToSend: how many words there are.
    ///   - complete: false.
    ///   - completionProc: called when the request has ended.
    ///   - completionRefCon: a pointer for the program.
    @preconcurrency public init(
        destination: MIDIEndpointRef, words: UnsafeMutablePointer<UInt32>, wordsToSend: UInt32,
        complete: DarwinBoolean,
        completionProc: @escaping @Sendable @convention(c) (UnsafeMutablePointer<MIDISysexSendRequestUMP>) -> Void,
        completionRefCon: UnsafeMutableRawPointer?
    ) {
        self.init(
            destination: destination, words: words, wordsToSend: wordsToSend, complete: complete,
            __completionProc: completionProc, completionRefCon: completionRefCon)
    }
}

extension ExclusiveRequest {
    init(_ request: UnsafeMutablePointer<MIDISysexSendRequest>) throws(AudioError) {
        let request = try nonnull(request)
        try nonnull(function: request.pointee.__completionProc)
        if request.pointee.bytesToSend > 0 { _ = try nonnull(request.pointee.data) }
        self.init(
            isBytes: true,
            rest: {
                let isOver = request.pointee.complete
                return UnsafeRawBufferPointer(
                    start: request.pointee.data, count: isOver ? 0 : Int(request.pointee.bytesToSend))
            },
            advance: {
                request.pointee.data += $0
                // A client may have set it to 0 meanwhile.
                request.pointee.bytesToSend -= min(request.pointee.bytesToSend, UInt32($0))
            },
            end: {
                request.pointee.complete = true
                request.pointee.__completionProc(request)
            })
    }

    init(_ request: UnsafeMutablePointer<MIDISysexSendRequestUMP>) throws(AudioError) {
        let request = try nonnull(request)
        try nonnull(function: request.pointee.__completionProc)
        if request.pointee.wordsToSend > 0 { _ = try nonnull(request.pointee.words) }
        self.init(
            isBytes: false,
            rest: {
                let isOver = request.pointee.complete
                return UnsafeRawBufferPointer(
                    start: request.pointee.words, count: isOver ? 0 : 4 * Int(request.pointee.wordsToSend))
            },
            advance: {
                request.pointee.words += $0 / 4
                // A client may have set it to 0 meanwhile.
                request.pointee.wordsToSend -= min(request.pointee.wordsToSend, UInt32($0 / 4))
            },
            end: {
                request.pointee.complete = true
                request.pointee.__completionProc(request)
            })
    }
}

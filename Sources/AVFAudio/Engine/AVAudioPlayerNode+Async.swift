public import AudioToolbox

// Calls that return when what they schedule has come as far as a callback type says, when another buffer interrupts it, or when
// the player stops. Cancelling the task changes nothing: what is scheduled is played.
extension AVAudioPlayerNode {
    /// Schedules a buffer after what is already scheduled, and returns when it has been consumed.
    ///
    /// - Parameter buffer: as for `scheduleBuffer(_:at:options:completionCallbackType:completionHandler:)`.
    public func scheduleBuffer(_ buffer: AVAudioPCMBuffer) async {
        await withCheckedContinuation { done in scheduleBuffer(buffer, completionHandler: { done.resume() }) }
    }

    /// Schedules a buffer after what is already scheduled, and returns when it has come as far as a type says.
    ///
    /// - Parameters:
    ///   - buffer: as for `scheduleBuffer(_:at:options:completionCallbackType:completionHandler:)`.
    ///   - callbackType: when to return.
    /// - Returns: the type.
    @discardableResult
    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await withCheckedContinuation { done in
            scheduleBuffer(
                buffer, completionCallbackType: callbackType, completionHandler: { done.resume(returning: $0) })
        }
    }

    /// Schedules a buffer at a time, and returns when it has been consumed.
    ///
    /// - Parameters:
    ///   - buffer: as for `scheduleBuffer(_:at:options:completionCallbackType:completionHandler:)`.
    ///   - when: as there.
    ///   - options: as there.
    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = []
    ) async {
        await withCheckedContinuation { done in
            scheduleBuffer(buffer, at: when, options: options, completionHandler: { done.resume() })
        }
    }

    /// Schedules a buffer at a time, and returns when it has come as far as a type says.
    ///
    /// - Parameters:
    ///   - buffer: as for `scheduleBuffer(_:at:options:completionCallbackType:completionHandler:)`.
    ///   - when: as there.
    ///   - options: as there.
    ///   - callbackType: when to return.
    /// - Returns: the type.
    @discardableResult
    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await withCheckedContinuation { done in
            scheduleBuffer(
                buffer, at: when, options: options, completionCallbackType: callbackType,
                completionHandler: { done.resume(returning: $0) })
        }
    }

    /// Schedules a whole file, and returns when it has been consumed.
    ///
    /// - Parameters:
    ///   - file: as for `scheduleSegment(_:startingFrame:frameCount:at:completionCallbackType:completionHandler:)`.
    ///   - when: as there.
    public func scheduleFile(_ file: AVAudioFile, at when: AVAudioTime?) async {
        await withCheckedContinuation { done in scheduleFile(file, at: when, completionHandler: { done.resume() }) }
    }

    /// Schedules a whole file, and returns when it has come as far as a type says.
    ///
    /// - Parameters:
    ///   - file: as for `scheduleSegment(_:startingFrame:frameCount:at:completionCallbackType:completionHandler:)`.
    ///   - when: as there.
    ///   - callbackType: when to return.
    /// - Returns: the type.
    @discardableResult
    public func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await withCheckedContinuation { done in
            scheduleFile(
                file, at: when, completionCallbackType: callbackType, completionHandler: { done.resume(returning: $0) })
        }
    }

    /// Schedules a part of a file, and returns when it has been consumed.
    ///
    /// - Parameters:
    ///   - file: as for `scheduleSegment(_:startingFrame:frameCount:at:completionCallbackType:completionHandler:)`.
    ///   - startFrame: as there.
    ///   - numberFrames: as there.
    ///   - when: as there.
    public func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?
    ) async {
        await withCheckedContinuation { done in
            scheduleSegment(
                file, startingFrame: startFrame, frameCount: numberFrames, at: when,
                completionHandler: { done.resume() })
        }
    }

    /// Schedules a part of a file, and returns when it has come as far as a type says.
    ///
    /// - Parameters:
    ///   - file: as for `scheduleSegment(_:startingFrame:frameCount:at:completionCallbackType:completionHandler:)`.
    ///   - startFrame: as there.
    ///   - numberFrames: as there.
    ///   - when: as there.
    ///   - callbackType: when to return.
    /// - Returns: the type.
    @discardableResult
    public func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await withCheckedContinuation { done in
            scheduleSegment(
                file, startingFrame: startFrame, frameCount: numberFrames, at: when,
                completionCallbackType: callbackType,
                completionHandler: { done.resume(returning: $0) })
        }
    }
}

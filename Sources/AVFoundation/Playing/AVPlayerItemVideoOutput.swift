import AudioCore
public import CoreMedia
public import CoreVideo
public import Foundation

/// Is called by outputs that programs take pictures from.
public protocol AVPlayerItemOutputPullDelegate: NSObjectProtocol {
    /// There will be pictures. It need not be implemented.
    ///
    /// - Parameter sender: the output.
    func outputMediaDataWillChange(_ sender: AVPlayerItemOutput)
    /// What follows does not continue what was given: there was a seek. It need not be implemented.
    ///
    /// - Parameter output: the output.
    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPullDelegate {
    /// Does nothing.
    ///
    /// - Parameter sender: the output.
    public func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) {}
    /// Does nothing.
    ///
    /// - Parameter output: the output.
    public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

/// Gives the pictures of an item that is played, as pixel buffers.
///
/// Ask `itemTime(forHostTime:)` for the item's time at which a picture will be seen, `hasNewPixelBuffer(forItemTime:)` whether it is
/// another one than before, and take it by `copyPixelBuffer(forItemTime:itemTimeForDisplay:)`. Any thread may use an output. A picture
/// is decoded on the thread that takes it.
open class AVPlayerItemVideoOutput: AVPlayerItemOutput, @unchecked Sendable {
    private struct State {
        weak var delegate: (any AVPlayerItemOutputPullDelegate)?
        var queue: DispatchQueue?
        /// Whether the delegate is to be notified of pictures.
        var isRequested = false
    }

    private let state = LockedValue(State())
    private let pictures: ItemPictures

    /// Makes an output.
    ///
    /// Ends the program for attributes that are not supported.
    ///
    /// - Parameter pixelBufferAttributes: what the buffers are to be: `kCVPixelBufferPixelFormatTypeKey` may be 420v, 420f or BGRA. Nil
    ///   for 420v or 420f, as the pictures have it.
    public init(pixelBufferAttributes: [String: Any]? = nil) {
        let settings = PixelSettings(pixelBufferAttributes ?? [:])
        requireAsset(settings != nil, PixelSettings.complaint)
        pictures = ItemPictures(settings!)
        super.init()
    }

    /// Makes an output.
    ///
    /// Ends the program for settings that are not supported.
    ///
    /// - Parameter outputSettings: attributes of pixel buffers, as for `init(pixelBufferAttributes:)`; nil for none.
    public convenience init(outputSettings: [String: Any]?) { self.init(pixelBufferAttributes: outputSettings) }

    /// Whether another picture than the last one that was taken is shown at a time of the item.
    ///
    /// Nothing is decoded.
    ///
    /// - Parameter itemTime: the time.
    /// - Returns: false also before the item is ready, before the first picture, and for an item without pictures.
    open func hasNewPixelBuffer(forItemTime itemTime: CMTime) -> Bool {
        pictures.isNew(at: itemTime, of: item.withLock { $0.object })
    }

    /// Gives the picture that is shown at a time of the item.
    ///
    /// Reads from disk, and decodes.
    ///
    /// - Parameters:
    ///   - itemTime: the time.
    ///   - outItemTimeForDisplay: receives the time from which on the picture is shown; nil to ignore it.
    /// - Returns: the picture, which no other buffer changes; nil before the item is ready, before the first picture, for an item
    ///   without pictures, and where none can be decoded.
    open func copyPixelBuffer(
        forItemTime itemTime: CMTime, itemTimeForDisplay outItemTimeForDisplay: UnsafeMutablePointer<CMTime>?
    ) -> CVPixelBuffer? {
        guard let (buffer, time) = pictures.picture(at: itemTime, of: item.withLock { $0.object }) else { return nil }
        outItemTimeForDisplay?.pointee = time
        return buffer
    }

    // MARK: The delegate

    /// Sets who is notified of pictures.
    ///
    /// The delegate is not kept.
    ///
    /// - Parameters:
    ///   - delegate: who is notified; nil for nobody. The output does not keep it.
    ///   - delegateQueue: the queue on which it is called; nil for the main queue.
    open func setDelegate(_ delegate: (any AVPlayerItemOutputPullDelegate)?, queue delegateQueue: DispatchQueue?) {
        state.withLock { ($0.delegate, $0.queue) = (delegate, delegateQueue) }
    }

    /// Who is notified of pictures.
    ///
    /// The output does not keep it. `setDelegate(_:queue:)` sets it.
    open var delegate: (any AVPlayerItemOutputPullDelegate)? { state.withLock { $0.delegate } }
    /// The queue on which the delegate is called; nil for the main queue.
    ///
    /// `setDelegate(_:queue:)` sets it.
    open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// Has the delegate notified, once, that there will be pictures: when the item is ready, or at once where it is.
    ///
    /// - Parameter interval: how many seconds before. It is ignored.
    open func requestNotificationOfMediaDataChange(withAdvanceInterval interval: TimeInterval) {
        state.withLock { $0.isRequested = true }
        if item.withLock({ $0.object })?.status == .readyToPlay { itemBecameReady() }
    }

    /// The item can be played from now on.
    func itemBecameReady() {
        let isWanted = state.withLock { state in
            defer { state.isRequested = false }
            return state.isRequested
        }
        if isWanted { call { $1.outputMediaDataWillChange($0) } }
    }

    /// The item's time is another one.
    func itemWasSought() { call { $1.outputSequenceWasFlushed($0) } }

    private func call(
        _ body: @escaping @Sendable (AVPlayerItemVideoOutput, any AVPlayerItemOutputPullDelegate) -> Void
    ) {
        guard delegate != nil else { return }
        (delegateQueue ?? .main).async { [weak self] in
            guard let self, let delegate = self.delegate else { return }
            ProgramEnd.call { body(self, delegate) }
        }
    }
}

extension AVPlayerItem {
    /// Calls the outputs of pictures.
    func callPictureOutputs(_ body: (AVPlayerItemVideoOutput) -> Void) {
        for case let output as AVPlayerItemVideoOutput in outputs { body(output) }
    }
}

import AudioCore
import AudioToolbox
import AudioUnits
import Foundation

/// The taps of a node, one at most on each output.
final class NodeTaps: @unchecked Sendable {
    private let taps = LockedValue<[Int: NodeTap]>([:], .state)

    /// Whether an output has a tap.
    var isEmpty: Bool { taps.withLock { $0.isEmpty } }
    var buses: [Int] { taps.withLock { $0.keys.sorted() } }

    /// - Returns: false where the output has one.
    func add(_ tap: NodeTap, to bus: Int) -> Bool {
        taps.withLock { taps in
            guard taps[bus] == nil else { return false }
            taps[bus] = tap
            return true
        }
    }

    func remove(_ bus: Int) { taps.withLock { $0.removeValue(forKey: bus) }?.close() }

    func removeAll() {
        let old = taps.withLock { taps in
            defer { taps = [:] }
            return Array(taps.values)
        }
        for tap in old { tap.close() }
    }

    /// Waits until the taps have room for a render of some seconds.
    func waitForRoom(seconds: Double) {
        for tap in taps.withLock({ Array($0.values) }) { tap.waitForRoom(seconds: seconds) }
    }

    /// Passes on what the taps have of a run that is over.
    func flush() { for tap in taps.withLock({ Array($0.values) }) { tap.flush() } }

    /// The next cycle has another time line than the last.
    func forgetTimes() { for tap in taps.withLock({ Array($0.values) }) { tap.forgetTime() } }

    /// Brings the taps to the node's present unit and format.
    func refresh(_ node: AVAudioNode) {
        for (bus, tap) in taps.withLock({ $0 }) { tap.listen(to: node, bus) }
    }
}

/// A client's tap on an output.
final class NodeTap: @unchecked Sendable {
    /// Seconds of the shortest and the longest buffer.
    private static let durations = 0.1...0.4

    private struct State {
        var tap: BusTap?
        var unit: NodeUnit?
        var format: AVAudioFormat?
        var isClosed = false
    }

    private let wanted: AVAudioFrameCount
    private let clientFormat: AVAudioFormat?
    private let block: AVAudioNodeTapBlock
    private let state = LockedValue(State(), .state)

    init(_ frames: AVAudioFrameCount, _ format: AVAudioFormat?, _ block: @escaping AVAudioNodeTapBlock) {
        (wanted, clientFormat, self.block) = (frames, format, block)
    }

    /// Listens to the output's present unit and format.
    func listen(to node: AVAudioNode, _ bus: Int) {
        guard let unit = node.nodeUnit else { return }
        let format = node.outputFormat(forBus: bus)
        let waits = node.engine?.isRenderedOffline ?? false
        let isNews = state.withLock { state -> Bool in
            guard !state.isClosed else { return false }
            state.tap?.setWaits(waits)
            return state.unit !== unit || state.format != format
        }
        guard isNews, let tap = make(format, unit, node.outputElement(bus), node.engine?.longestCycle ?? 0) else {
            return
        }
        tap.setWaits(waits)
        let old = state.withLock { state -> (BusTap?, NodeUnit?)? in
            guard !state.isClosed else { return nil }
            defer { (state.tap, state.unit, state.format) = (tap, unit, format) }
            return (state.tap, state.unit)
        }
        guard let old else { return tap.close() }
        Self.end(old.0, on: old.1)
        let notification = tap.notification
        try? unit.instance.addNotify(notification.function, notification.context)
        // Another thread may have closed the tap, or have given it another unit, before it was added.
        guard !state.withLock({ $0.tap === tap }) else { return }
        Self.end(tap, on: unit)
    }

    func waitForRoom(seconds: Double) { state.withLock { $0.tap }?.waitForRoom(seconds: seconds) }

    /// Passes on what the tap has of a run that is over.
    func flush() { state.withLock { $0.tap }?.flush() }

    /// The next cycle has another time line than the last.
    func forgetTime() { state.withLock { $0.tap }?.forgetTime() }

    /// - Parameter cycle: the seconds of the longest cycle.
    private func make(_ format: AVAudioFormat, _ unit: NodeUnit, _ element: UInt32, _ cycle: Double) -> BusTap? {
        // A device's own side is interleaved, which the node does not show.
        let rendered = AVAudioFormat(unit.format(kAudioUnitScope_Output, element), layout: nil)
        let wantedFormat = clientFormat ?? format
        let rate = rendered.sampleRate
        let frames = min(max(Double(wanted), rate * Self.durations.lowerBound), rate * Self.durations.upperBound)
        let converter = rendered == wantedFormat ? nil : AVAudioConverter(from: rendered, to: wantedFormat)
        nonisolated(unsafe) let call = block
        let reserve = max(BusTap.reserve, 4 * cycle + 1)
        return try? BusTap(rendered.engineFormat, bus: element, frames: Int(frames.rounded()), reserve: reserve) {
            list, frames, stamp in
            guard let buffer = AVAudioPCMBuffer(copying: list, frames: frames, format: rendered) else { return }
            var stamp = stamp
            stamp.mFlags = stamp.mFlags.intersection(.sampleHostTimeValid)
            let time = AVAudioTime(audioTimeStamp: &stamp, sampleRate: rate)
            guard let converter else { return call(buffer, time) }
            guard let converted = AVAudioPCMBuffer(pcmFormat: wantedFormat, frameCapacity: buffer.frameCapacity),
                (try? converter.convert(to: converted, from: buffer)) != nil
            else { return }
            call(converted, time)
        }
    }

    func close() {
        let old = state.withLock { state -> (BusTap?, NodeUnit?) in
            defer { state = State(isClosed: true) }
            return (state.tap, state.unit)
        }
        Self.end(old.0, on: old.1)
    }

    private static func end(_ tap: BusTap?, on unit: NodeUnit?) {
        guard let tap else { return }
        tap.close()
        let notification = tap.notification
        unit?.instance.removeNotify(notification.function, notification.context, keeping: tap)
    }
}

extension AVAudioPCMBuffer {
    /// A buffer with a copy of frames.
    convenience init?(copying list: BufferList, frames: Int, format: AVAudioFormat) {
        self.init(pcmFormat: format, frameCapacity: AVAudioFrameCount(frames))
        frameLength = AVAudioFrameCount(frames)
        let own = BufferList(mutableAudioBufferList)
        for index in 0..<min(own.count, list.count) {
            guard let source = list.buffers[index].mData, let target = own.buffers[index].mData else { continue }
            target.copyMemory(
                from: source, byteCount: Int(min(own.buffers[index].mDataByteSize, list.buffers[index].mDataByteSize)))
        }
    }
}

extension AVAudioNode {
    func addTap(
        _ bus: Int, _ frames: AVAudioFrameCount, _ format: AVAudioFormat?, _ block: @escaping AVAudioNodeTapBlock
    ) {
        var present = outputFormat(forBus: bus)
        if let format {
            require(format.isUsable, "IsFormatSampleRateAndChannelCountValid(format): \(format)")
            // An output that nothing is connected to takes the format.
            if setsOutputFormat, engine?.outputConnectionPoints(for: self, outputBus: bus).isEmpty ?? true,
                (try? setFormat(format, kAudioUnitScope_Output, bus)) != nil
            {
                present = outputFormat(forBus: bus)
            }
            require(
                format.sampleRate == present.sampleRate
                    && (format == present || AVAudioConverter(from: present, to: format) != nil),
                "Failed to create tap due to format mismatch, \(format): \(self), bus \(bus), \(present)")
        }
        let tap = NodeTap(frames, format, block)
        require(taps.add(tap, to: bus), "nullptr == Tap(): \(self), bus \(bus)")
        tap.listen(to: self, bus)
        engine?.tapsDidChange()
    }
}

extension AVAudioFormat {
    /// Whether the format has a rate and channels.
    var isUsable: Bool { sampleRate > 0 && channelCount > 0 }
}

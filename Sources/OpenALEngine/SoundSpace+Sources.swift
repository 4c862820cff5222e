import AudioCore
import COpenALSoft

// Calls about sources that concern more than OpenAL Soft.
extension SoundSpace {
    /// Has sources play. The device is mixed from now on.
    package func play(_ body: (UnsafePointer<SoftFunctions>) -> Void) {
        guard let soft = called else { return }
        currentDevice?.start()
        body(soft)
        watch.wake()
    }

    /// Changes the state of sources.
    package func changeSources(_ body: (UnsafePointer<SoftFunctions>) -> Void) {
        guard let soft = called else { return }
        body(soft)
        watch.wake()
    }

    /// Deletes sources, with what is known of them here.
    package func delete(_ count: Int32, _ sources: UnsafePointer<UInt32>?) {
        guard let soft = calledWith(sources, count) else { return }
        var gone: [UInt32] = []
        if let sources, count > 0 {
            // As OpenAL Soft, it stops at the first name that is no source, and deletes none then.
            while gone.count < count, soft.pointee.alIsSource(sources[gone.count]) != 0 {
                gone.append(sources[gone.count])
            }
        }
        soft.pointee.alDeleteSources(count, sources)
        guard let context = currentContext, gone.count == max(0, count) else { return }
        watch.forget(gone, in: context)
        acoustics.forget(gone, in: context)
    }

    /// A number of a source. A source of one buffer that has been played has processed it, as on Apple's systems.
    package func get(_ property: Int32, of source: UInt32, _ value: UnsafeMutablePointer<Int32>?) {
        guard let soft = called else { return }
        soft.pointee.alGetSourcei(source, property, value)
        guard property == SoftConstant.buffersProcessed, let value, soft.pointee.alIsSource(source) != 0 else { return }
        var (type, state) = (Int32(0), Int32(0))
        soft.pointee.alGetSourcei(source, SoftConstant.sourceType, &type)
        soft.pointee.alGetSourcei(source, SoftConstant.sourceState, &state)
        if type == SoftConstant.staticSource, state == SoftConstant.stopped { value.pointee = 1 }
    }

    /// Takes processed buffers out of a queue. As on Apple's systems, `invalidOperation` stands for more than there are.
    package func unqueue(_ source: UInt32, _ count: Int32, _ buffers: UnsafeMutablePointer<UInt32>?) {
        guard let soft = calledWith(buffers, count) else { return }
        if count > 0, soft.pointee.alIsSource(source) != 0 {
            var processed: Int32 = 0
            soft.pointee.alGetSourcei(source, SoftConstant.buffersProcessed, &processed)
            guard count <= processed else { return fail(SpaceError.invalidOperation) }
        }
        soft.pointee.alSourceUnqueueBuffers(source, count, buffers)
        watch.wake()
    }

    // MARK: Apple's extensions

    /// Lets a buffer play the program's own memory, where OpenAL Soft can; otherwise that is copied.
    package func setStaticData(
        _ buffer: UInt32, _ format: Int32, _ data: UnsafeRawPointer?, _ size: Int32, _ rate: Int32
    ) {
        guard let soft = called else { return }
        if let function = soft.pointee.staticData {
            function(Int32(bitPattern: buffer), format, UnsafeMutableRawPointer(mutating: data), size, rate)
        } else {
            soft.pointee.alBufferData(buffer, format, data, size, rate)
        }
    }

    private func resamplers() -> (usual: Int32, best: Int32)? {
        guard let soft, currentContext != nil else { return nil }
        let usual = soft.pointee.alGetInteger(SoftConstant.defaultResampler)
        return (usual, soft.pointee.alGetInteger(SoftConstant.resamplerCount) - 1)
    }

    /// - Parameter quality: 'rqhi', 'hdph' or 'rdlo'.
    package func setQuality(_ quality: FourCC, of source: UInt32) throws(SpaceError) {
        guard let (usual, best) = resamplers() else { throw .invalidOperation }
        guard let soft, soft.pointee.alIsSource(source) != 0 else { throw .invalidName }
        guard ["rqhi", "hdph", "rdlo"].contains(quality) else { throw .invalidValue }
        soft.pointee.alSourcei(source, SoftConstant.resampler, quality == "rdlo" ? usual : best)
    }

    /// 'rqhi' or 'rdlo'.
    package func quality(of source: UInt32) throws(SpaceError) -> FourCC {
        guard let (usual, _) = resamplers() else { throw .invalidOperation }
        guard let soft, soft.pointee.alIsSource(source) != 0 else { throw .invalidName }
        var now: Int32 = 0
        soft.pointee.alGetSourcei(source, SoftConstant.resampler, &now)
        return now == usual ? "rdlo" : "rqhi"
    }

    /// Adds a callback for a source of the current context.
    package func addNotification(_ request: SourceWatch.Request) throws(SpaceError) {
        guard let context = currentContext else { throw .invalidOperation }
        guard let soft, soft.pointee.alIsSource(request.source) != 0 else { throw .invalidName }
        guard [SourceWatch.state, SourceWatch.processed, SourceWatch.looped].contains(request.notification) else {
            throw .invalidValue
        }
        try watch.add(request, in: context)
    }

    package func removeNotification(_ request: SourceWatch.Request) {
        if let context = currentContext { watch.remove(request, in: context) }
    }
}

/// What mixers do with what a source renders.
struct MixingValues {
    var volume: Float = 1
    var pan: Float = 0
    var algorithm = AVAudio3DMixingRenderingAlgorithm.equalPowerPanning
    var sourceMode = AVAudio3DMixingSourceMode.spatializeIfMono
    var inHead = AVAudio3DMixingPointSourceInHeadMode.mono
    var rate: Float = 1
    var blend: Float = 0
    var obstruction: Float = 0
    var occlusion: Float = 0
    var position = AVAudio3DPoint()
}

/// One of the values.
enum MixingField: Int, CaseIterable {
    case volume, pan, algorithm, sourceMode, inHead, rate, blend, obstruction, occlusion, position
}

/// What has such values: a source, or one of its connections.
protocol MixingStore: AnyObject {
    var values: MixingValues { get }

    /// Changes one value, and has the mixers use it.
    func change(_ field: MixingField, _ body: (inout MixingValues) -> Void)
}

extension MixingStore {
    /// Changes a value to the nearest one in a range. What is not a number changes nothing.
    private func set(
        _ field: MixingField, _ path: WritableKeyPath<MixingValues, Float>, _ range: ClosedRange<Float>, _ value: Float
    ) {
        guard !value.isNaN else { return }
        change(field) { $0[keyPath: path] = min(max(value, range.lowerBound), range.upperBound) }
    }

    var volume: Float {
        get { values.volume }
        set { if newValue.isFinite { change(.volume) { $0.volume = newValue } } }
    }
    var pan: Float {
        get { values.pan }
        set { set(.pan, \.pan, -1...1, newValue) }
    }
    var algorithm: AVAudio3DMixingRenderingAlgorithm {
        get { values.algorithm }
        set { change(.algorithm) { $0.algorithm = newValue } }
    }
    var sourceMode: AVAudio3DMixingSourceMode {
        get { values.sourceMode }
        set { change(.sourceMode) { $0.sourceMode = newValue } }
    }
    var inHead: AVAudio3DMixingPointSourceInHeadMode {
        get { values.inHead }
        set { change(.inHead) { $0.inHead = newValue } }
    }
    var rate: Float {
        get { values.rate }
        set { set(.rate, \.rate, 0.5...2, newValue) }
    }
    var blend: Float {
        get { values.blend }
        set { set(.blend, \.blend, 0...1, newValue) }
    }
    var obstruction: Float {
        get { values.obstruction }
        set { set(.obstruction, \.obstruction, -100...0, newValue) }
    }
    var occlusion: Float {
        get { values.occlusion }
        set { set(.occlusion, \.occlusion, -100...0, newValue) }
    }
    var position: AVAudio3DPoint {
        get { values.position }
        set { if newValue.isFinite { change(.position) { $0.position = newValue } } }
    }
}

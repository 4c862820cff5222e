import AudioDevices

/// What a program reads of the devices in use, by which changes are found.
struct SessionFacts: Equatable {
    var outputVolume: Float
    var inputGain: Float
    var isInputAvailable: Bool
    var inputChannels: Int
    var outputChannels: Int
    var outputs: SessionOutputs

    init(_ state: SessionCenter.State) {
        let (input, wishes) = (state.device(.input), state.presentWishes)
        outputVolume = state.devices.device(.output)?.loudness ?? 1
        inputGain = input?.loudness ?? 0
        isInputAvailable = state.session.hasInput
        inputChannels = SessionWishes.channels(input?.channels ?? 0, wishes.inputChannels)
        outputs = state.devices.outputs
        outputChannels = SessionWishes.channels(state.device(.output)?.channels ?? 0, wishes.outputChannels)
    }

    func news(since before: SessionFacts) -> [SessionNotification] {
        var news: [SessionNotification] = []
        if outputVolume != before.outputVolume { news.append(.outputVolumeChanged(outputVolume)) }
        if isInputAvailable != before.isInputAvailable { news.append(.inputAvailabilityChanged(isInputAvailable)) }
        if inputGain != before.inputGain { news.append(.inputGainChanged(inputGain)) }
        if inputChannels != before.inputChannels || outputChannels != before.outputChannels {
            news.append(.channelsChanged)
        }
        if outputs != before.outputs { news.append(.outputsChanged) }
        return news
    }
}

extension DeviceDescription {
    /// The volume as people see it, 0 where it is muted, and 1 where there is none to set or where a server amplifies the sound.
    var loudness: Float { isMuted == true ? 0 : min(1, volume.max() ?? 1) }
}

/// What a shell offers after `--device` of a tool that plays: the devices of the back end that `--backend` names on the line, or of
/// the one that answers.
public func outputDeviceChoices(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    deviceChoices(recording: false, words, index)
}

/// The same for a tool that records.
public func inputDeviceChoices(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    deviceChoices(recording: true, words, index)
}

private func deviceChoices(recording isInput: Bool, _ words: [String], _ index: Int) -> [String] {
    SoundSystem.choose(Completions.value(of: ["--backend"], at: index, of: words))
    return (try? DeviceList(recording: isInput))?.choices ?? []
}

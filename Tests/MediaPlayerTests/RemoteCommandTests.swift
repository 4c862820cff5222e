import Foundation
import NowPlaying
import Testing

@testable import MediaPlayer

/// Commands and their targets.
@Suite struct RemoteCommandTests {
    private let center = MPRemoteCommandCenter {}

    @Test func allTargetsAreCalledInOrder() {
        final class Log: @unchecked Sendable { var calls: [Int] = [] }
        let (log, command) = (Log(), center.playCommand)
        let first = command.addTarget { event in
            log.calls.append(1)
            #expect(event.command === command && event.timestamp > 0)
            return .success
        }
        command.addTarget { _ in
            log.calls.append(2)
            return .noSuchContent
        }
        #expect(command.deliver(MPRemoteCommandEvent(command)) == [.success, .noSuchContent])
        command.removeTarget(first)
        #expect(command.deliver(MPRemoteCommandEvent(command)) == [.noSuchContent])
        // What was never returned removes nothing.
        command.removeTarget("other")
        command.isEnabled = false
        #expect(command.deliver(MPRemoteCommandEvent(command)) == [])
        command.isEnabled = true
        command.removeTarget(nil)
        #expect(command.deliver(MPRemoteCommandEvent(command)) == [])
        #expect(log.calls == [1, 2, 2])
    }

    @Test func aTargetMayRemoveTargets() {
        let command = center.stopCommand
        command.addTarget { [unowned command] _ in
            command.removeTarget(nil)
            command.addTarget { _ in .commandFailed }
            return .success
        }
        command.addTarget { _ in .deviceNotFound }
        #expect(command.deliver(MPRemoteCommandEvent(command)) == [.success])
        #expect(command.deliver(MPRemoteCommandEvent(command)) == [.commandFailed])
    }

    /// What a target holds may call the command as it ends.
    @Test func aTargetsEndMayCallTheCommand() {
        final class Model: @unchecked Sendable {
            let command: MPRemoteCommand
            init(_ command: MPRemoteCommand) { self.command = command }
            deinit {
                command.isEnabled = false
                command.removeTarget(nil)
            }
        }
        let command = center.playCommand
        func add() {
            let model = Model(command)
            command.addTarget { _ in withExtendedLifetime(model) { .success } }
        }
        add()
        command.addTarget { _ in .success }
        command.removeTarget(nil)
        #expect(command.deliver(MPRemoteCommandEvent(command)) == [])
    }

    /// What a dictionary holds may set another one as it ends.
    @Test func aDictionarysEndMaySetAnother() {
        final class Model: @unchecked Sendable {
            let link: NowPlayingLink
            init(_ link: NowPlayingLink) { self.link = link }
            deinit { link.info = nil }
        }
        let link = NowPlayingLink({ PlayerService(.at("unix:path=/nonexistent"), command: $0) })
        link.info = ["model": Model(link)]
        link.info = [MPMediaItemPropertyTitle: "Ebb"]
        #expect(link.info == nil)
    }

    @Test func commandsBeginAsTheyDoOnAMac() {
        #expect(center.all.count == 20 && center.all.allSatisfy(\.isEnabled))
        #expect(Set(center.all.map(ObjectIdentifier.init)).count == 20)
        #expect(center.skipForwardCommand.preferredIntervals == [10])
        center.skipForwardCommand.preferredIntervals = [15, 30]
        #expect(center.skipForwardCommand.preferredIntervals == [15, 30])
        #expect(center.ratingCommand.minimumRating == 0 && center.ratingCommand.maximumRating == 1)
        center.ratingCommand.maximumRating = 5
        #expect(center.ratingCommand.maximumRating == 5)
        center.likeCommand.localizedTitle = "Like"
        center.likeCommand.localizedShortTitle = "L"
        center.likeCommand.isActive = true
        #expect(center.likeCommand.localizedTitle + center.likeCommand.localizedShortTitle == "LikeL")
        #expect(center.likeCommand.isActive && !center.dislikeCommand.isActive && !center.bookmarkCommand.isActive)
        #expect(MPRemoteCommandCenter.shared() === MPRemoteCommandCenter.shared())
        #expect(MPNowPlayingInfoCenter.default() === MPNowPlayingInfoCenter.default())
        #expect(MPNowPlayingInfoCenter.supportedAnimatedArtworkKeys.isEmpty)
    }

    /// Events that no desktop sends have their values, too.
    @Test func eventsHaveTheirValues() {
        let option = MPNowPlayingInfoLanguageOption(
            type: .audible, languageTag: "de", characteristics: [MPLanguageOptionCharacteristicIsMainProgramContent],
            displayName: "Deutsch", identifier: "1")
        let command = center.enableLanguageOptionCommand
        let event = MPChangeLanguageOptionCommandEvent(command, option, .permanent)
        #expect(event.languageOption === option && event.setting == .permanent)
        #expect(MPSeekCommandEvent(command, type: .endSeeking).type == .endSeeking)
        #expect(MPRatingCommandEvent(command, rating: 0.5).rating == 0.5)
        #expect(MPFeedbackCommandEvent(command, isNegative: true).isNegative)
        #expect(!option.isAutomaticAudibleLanguageOption() && !option.isAutomaticLegibleLanguageOption())
        let group = MPNowPlayingInfoLanguageOptionGroup(
            languageOptions: [option], defaultLanguageOption: option, allowEmptySelection: true)
        #expect(
            group.languageOptions == [option] && group.defaultLanguageOption === option && group.allowEmptySelection)
        #expect(option.languageTag == "de" && option.displayName == "Deutsch" && option.identifier == "1")
        #expect(option.languageOptionType == .audible && option.languageOptionCharacteristics?.count == 1)
    }

    /// What a dictionary may have, and nobody sees.
    @Test func partsAndPicturesThatMoveAreKept() {
        let range = MPAdTimeRange(CMTimeRange(start: .zero, duration: CMTime(value: 30, timescale: 1)))
        let copy = range.copy() as? MPAdTimeRange
        range.timeRange = .zero
        #expect(range.timeRange == .zero && copy?.timeRange.duration.seconds == 30)
        let artwork = MPMediaItemAnimatedArtwork(
            artworkID: "waves", previewImageRequestHandler: { _, _ in Issue.record("nobody asks for it") },
            videoAssetFileURLRequestHandler: { _, _ in Issue.record("nobody asks for it") })
        let link = NowPlayingLink({ PlayerService(.at("unix:path=/nonexistent"), command: $0) })
        link.info = [
            MPNowPlayingInfoPropertyAdTimeRanges: [range], MPNowPlayingInfoProperty1x1AnimatedArtwork: artwork,
        ]
        #expect((link.info?[MPNowPlayingInfoPropertyAdTimeRanges] as? [MPAdTimeRange])?.first === range)
        #expect(link.info?[MPNowPlayingInfoProperty1x1AnimatedArtwork] as? MPMediaItemAnimatedArtwork === artwork)
    }

    @Test func picturesHaveASize() throws {
        var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        png += [0, 0, 1, 0, 0, 0, 0, 200]
        let picture = try #require(MPMediaItemArtwork.Image(data: Data(png)))
        #expect(picture.size == CGSize(width: 256, height: 200) && picture.fileExtension == "png")
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 9, 9, 0xFF, 0xFF, 0xC2, 0, 11, 8, 0, 100, 0, 50, 1]
        #expect(MPMediaItemArtwork.Image(data: Data(jpeg))?.size == CGSize(width: 50, height: 100))
        let artwork = MPMediaItemArtwork(boundsSize: CGSize(width: 9, height: 9)) { size in
            #expect(size == CGSize(width: 3, height: 4))
            return picture
        }
        #expect(artwork.image(at: CGSize(width: 3, height: 4)) === picture && artwork.bounds.width == 9)
        #expect(MPMediaItemArtwork(image: picture).bounds.height == 200 && artwork.imageCropRect == artwork.bounds)
        #expect(MPMediaItemArtwork.Image(contentsOfFile: "/nonexistent") == nil)
        // No prefix of either is more than a picture, or nothing.
        for count in 0..<jpeg.count - 2 { #expect(MPMediaItemArtwork.Image(data: Data(jpeg.prefix(count))) == nil) }
        for count in 0..<24 { #expect(MPMediaItemArtwork.Image(data: Data(png.prefix(count))) == nil) }
    }
}

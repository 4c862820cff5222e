import AVFoundation
import AudioCore
import CoreMedia
import Dispatch
import Foundation
import TestSupport
import Testing

/// Assets of schemes that a program loads itself.
@Suite struct ResourceLoaderTests {
    /// Gives the bytes of a file, in the way that the test asks for.
    final class Delegate: NSObject, AVAssetResourceLoaderDelegate, @unchecked Sendable {
        enum Way {
            case ranges, whole, noInformation, short, refused, failed
            case redirected(String)
            case held
        }

        let content: Data
        let way: Way
        private let noted = LockedValue<(requests: [Range<Int64>], cancelled: Int, wrongQueue: Int)>(([], 0, 0))
        let held = DispatchSemaphore(value: 0)

        init(_ content: [UInt8], _ way: Way) { (self.content, self.way) = (Data(content), way) }

        var requests: [Range<Int64>] { noted.withLock { $0.requests } }
        var cancelled: Int { noted.withLock { $0.cancelled } }

        func resourceLoader(
            _ resourceLoader: AVAssetResourceLoader,
            shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
        ) -> Bool {
            guard let data = loadingRequest.dataRequest, loadingRequest.request.url?.scheme == "cache" else {
                return false
            }
            if let queue = resourceLoader.delegateQueue { dispatchPrecondition(condition: .onQueue(queue)) }
            let start = data.requestedOffset
            noted.withLock { $0.requests.append(start..<start + Int64(data.requestedLength)) }
            switch way {
            case .refused: return false
            case .failed:
                loadingRequest.finishLoading(with: CocoaError(.fileNoSuchFile))
                return true
            case .redirected(let address):
                loadingRequest.redirect = URL(string: address)
                loadingRequest.finishLoading()
                return true
            case .held:
                held.signal()
                return true
            default: break
            }
            if case .noInformation = way {
            } else {
                loadingRequest.contentInformationRequest?.contentType = "public.mpeg-4-audio"
                loadingRequest.contentInformationRequest?.contentLength = Int64(content.count)
                if case .whole = way {
                } else {
                    loadingRequest.contentInformationRequest?.isByteRangeAccessSupported = true
                }
            }
            DispatchQueue.global().async { [content, way] in
                let rest = content.dropFirst(Int(start)).prefix(data.requestedLength)
                for place in stride(from: rest.startIndex, to: rest.endIndex, by: 1000) {
                    data.respond(with: rest[place..<min(place + 1000, rest.endIndex)])
                    if case .short = way { break }
                }
                loadingRequest.finishLoading()
            }
            return true
        }

        func resourceLoader(
            _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
        ) {
            let isCancelled = loadingRequest.isCancelled
            noted.withLock { $0.cancelled += isCancelled ? 1 : 0 }
        }
    }

    private static let fixture = "MPEG4/alac-mono.m4a"
    private static let queue = DispatchQueue(label: "delegate")

    private static func asset(_ delegate: Delegate?) throws -> AVURLAsset {
        let asset = AVURLAsset(url: try #require(URL(string: "cache://sounds/a.m4a")))
        asset.resourceLoader.setDelegate(delegate, queue: queue)
        #expect(asset.resourceLoader.delegate === delegate)
        return asset
    }

    @Test(arguments: [0, 1, 2]) func whatADelegateLoadsEqualsTheFile(way: Int) async throws {
        let delegate = Delegate(try RemoteAssetTests.bytes(Self.fixture), [.ranges, .whole, .noInformation][way])
        let asset = try Self.asset(delegate)
        let local = AssetStage.asset(Self.fixture)
        #expect(try await asset.load(.duration) == local.duration)
        #expect(try await RemoteAssetTests.samples(asset) == RemoteAssetTests.samples(local))
        // Once for what it is, and each block once.
        #expect(delegate.requests.first == 0..<2 && delegate.requests.count == Set(delegate.requests).count)
    }

    @Test func aRedirectIsFollowed() async throws {
        let content = try RemoteAssetTests.bytes(Self.fixture)
        let server = try ScriptedServer { _, request in .part(of: content, request) }
        defer { server.stop() }
        let delegate = Delegate([], .redirected(server.address("a.m4a")))
        #expect(try await Self.asset(delegate).load(.duration) == AssetStage.asset(Self.fixture).duration)
    }

    @Test func whatADelegateDoesNotLoadIsAnError() async throws {
        let content = try RemoteAssetTests.bytes(Self.fixture)
        let refusing = Delegate(content, .refused)
        let refused = try Self.asset(refusing)
        await #expect(throws: AVError(.operationNotSupportedForAsset)) { _ = try await refused.load(.duration) }
        let nobody = try Self.asset(nil)
        await #expect(throws: AVError(.operationNotSupportedForAsset)) { _ = try await nobody.load(.duration) }
        let failing = Delegate(content, .failed)
        let failed = try Self.asset(failing)
        await #expect(throws: CocoaError(.fileNoSuchFile)) { _ = try await failed.load(.duration) }
        let stopping = Delegate(content, .short)
        let short = try Self.asset(stopping)
        await #expect(throws: (any Error).self) { _ = try await short.load(.duration) }
    }

    /// Keeps a request, which stays as the delegate left it.
    final class Keeper: NSObject, AVAssetResourceLoaderDelegate, @unchecked Sendable {
        private let kept = LockedValue<AVAssetResourceLoadingRequest?>(nil)
        var request: AVAssetResourceLoadingRequest? { kept.withLock { $0 } }

        func resourceLoader(
            _ resourceLoader: AVAssetResourceLoader,
            shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
        ) -> Bool {
            kept.withLock { $0 = loadingRequest }
            loadingRequest.response = "a response"
            let information: AVAssetResourceLoadingContentInformationRequest? = loadingRequest.contentInformationRequest
            guard information?.allowedContentTypes == nil else { return false }
            information?.renewalDate = Date(timeIntervalSince1970: 7)
            information?.isEntireLengthAvailableOnDemand = true
            loadingRequest.dataRequest?.respond(with: Data([1, 2, 3]))
            loadingRequest.finishLoading(with: nil)
            loadingRequest.finishLoading(with: CocoaError(.featureUnsupported))
            return true
        }
    }

    @Test func aRequestHasWhatWasSet() async throws {
        let keeper = Keeper()
        let asset = AVURLAsset(url: try #require(URL(string: "cache://a")))
        asset.resourceLoader.setDelegate(keeper, queue: Self.queue)
        asset.resourceLoader.preloadsEligibleContentKeys = true
        #expect(asset.resourceLoader.preloadsEligibleContentKeys && asset.resourceLoader.delegateQueue === Self.queue)
        // Nothing was said of the size, so that all is asked for, and three bytes are no sound.
        await #expect(throws: AVError.self) { _ = try await asset.load(.duration) }
        let request = try #require(keeper.request)
        #expect(request.isFinished && !request.isCancelled && request.response as? String == "a response")
        let asker: AVAssetResourceLoadingRequestor = request.requestor
        let address: AVAssetResourceLoadingRequest.AddressRequest = request.request
        #expect(!(request is AVAssetResourceRenewalRequest))
        #expect(address.httpMethod == "GET" && address.value(forHTTPHeaderField: "Range") == nil)
        #expect(address.allHTTPHeaderFields == nil && !asker.providesExpiredSessionReports)
        let data: AVAssetResourceLoadingDataRequest = try #require(request.dataRequest)
        #expect(data.requestsAllDataToEndOfResource && data.requestedOffset == 0 && data.currentOffset == 3)
        #expect(request.contentInformationRequest == nil)
        asset.resourceLoader.setDelegate(nil, queue: nil)
        #expect(asset.resourceLoader.delegateQueue == nil)
    }

    @Test func aRequestIsCancelled() async throws {
        let delegate = Delegate([], .held)
        let asset = try Self.asset(delegate)
        Foundation.Thread.detachNewThread {
            delegate.held.wait()
            asset.cancelLoading()
        }
        await #expect(throws: AVError(.operationCancelled)) { _ = try await asset.load(.duration) }
        #expect(eventually { delegate.cancelled == 1 })
    }

    @Test func aDelegateIsNotNotifiedOfARequestThatItDoesNotKnow() async throws {
        let delegate = Delegate([], .held)
        let asset = AVURLAsset(url: try #require(URL(string: "cache://sounds/a.m4a")))
        let (queue, gate) = (DispatchQueue(label: "busy delegate"), DispatchSemaphore(value: 0))
        asset.resourceLoader.setDelegate(delegate, queue: queue)
        queue.async { gate.wait() }
        Foundation.Thread.detachNewThread {
            _ = eventually { asset.statusOfValue(forKey: "duration", error: nil) == .loading }
            asset.cancelLoading()
        }
        await #expect(throws: AVError(.operationCancelled)) { _ = try await asset.load(.duration) }
        gate.signal()
        queue.sync {}
        #expect(delegate.requests.isEmpty && delegate.cancelled == 0)
    }

    @Test func anAssetThatNobodyHasGivesItsRequestUp() throws {
        let delegate = Delegate([], .held)
        var asset: AVURLAsset? = try Self.asset(delegate)
        asset?.loadValuesAsynchronously(forKeys: ["duration"]) {}
        delegate.held.wait()
        asset = nil
        #expect(eventually { delegate.cancelled == 1 })
    }

    /// The thread that loads waits for the queue, which must not wait for the thread.
    @Test func aGetterOnTheDelegatesQueueReturnsWhileAThreadLoads() async throws {
        let delegate = Delegate([], .held)
        let asset = try Self.asset(delegate)
        let found = LockedValue<CMTime?>(nil)
        Foundation.Thread.detachNewThread {
            delegate.held.wait()
            let duration = Self.queue.sync { asset.duration }
            found.withLock { $0 = duration }
            asset.cancelLoading()
        }
        await #expect(throws: AVError(.operationCancelled)) { _ = try await asset.load(.duration) }
        #expect(found.withLock { $0 } == .zero)
    }

    /// Asks the asset for a property while it loads it.
    final class Asker: NSObject, AVAssetResourceLoaderDelegate, @unchecked Sendable {
        private let state = LockedValue<(asset: AVURLAsset?, tracks: Int?)>((nil, nil))
        var tracks: Int? { state.withLock { $0.tracks } }

        func ask(_ asset: AVURLAsset?) { state.withLock { $0.asset = asset } }

        func resourceLoader(
            _ resourceLoader: AVAssetResourceLoader,
            shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
        ) -> Bool {
            let tracks = state.withLock { $0.asset }?.tracks.count
            state.withLock { $0.tracks = tracks }
            return false
        }
    }

    @Test(arguments: [true, false]) func aDelegateThatAsksItsAssetGetsNothing(isOnQueue: Bool) throws {
        let asker = Asker()
        let asset = AVURLAsset(url: try #require(URL(string: "cache://sounds/a.m4a")))
        asset.resourceLoader.setDelegate(asker, queue: Self.queue)
        asker.ask(asset)
        #expect((isOnQueue ? Self.queue.sync { asset.duration } : asset.duration) == .zero)
        #expect(asker.tracks == 0)
        asker.ask(nil)
    }

    /// The queue of the delegate would wait for itself: that is an error, and no deadlock.
    @Test func aGetterOnTheDelegatesQueueReturns() throws {
        let delegate = Delegate([], .held)
        let asset = try Self.asset(delegate)
        #expect(Self.queue.sync { asset.duration } == .zero)
        var error: NSError?
        #expect(asset.statusOfValue(forKey: "duration", error: &error) == .failed)
        #expect(error?.code == AVError.Code.operationNotAllowed.rawValue)
    }
}

import AudioCore

/// The bytes of a file on a server, for containers to read. Reads block on the network.
package final class RemoteBytes: ByteSource {
    private let file: RemoteFile
    private let cancellation: Cancellation

    /// - Parameter cancellation: makes reads throw soon.
    package init(_ file: RemoteFile, _ cancellation: Cancellation) {
        (self.file, self.cancellation) = (file, cancellation)
    }

    package func size() throws(AudioError) -> Int64 { file.size }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
        guard position >= 0 else { throw .position }
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count: Int
            do throws(HTTPSource.Failure) {
                count = try file.read(into: rest, at: position + Int64(done), cancellation)
            } catch {
                throw .inputOutput.because(error.reason)
            }
            guard count > 0 else { break }
            done += count
        }
        return done
    }
}

/// The bytes of a file that is being received. A read waits for the bytes that it needs.
package final class DownloadBytes: ByteSource {
    private let download: WholeDownload
    private let cancellation: Cancellation

    /// - Parameter cancellation: makes reads throw soon.
    package init(_ download: WholeDownload, _ cancellation: Cancellation) {
        (self.download, self.cancellation) = (download, cancellation)
        cancellation.notify { [weak download] in download?.wake() }
    }

    package func size() throws(AudioError) -> Int64 {
        do throws(HTTPSource.Failure) { return try download.size(cancellation) } catch {
            throw .inputOutput.because(error.reason)
        }
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
        guard position >= 0 else { throw .position }
        do throws(HTTPSource.Failure) { return try download.read(into: buffer, at: position, cancellation) } catch {
            throw .inputOutput.because(error.reason)
        }
    }
}

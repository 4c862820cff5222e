import CoreMedia

/// The identifiers of a movie's tracks: no two tracks have the same one.
struct TrackIdentifiers {
    let sounds: [CMPersistentTrackID]
    let pictures: [CMPersistentTrackID]
    /// Whether the tracks of sound have the numbers that the file gives them.
    let keepsSounds: Bool

    /// Keeps the numbers of a file where they can be kept.
    ///
    /// Tracks of sound count from 1 where one of them has no number, one that is too large, or that of another one. A track of pictures
    /// with such a number gets the first one that is free.
    ///
    /// - Parameters:
    ///   - sounds: the numbers of the tracks of sound.
    ///   - pictures: the numbers of the tracks of pictures.
    init(sounds: [UInt32], pictures: [UInt32]) {
        let known = sounds.compactMap(Self.identifier)
        keepsSounds = known.count == sounds.count && Set(known).count == known.count
        self.sounds = keepsSounds ? known : sounds.indices.map { CMPersistentTrackID($0) + 1 }
        var used = Set(self.sounds)
        // The tracks that keep their numbers come first, so that no other track gets one of these.
        let kept = pictures.map { number in
            Self.identifier(number).flatMap { used.insert($0).inserted ? $0 : nil }
        }
        var next: CMPersistentTrackID = 1
        self.pictures = kept.map { identifier in
            if let identifier { return identifier }
            // A file has fewer tracks than there are numbers.
            while !used.insert(next).inserted { next += 1 }
            return next
        }
    }

    private static func identifier(_ number: UInt32) -> CMPersistentTrackID? {
        CMPersistentTrackID(exactly: number).flatMap { $0 > 0 ? $0 : nil }
    }
}

import AudioContainers
import AudioCore
import AudioFiles
import CAudioToolbox
import CoreAudioTypes
import Foundation

/// Markers and regions between the engine and the C structs, whose names are `CFString` references.
///
/// A region's markers follow it at once, so regions have no constant size; `NextAudioFileRegion` steps over them.
enum MarkerTransfer {
    private static let markerSize = MemoryLayout<AudioFileMarker>.stride
    private static let listHead = 8
    private static let regionHead = 24

    static func write(_ markers: [Marker], smpteTimeType: UInt32, to data: UnsafeMutableRawPointer) {
        data.storeBytes(of: smpteTimeType, as: UInt32.self)
        data.storeBytes(of: UInt32(markers.count), toByteOffset: 4, as: UInt32.self)
        for (index, marker) in markers.enumerated() { write(marker, to: data + listHead + index * markerSize) }
    }

    static func write(_ regions: [Region], smpteTimeType: UInt32, to data: UnsafeMutableRawPointer) {
        data.storeBytes(of: smpteTimeType, as: UInt32.self)
        data.storeBytes(of: UInt32(regions.count), toByteOffset: 4, as: UInt32.self)
        var place = data + listHead
        for region in regions {
            place.storeBytes(of: region.id, as: UInt32.self)
            place.storeBytes(of: retained(region.name), toByteOffset: 8, as: UnsafeRawPointer.self)
            place.storeBytes(of: region.flags, toByteOffset: 16, as: UInt32.self)
            place.storeBytes(of: UInt32(region.markers.count), toByteOffset: 20, as: UInt32.self)
            for (index, marker) in region.markers.enumerated() {
                write(marker, to: place + regionHead + index * markerSize)
            }
            place += PropertyValue.size(of: region)
        }
    }

    static func readMarkers(_ data: UnsafeRawPointer, size: UInt32) throws(AudioError) -> PropertyInput {
        let bytes = UnsafeRawBufferPointer(start: data, count: Int(size))
        guard bytes.count >= listHead else { throw .badPropertySize }
        let count = Int(bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        let markers = try markers(bytes, at: listHead, count: count)
        return .markers(markers, smpteTimeType: bytes.loadUnaligned(as: UInt32.self))
    }

    static func readRegions(_ data: UnsafeRawPointer, size: UInt32) throws(AudioError) -> PropertyInput {
        let bytes = UnsafeRawBufferPointer(start: data, count: Int(size))
        guard bytes.count >= listHead else { throw .badPropertySize }
        var regions: [Region] = []
        var offset = listHead
        for _ in 0..<bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self) {
            guard offset + regionHead <= bytes.count else { throw .badPropertySize }
            let count = Int(bytes.loadUnaligned(fromByteOffset: offset + 20, as: UInt32.self))
            let region = Region(
                id: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self),
                name: try text(bytes.loadUnaligned(fromByteOffset: offset + 8, as: UnsafeRawPointer?.self)),
                flags: bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt32.self),
                markers: try markers(bytes, at: offset + regionHead, count: count))
            regions.append(region)
            offset += PropertyValue.size(of: region)
        }
        return .regions(regions, smpteTimeType: bytes.loadUnaligned(as: UInt32.self))
    }

    private static func markers(_ bytes: UnsafeRawBufferPointer, at offset: Int, count: Int) throws(AudioError)
        -> [Marker]
    {
        guard count <= (bytes.count - offset) / markerSize else { throw .badPropertySize }
        var markers: [Marker] = []
        for index in 0..<count {
            let place = offset + index * markerSize
            var marker = Marker(framePosition: bytes.loadUnaligned(fromByteOffset: place, as: Double.self))
            marker.name = try text(bytes.loadUnaligned(fromByteOffset: place + 8, as: UnsafeRawPointer?.self))
            marker.id = bytes.loadUnaligned(fromByteOffset: place + 16, as: Int32.self)
            marker.smpteTime.hours = bytes.loadUnaligned(fromByteOffset: place + 20, as: Int8.self)
            marker.smpteTime.minutes = bytes[place + 21]
            marker.smpteTime.seconds = bytes[place + 22]
            marker.smpteTime.frames = bytes[place + 23]
            marker.smpteTime.subFrameSampleOffset = bytes.loadUnaligned(fromByteOffset: place + 24, as: UInt32.self)
            marker.type = bytes.loadUnaligned(fromByteOffset: place + 28, as: UInt32.self)
            marker.channel = bytes.loadUnaligned(fromByteOffset: place + 34, as: UInt16.self)
            markers.append(marker)
        }
        return markers
    }

    private static func write(_ marker: Marker, to place: UnsafeMutableRawPointer) {
        place.initializeMemory(as: UInt8.self, repeating: 0, count: markerSize)
        place.storeBytes(of: marker.framePosition, as: Double.self)
        place.storeBytes(of: retained(marker.name), toByteOffset: 8, as: UnsafeRawPointer.self)
        place.storeBytes(of: marker.id, toByteOffset: 16, as: Int32.self)
        place.storeBytes(of: marker.smpteTime.hours, toByteOffset: 20, as: Int8.self)
        place.storeBytes(of: marker.smpteTime.minutes, toByteOffset: 21, as: UInt8.self)
        place.storeBytes(of: marker.smpteTime.seconds, toByteOffset: 22, as: UInt8.self)
        place.storeBytes(of: marker.smpteTime.frames, toByteOffset: 23, as: UInt8.self)
        place.storeBytes(of: marker.smpteTime.subFrameSampleOffset, toByteOffset: 24, as: UInt32.self)
        place.storeBytes(of: marker.type, toByteOffset: 28, as: UInt32.self)
        place.storeBytes(of: marker.channel, toByteOffset: 34, as: UInt16.self)
    }

    private static func retained(_ text: String) -> UnsafeRawPointer {
        UnsafeRawPointer(Unmanaged.passRetained(text.coreFoundation).toOpaque())
    }

    private static func text(_ reference: UnsafeRawPointer?) throws(AudioError) -> String {
        guard let reference else { return "" }
        guard let text = Unmanaged<AnyObject>.fromOpaque(reference).takeUnretainedValue() as? NSString else {
            throw .parameter.because("a name is no string")
        }
        return String(describing: text)
    }
}

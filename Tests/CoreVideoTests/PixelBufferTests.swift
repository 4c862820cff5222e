import CoreVideo
import Foundation
import Testing

@Suite struct PixelBufferTests {
    private func buffer(
        _ width: Int, _ height: Int, _ format: OSType, _ attributes: CFDictionary? = nil
    ) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        #expect(CVPixelBufferCreate(nil, width, height, format, attributes, &made) == kCVReturnSuccess)
        return try #require(made)
    }

    @Test func buffersHaveRows() throws {
        let buffer = try buffer(101, 7, kCVPixelFormatType_32BGRA)
        #expect(CVPixelBufferGetWidth(buffer) == 101 && CVPixelBufferGetHeight(buffer) == 7)
        #expect(CVPixelBufferGetBytesPerRow(buffer) == 448 && CVPixelBufferGetDataSize(buffer) == 7 * 448)
        #expect(CVPixelBufferGetPixelFormatType(buffer) == 0x4247_5241 && !CVPixelBufferIsPlanar(buffer))
        #expect(CVPixelBufferGetPlaneCount(buffer) == 0 && CVPixelBufferGetBaseAddressOfPlane(buffer, 0) == nil)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnError)
        #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
        let memory = try #require(CVPixelBufferGetBaseAddress(buffer))
        let isZero = (0..<7 * 448).allSatisfy { memory.load(fromByteOffset: $0, as: UInt8.self) == 0 }
        #expect(isZero && Int(bitPattern: memory) % 64 == 0)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
        #expect(CVImageBufferGetEncodedSize(buffer) == CGSize(width: 101, height: 7))
        let attributes = CVPixelBufferCopyCreationAttributes(buffer)
        #expect((attributes.object(forKey: kCVPixelBufferWidthKey) as? NSNumber)?.intValue == 101)
        let packed = try self.buffer(
            3, 2, kCVPixelFormatType_24RGB, [kCVPixelBufferBytesPerRowAlignmentKey: NSNumber(value: 1)])
        #expect(CVPixelBufferGetBytesPerRow(packed) == 9)
        #expect(CVPixelBufferGetBytesPerRow(try self.buffer(7, 1, kCVPixelFormatType_422YpCbCr10)) == 128)
    }

    @Test func buffersHavePlanes() throws {
        let buffer = try buffer(5, 3, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        #expect(CVPixelBufferIsPlanar(buffer) && CVPixelBufferGetPlaneCount(buffer) == 2)
        #expect((0...2).map { CVPixelBufferGetWidthOfPlane(buffer, $0) } == [5, 3, 0])
        #expect((0...2).map { CVPixelBufferGetHeightOfPlane(buffer, $0) } == [3, 2, 0])
        #expect((0...1).map { CVPixelBufferGetBytesPerRowOfPlane(buffer, $0) } == [64, 64])
        let (first, second) = (
            try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0)),
            try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 1))
        )
        #expect(second - first == 192 && CVPixelBufferGetDataSize(buffer) == 320)
    }

    @Test func badSizesAreRefused() {
        var made: CVPixelBuffer?
        func create(_ width: Int, _ height: Int, _ format: OSType, _ attributes: CFDictionary? = nil) -> CVReturn {
            CVPixelBufferCreate(nil, width, height, format, attributes, &made)
        }
        #expect(create(0, 1, kCVPixelFormatType_32BGRA) == kCVReturnInvalidSize)
        #expect(create(1, .max, kCVPixelFormatType_32BGRA) == kCVReturnInvalidSize)
        #expect(create(1, 1, 0x1234) == kCVReturnInvalidPixelFormat && made == nil)
        let uneven: CFDictionary = [kCVPixelBufferBytesPerRowAlignmentKey: NSNumber(value: 3)]
        #expect(create(1, 1, kCVPixelFormatType_32BGRA, uneven) == kCVReturnInvalidPixelBufferAttributes)
    }

    @Test func memoryOfProgramsIsGivenBack() throws {
        var calls = 0
        try withUnsafeMutablePointer(to: &calls) { calls in
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8)
            var made: CVPixelBuffer?
            let release: CVPixelBufferReleaseBytesCallback = { count, memory in
                UnsafeMutableRawPointer(mutating: memory)?.deallocate()
                count?.assumingMemoryBound(to: Int.self).pointee += 1
            }
            #expect(
                CVPixelBufferCreateWithBytes(
                    nil, 4, 4, kCVPixelFormatType_32BGRA, memory, 15, release, calls, nil, &made)
                    == kCVReturnInvalidArgument)
            #expect(calls.pointee == 0)
            CVPixelBufferCreateWithBytes(nil, 4, 4, kCVPixelFormatType_32BGRA, memory, 16, release, calls, nil, &made)
            let buffer = try #require(made)
            #expect(CVPixelBufferGetBaseAddress(buffer) == memory && CVPixelBufferGetBytesPerRow(buffer) == 16)
            withExtendedLifetime(buffer) {}
        }
        #expect(calls == 1)
    }

    @Test func planesOfProgramsAreGivenBack() throws {
        var calls = 0
        try withUnsafeMutablePointer(to: &calls) { calls in
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 24, alignment: 8)
            var planes: [UnsafeMutableRawPointer?] = [memory, memory + 16]
            var (widths, heights, rows) = ([4, 2], [4, 2], [4, 4])
            var made: CVPixelBuffer?
            let release: CVPixelBufferReleasePlanarBytesCallback = { count, memory, size, planes, _ in
                UnsafeMutableRawPointer(mutating: memory)?.deallocate()
                count?.assumingMemoryBound(to: Int.self).pointee += size * planes
            }
            #expect(
                CVPixelBufferCreateWithPlanarBytes(
                    nil, 4, 4, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, memory, 24, 2, &planes, &widths,
                    &heights, &rows, release, calls, nil, &made) == kCVReturnSuccess)
            let buffer = try #require(made)
            #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 1) == memory + 16)
            withExtendedLifetime(buffer) {}
        }
        #expect(calls == 48)
    }

    @Test func attachmentsPropagate() throws {
        let (one, other) = (
            try buffer(2, 2, kCVPixelFormatType_OneComponent8), try buffer(2, 2, kCVPixelFormatType_OneComponent8)
        )
        CVBufferSetAttachment(one, "kept", NSNumber(value: 1), .shouldNotPropagate)
        CVBufferSetAttachments(one, ["passed": NSNumber(value: 2)], .shouldPropagate)
        CVBufferPropagateAttachments(one, other)
        #expect(!CVBufferHasAttachment(other, "kept") && CVBufferHasAttachment(other, "passed"))
        var mode = CVAttachmentMode.shouldNotPropagate
        #expect(CVBufferCopyAttachment(other, "passed", &mode) as? NSNumber == 2 && mode == .shouldPropagate)
        #expect(CVBufferGetAttachment(one, "kept", nil)?.takeUnretainedValue() as? NSNumber == 1)
        CVBufferRemoveAttachment(one, "kept")
        #expect(CVBufferCopyAttachments(one, .shouldNotPropagate) == nil)
        CVBufferRemoveAllAttachments(one)
        #expect(CVBufferCopyAttachments(one, .shouldPropagate) == nil && one != other)
    }

    /// Memory of a pool is used again.
    @Test func poolsKeepMemory() throws {
        var made: CVPixelBufferPool?
        let attributes: CFDictionary = [
            kCVPixelBufferWidthKey: NSNumber(value: 8), kCVPixelBufferHeightKey: NSNumber(value: 8),
            kCVPixelBufferPixelFormatTypeKey: NSNumber(value: kCVPixelFormatType_32BGRA),
        ]
        #expect(CVPixelBufferPoolCreate(nil, nil, nil, &made) == kCVReturnInvalidPixelBufferAttributes)
        let forever: CFDictionary = [kCVPixelBufferPoolMaximumBufferAgeKey: NSNumber(value: 0)]
        #expect(CVPixelBufferPoolCreate(nil, forever, attributes, &made) == kCVReturnSuccess)
        let pool = try #require(made)
        var (one, other): (CVPixelBuffer?, CVPixelBuffer?) = (nil, nil)
        let limit: CFDictionary = [kCVPixelBufferPoolAllocationThresholdKey: NSNumber(value: 1)]
        func create(_ buffer: inout CVPixelBuffer?) -> CVReturn {
            CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &buffer)
        }
        #expect(create(&one) == kCVReturnSuccess)
        #expect(create(&other) == kCVReturnWouldExceedAllocationThreshold && other == nil)
        let memory = one.flatMap { CVPixelBufferGetBaseAddress($0) }
        memory?.storeBytes(of: 7, as: UInt8.self)
        one = nil
        #expect(create(&other) == kCVReturnSuccess)
        #expect(other.flatMap { CVPixelBufferGetBaseAddress($0) } == memory)
        other = nil
        CVPixelBufferPoolFlush(pool, .excessBuffers)
        #expect(create(&one) == kCVReturnSuccess)
        #expect(one.flatMap { CVPixelBufferGetBaseAddress($0) }?.load(as: UInt8.self) == 0)
        #expect(CVPixelBufferPoolGetTypeID() != CVPixelBufferGetTypeID())
    }
}

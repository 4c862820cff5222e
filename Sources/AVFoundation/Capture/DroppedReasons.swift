import CoreMedia

var kCMSampleBufferDroppedFrameReason_FrameWasLate: CFString { "FrameWasLate" }
var kCMSampleBufferDroppedFrameReason_OutOfBuffers: CFString { "OutOfBuffers" }
var kCMSampleBufferDroppedFrameReason_Discontinuity: CFString { "Discontinuity" }

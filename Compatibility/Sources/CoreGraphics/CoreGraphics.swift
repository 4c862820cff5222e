// What Foundation has of Core Graphics: CGFloat with its functions, CGPoint, CGSize, CGRect, CGRectEdge. Drawing is not there.
@_exported public import Foundation

import CoreGraphics
import Testing

@Test func geometryIsThere() {
    let rectangle = CGRect(origin: CGPoint(x: 1, y: 2), size: CGSize(width: 3, height: 4))
    #expect(rectangle.maxX == CGFloat(4))
    #expect(rectangle.insetBy(dx: 1, dy: 1) == CGRect(x: 2, y: 3, width: 1, height: 2))
    #expect(rectangle.divided(atDistance: 1, from: CGRectEdge.minXEdge).slice.width == 1)
    #expect(sqrt(CGFloat(4)) == 2)
}

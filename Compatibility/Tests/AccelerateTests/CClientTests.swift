import AccelerateCClient
import Testing

@Suite struct CClientTests {
    @Test func cAndCPlusPlusIncludeTheSameHeaders() {
        #expect(sumOfFourInC() == 10)
        #expect(sumOfFourInCPlusPlus() == 10)
    }
}

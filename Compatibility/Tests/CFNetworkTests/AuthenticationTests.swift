import Foundation
import Testing

@testable import CFNetwork

@Suite struct AuthenticationTests {
    static func response(_ code: Int, _ fields: (String, String)...) -> CFHTTPMessage {
        let response = CFHTTPMessageCreateResponse(nil, code, nil, kCFHTTPVersion1_1).takeRetainedValue()
        for (name, value) in fields { CFHTTPMessageSetHeaderFieldValue(response, name as CFString, value as CFString) }
        return response
    }

    static func request(_ url: String = "http://www.example.org/dir/index.html") -> CFHTTPMessage {
        CFHTTPMessageCreateRequest(nil, "GET" as CFString, URL(string: url)! as CFURL, kCFHTTPVersion1_1)
            .takeRetainedValue()
    }

    /// The digests of RFC 1321 and FIPS 180.
    @Test func makesDigests() {
        #expect(Digest.md5("") == "d41d8cd98f00b204e9800998ecf8427e")
        #expect(Digest.md5("abc") == "900150983cd24fb0d6963f7d28e17f72")
        let long = String(repeating: "1234567890", count: 8)
        #expect(Digest.md5(long) == "57edf4a22be3c955ac49da2e2107b67a")
        #expect(Digest.sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            Digest.sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        #expect(Digest.sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    /// The answers of RFC 2069, 2617 and 7616.
    @Test func answersAsTheStandardsSay() throws {
        func answer(_ field: String, _ use: UInt32, _ nonce: String, _ user: String, _ password: String, _ url: String)
            throws -> [String: String]
        {
            let challenge = try #require(Challenge.all(in: field).first)
            let request = HTTPMessage(.request(method: "GET", url: URL(string: url)!, version: "HTTP/1.1"))
            return Challenge.all(in: challenge.digest(request, user, password, use: use, nonce: nonce))[0].parameters
        }
        let old = try answer(
            #"Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41""#,
            1, "0a4f113b", "Mufasa", "Circle Of Life", "http://www.nowhere.org/dir/index.html")
        #expect(old["response"] == "6629fae49393a05397450978507c4ef1")
        #expect(
            old["nc"] == "00000001" && old["qop"] == "auth" && old["uri"] == "/dir/index.html"
                && old["opaque"] == "5ccc069c403ebaf9f0171e9517f40e41")
        let new = try answer(
            #"Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS""#,
            1, "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", "Mufasa", "Circle of Life",
            "http://www.example.org/dir/index.html")
        #expect(new["response"] == "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1")
    }

    @Test func readsChallenges() {
        let all = Challenge.all(
            in: #"Negotiate, Basic realm="a \"b\", c" , Digest nonce=x , qop = "auth-int", NTLM abc=="#)
        #expect(all.map(\.scheme) == ["Negotiate", "Basic", "Digest", "NTLM"])
        #expect(all[1].parameters == ["realm": #"a "b", c"#])
        #expect(all[2].parameters == ["nonce": "x", "qop": "auth-int"] && all[2].quality == "auth-int")
        #expect(Challenge.all(in: "").isEmpty && Challenge.all(in: #"",=,,=""#).isEmpty)
    }

    @Test func answersBasic() throws {
        let auth = CFHTTPAuthenticationCreateFromResponse(
            nil, Self.response(401, ("WWW-Authenticate", #"NTLM, Basic realm="here""#))
        ).takeRetainedValue()
        var error = CFStreamError()
        #expect(CFHTTPAuthenticationIsValid(auth, &error) && CFHTTPAuthenticationRequiresUserNameAndPassword(auth))
        #expect(!CFHTTPAuthenticationRequiresAccountDomain(auth) && !CFHTTPAuthenticationRequiresOrderedRequests(auth))
        #expect(CFHTTPAuthenticationCopyMethod(auth).takeRetainedValue() == kCFHTTPAuthenticationSchemeBasic)
        #expect(CFHTTPAuthenticationCopyRealm(auth).takeRetainedValue() as String == "here")
        #expect(CFGetTypeID(auth) == CFHTTPAuthenticationGetTypeID())
        let request = Self.request()
        #expect(CFHTTPAuthenticationAppliesToRequest(auth, request))
        #expect(
            !CFHTTPMessageApplyCredentials(request, auth, "a:b" as CFString, "c" as CFString, &error)
                && error.error == -1001)
        #expect(!CFHTTPMessageApplyCredentials(request, auth, "a" as CFString, nil, &error) && error.error == -1002)
        #expect(error.domain == CFIndex(kCFStreamErrorDomainHTTP))
        let credentials = NSDictionary(
            objects: ["me" as CFString, "secret" as CFString],
            forKeys: [kCFHTTPAuthenticationUsername, kCFHTTPAuthenticationPassword])
        #expect(CFHTTPMessageApplyCredentialDictionary(request, auth, credentials, nil))
        #expect(MessageTests.field(request, "Authorization") == "Basic bWU6c2VjcmV0")
    }

    @Test func answersProxiesAndRefusesTheRest() {
        let request = Self.request()
        let proxy = Self.response(
            407, ("Proxy-Authenticate", #"Basic realm="p", Digest realm="p", nonce="n", qop="auth""#))
        #expect(CFHTTPMessageAddAuthentication(request, proxy, "me" as CFString, "secret" as CFString, nil, true))
        #expect(MessageTests.field(request, "Proxy-Authorization")?.hasPrefix("Digest username=\"me\"") == true)
        #expect(!CFHTTPMessageAddAuthentication(request, proxy, "me" as CFString, "x" as CFString, nil, false))
        #expect(
            CFHTTPMessageAddAuthentication(
                request, proxy, "me" as CFString, "secret" as CFString, kCFHTTPAuthenticationSchemeBasic, true))
        #expect(MessageTests.field(request, "Proxy-Authorization") == "Basic bWU6c2VjcmV0")
        #expect(CFHTTPMessageAddAuthentication(request, nil, "me" as CFString, "secret" as CFString, nil, false))
        #expect(
            !CFHTTPMessageAddAuthentication(
                request, nil, "me" as CFString, "x" as CFString, kCFHTTPAuthenticationSchemeDigest, false))

        for unsupported in [
            Self.response(401, ("WWW-Authenticate", "NTLM")), Self.response(401),
            Self.response(200, ("WWW-Authenticate", "Basic")),
            Self.response(401, ("WWW-Authenticate", #"Digest realm="a", nonce="b", algorithm=SHA-512-256"#)),
            Self.response(401, ("WWW-Authenticate", #"Digest realm="a""#)),
        ] {
            let auth = CFHTTPAuthenticationCreateFromResponse(nil, unsupported).takeRetainedValue()
            var error = CFStreamError()
            #expect(!CFHTTPAuthenticationIsValid(auth, &error) && error.error == -1000)
            #expect(!CFHTTPMessageApplyCredentials(request, auth, "me" as CFString, "x" as CFString, nil))
            #expect(CFHTTPAuthenticationCopyDomains(auth).takeRetainedValue().count == 0)
        }
    }

    /// A response that asks for nothing, and a scheme that is not supported, have no answer: a password is not sent in their place.
    @Test func sendsNoPasswordUnasked() {
        let request = Self.request()
        let basic = Self.response(401, ("WWW-Authenticate", "Basic"))
        for (failure, scheme) in [
            (Self.response(200), nil), (Self.response(403, ("WWW-Authenticate", "Basic")), nil),
            (Self.response(401, ("WWW-Authenticate", "NTLM")), nil), (basic, kCFHTTPAuthenticationSchemeNTLM),
            (basic, "Unknown" as CFString), (nil, kCFHTTPAuthenticationSchemeNegotiate),
        ] as [(CFHTTPMessage?, CFString?)] {
            #expect(
                !CFHTTPMessageAddAuthentication(request, failure, "me" as CFString, "x" as CFString, scheme, false))
        }
        #expect(MessageTests.field(request, "Authorization") == nil)
    }

    /// The place that a server guards begins with the whole of the path that it names.
    @Test(arguments: [
        (#"Basic realm="r""#, "HTTP://EXAMPLE.org:80/guarded/other", true),
        (#"Basic realm="r""#, "http://example.org/guardedly", false),
        (#"Basic realm="r""#, "http://example.org/guarded", false),
        (#"Basic realm="r""#, "http://example.org:81/guarded/other", false),
        (#"Basic realm="r""#, "https://example.org/guarded/other", false),
        (#"Digest realm="r", nonce="n", domain="/guarded/""#, "http://example.org/guardedly", false),
        (#"Digest realm="r", nonce="n", domain="/guarded/""#, "http://example.org/guarded/a%20b", true),
        (#"Digest realm="r", nonce="n", domain="/a%2Fb""#, "http://example.org/a/b", false),
        (#"Digest realm="r", nonce="n""#, "http://example.org", true),
    ])
    func knowsWhatIsGuarded(challenge: String, url: String, applies: Bool) throws {
        let response = HTTPMessage(code: 401, reason: nil, version: "HTTP/1.1")
        response.set(challenge, of: "WWW-Authenticate")
        response.origin = URL(string: "http://example.org/guarded/page")
        let request = HTTPMessage(.request(method: "GET", url: try #require(URL(string: url)), version: "HTTP/1.1"))
        #expect(HTTPAuthentication(response).applies(to: request) == applies)
    }

    @Test func knowsTheEnvironmentsProxies() {
        let settings = proxySettings([
            "http_proxy": "http://proxy.example.org:3128", "HTTPS_PROXY": "10.0.0.1", "no_proxy": "a, b",
        ])
        #expect(settings.object(forKey: kCFNetworkProxiesHTTPProxy) as? String == "proxy.example.org")
        #expect(settings.object(forKey: kCFStreamPropertyHTTPProxyPort) as? Int == 3128)
        #expect(settings.object(forKey: kCFNetworkProxiesHTTPSProxy) as? String == "10.0.0.1")
        #expect(settings.object(forKey: kCFNetworkProxiesExceptionsList) as? [String] == ["a", "b"])
        #expect(proxySettings(["HTTP_PROXY": "http://evil"]).count == 0)
        #expect(
            CFNetworkCopySystemProxySettings()?.takeRetainedValue()
                == proxySettings(ProcessInfo.processInfo.environment))
    }
}

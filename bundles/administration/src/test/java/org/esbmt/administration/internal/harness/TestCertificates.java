package org.esbmt.administration.internal.harness;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import org.esbmt.administration.api.command.Content;

/** Certificates whose private keys nobody has. They are valid until the year 2126. */
public final class TestCertificates {
    /** A key on P-256. */
    public static final String LAPTOP = """
        -----BEGIN CERTIFICATE-----
        MIIBhDCCASugAwIBAgIUF/YmbnT8GgYfbFDgphPkOHWFTlowCgYIKoZIzj0EAwIw
        FzEVMBMGA1UEAwwMYm9zcyBvZiBhY21lMCAXDTI2MTEyNTE5NTkyMloYDzIxMjYx
        MTAxMTk1OTIyWjAXMRUwEwYDVQQDDAxib3NzIG9mIGFjbWUwWTATBgcqhkjOPQIB
        BggqhkjOPQMBBwNCAAQTPiJeFXLBue1Hh45Xm0vtL8KESgZRJ7rAOXJr+M6tMZ+V
        O2r8toSKiiYle8YgG4or3ppfY7qOqs4I/ez1kv3lo1MwUTAdBgNVHQ4EFgQUOGcc
        +BEQTVktGrQxsXDAgb9QzqEwHwYDVR0jBBgwFoAUOGcc+BEQTVktGrQxsXDAgb9Q
        zqEwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBf7DqE4JnVsq7x
        +M4XPwyyg2ltF0eAVWBec2frvTkk/AIgJbNC8Ly7JsqNtiwAITQ2PzBRE79AGP+U
        QVwuy5UI4YI=
        -----END CERTIFICATE-----
        """;

    /** Another key on P-256. */
    public static final String ANOTHER = """
        -----BEGIN CERTIFICATE-----
        MIIBhzCCAS2gAwIBAgIUYx1JjQxYfbpNI9+mGgJ0aXfFoCkwCgYIKoZIzj0EAwIw
        GDEWMBQGA1UEAwwNc29tZWJvZHkgZWxzZTAgFw0yNjExMjUxOTU5MjJaGA8yMTI2
        MTEwMTE5NTkyMlowGDEWMBQGA1UEAwwNc29tZWJvZHkgZWxzZTBZMBMGByqGSM49
        AgEGCCqGSM49AwEHA0IABPbElVwE+XIt5U4IEV0yUXvBF5r9kmqHXyuEcjCwPMLk
        NCobq4hAu96hvRJjHEiLsc3Nl8TTW4FqfjJi/ESyu4qjUzBRMB0GA1UdDgQWBBTK
        Qevlcs0n2Ksbd+lg05OwMfGdljAfBgNVHSMEGDAWgBTKQevlcs0n2Ksbd+lg05Ow
        MfGdljAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQDtK65TDL4v
        OG5XzgHwfDh243cWVk1+DHeYVd/kDPWwvQIgaCiejl5JXdzDVA+neYsuqwSA8ntY
        dw06OcBrXbXDhNw=
        -----END CERTIFICATE-----
        """;

    /** An RSA key of 1024 bits. */
    public static final String WEAK = """
        -----BEGIN CERTIFICATE-----
        MIIB/DCCAWWgAwIBAgIUfLta2c7oOMzZTMUt86b7tkLhlNQwDQYJKoZIhvcNAQEL
        BQAwDzENMAsGA1UEAwwEd2VhazAgFw0yNjExMjUxOTU5MjJaGA8yMTI2MTEwMTE5
        NTkyMlowDzENMAsGA1UEAwwEd2VhazCBnzANBgkqhkiG9w0BAQEFAAOBjQAwgYkC
        gYEAzwFDi9Inu8gQfM0pwEFMMRTFExAMrQuy+wQUtkaovspQHGZ/C3F7CjwRuAmh
        sBSmHXY1/wxR73SDOGuUBxqmXvuSve9a7ZNxTl0e4/DIAerREvvbw5v6tTpF3vAU
        j1eXFO9X1ZKgWIYn5TNmoJOXGdgGC19dplfxbxN0QX4kvF0CAwEAAaNTMFEwHQYD
        VR0OBBYEFLwPj+Y8m0peQDubvYIUlipo+JayMB8GA1UdIwQYMBaAFLwPj+Y8m0pe
        QDubvYIUlipo+JayMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADgYEA
        Z36M1RFi3xhkTzNGniYEDFVA7CLyVQ5puDpQ+7xbfVRTpoEHHG4H74yhY1XA3dxs
        d0ayQZH3pGc5IFx2BJ+TKk2GmlJGhQX3h/CxBIk/2pQOXA2XWbzJZHE8+LYyn2aq
        e22wwu9IgVsWqfepuew5QbDMYkO+yzfkCobkYRdI8AU=
        -----END CERTIFICATE-----
        """;

    private TestCertificates() {}

    public static Content content(String pem) {
        return Content.of(pem.getBytes(US_ASCII));
    }

    public static X509Certificate certificate(String pem) throws CertificateException {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(US_ASCII)));
    }
}

package org.esbmt.http.api.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.spec.DSAPublicKeySpec;
import java.security.spec.RSAPublicKeySpec;
import org.esbmt.testing.x509.TestCertificate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Certificates of clients, whose keys the bus verifies on an event loop. */
class PossessionTrustTest {
    private static final BigInteger USUAL_EXPONENT = BigInteger.valueOf(65_537);

    private static KeyPair signer;

    private final PossessionTrust trust = new PossessionTrust();

    @BeforeAll
    static void makeKey() throws Exception {
        signer = KeyPairGenerator.getInstance("EC").generateKeyPair();
    }

    private static X509Certificate[] chain(int bits, BigInteger exponent) throws Exception {
        BigInteger modulus = BigInteger.ONE.shiftLeft(bits - 1).add(BigInteger.ONE);
        KeyPair pair = new KeyPair(
                KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, exponent)),
                signer.getPrivate());
        return new X509Certificate[] {
            TestCertificate.Content.of(pair, "SHA256withECDSA").make().certificate()
        };
    }

    @Test
    void anybodysCertificateIsTaken() throws Exception {
        X509Certificate[] usual = chain(2048, USUAL_EXPONENT);
        assertThatCode(() -> trust.checkClientTrusted(usual, "RSA")).doesNotThrowAnyException();
        X509Certificate[] large = chain(8192, USUAL_EXPONENT);
        assertThatCode(() -> trust.checkClientTrusted(large, "RSA")).doesNotThrowAnyException();
        assertThat(trust.getAcceptedIssuers()).isEmpty();
    }

    @Test
    void aKeyThatIsDearToVerifyIsRefused() throws Exception {
        X509Certificate[] huge = chain(16_384, USUAL_EXPONENT);
        assertThatThrownBy(() -> trust.checkClientTrusted(huge, "RSA")).isInstanceOf(CertificateException.class);
        X509Certificate[] slow = chain(2048, BigInteger.ONE.shiftLeft(2000).add(BigInteger.ONE));
        assertThatThrownBy(() -> trust.checkClientTrusted(slow, "RSA")).isInstanceOf(CertificateException.class);
    }

    /** A prime of 100,000 bits occupies an event loop for seconds, and costs its sender nothing. */
    @Test
    void dsaIsRefused() throws Exception {
        BigInteger order = BigInteger.ONE.shiftLeft(255).add(BigInteger.ONE);
        BigInteger prime = BigInteger.ONE.shiftLeft(32_767).add(BigInteger.ONE);
        KeyPair pair = new KeyPair(
                KeyFactory.getInstance("DSA")
                        .generatePublic(new DSAPublicKeySpec(BigInteger.TWO, prime, order, BigInteger.valueOf(3))),
                signer.getPrivate());
        X509Certificate[] dsa = {
            TestCertificate.Content.of(pair, "SHA256withECDSA").make().certificate()
        };
        assertThatThrownBy(() -> trust.checkClientTrusted(dsa, "DSA")).isInstanceOf(CertificateException.class);
    }

    @Test
    void ellipticCurvesAreTaken() throws Exception {
        for (String curve : new String[] {"EC", "Ed25519"}) {
            KeyPair pair = new KeyPair(
                    KeyPairGenerator.getInstance(curve).generateKeyPair().getPublic(), signer.getPrivate());
            X509Certificate[] chain = {
                TestCertificate.Content.of(pair, "SHA256withECDSA").make().certificate()
            };
            assertThatCode(() -> trust.checkClientTrusted(chain, curve)).doesNotThrowAnyException();
        }
    }

    @Test
    void noServerIsTrusted() throws Exception {
        X509Certificate[] usual = chain(2048, USUAL_EXPONENT);
        assertThatThrownBy(() -> trust.checkServerTrusted(usual, "RSA")).isInstanceOf(CertificateException.class);
    }
}

package org.esbmt.http.api.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.spec.DSAPublicKeySpec;
import java.util.Arrays;
import javax.net.ssl.X509ExtendedTrustManager;
import org.esbmt.testing.x509.TestAuthority;
import org.esbmt.testing.x509.TestCertificate;
import org.junit.jupiter.api.Test;

/** The trust in one authority of a tenant. */
class TrustOfOneAuthorityTest {
    @Test
    void oneAuthorityIsTrusted() throws Exception {
        assertThat(TlsContexts.trust(TestAuthority.make("Root").certificate()).getTrustManagers())
                .hasSize(1);
    }

    @Test
    void aChainThatTakesAnEventLoopForLongIsRefused() throws Exception {
        TestAuthority root = TestAuthority.make("Root");
        X509ExtendedTrustManager trust =
                (X509ExtendedTrustManager) TlsContexts.trust(root.certificate()).getTrustManagers()[0];
        X509Certificate good = root.issue("server").certificate();
        trust.checkServerTrusted(new X509Certificate[] {good}, "ECDHE_ECDSA");
        X509Certificate many = TestAuthority.constrained("Many", 1_000).certificate();
        assertThatThrownBy(() -> trust.checkServerTrusted(new X509Certificate[] {good, many}, "ECDHE_ECDSA"))
                .isInstanceOf(CertificateException.class)
                .hasMessageContaining("too many name constraints");
    }

    @Test
    void aLongChainIsRefused() throws Exception {
        TestAuthority root = TestAuthority.make("Root");
        X509ExtendedTrustManager trust =
                (X509ExtendedTrustManager) TlsContexts.trust(root.certificate()).getTrustManagers()[0];
        X509Certificate[] chain = new X509Certificate[9];
        Arrays.fill(chain, root.issue("server").certificate());
        assertThatThrownBy(() -> trust.checkServerTrusted(chain, "ECDHE_ECDSA"))
                .isInstanceOf(CertificateException.class)
                .hasMessageContaining("at most 8 certificates");
    }

    /** A prime of 100,000 bits occupies an event loop for seconds. */
    @Test
    void dsaIsRefused() throws Exception {
        TestAuthority root = TestAuthority.make("Root");
        X509ExtendedTrustManager trust =
                (X509ExtendedTrustManager) TlsContexts.trust(root.certificate()).getTrustManagers()[0];
        BigInteger order = BigInteger.ONE.shiftLeft(255).add(BigInteger.ONE);
        BigInteger prime = BigInteger.ONE.shiftLeft(32_767).add(BigInteger.ONE);
        PublicKey dsa = KeyFactory.getInstance("DSA")
                .generatePublic(new DSAPublicKeySpec(BigInteger.TWO, prime, order, BigInteger.valueOf(3)));
        X509Certificate huge = TestCertificate.Content.of(
                        new KeyPair(dsa, root.key().getPrivate()), "SHA256withECDSA")
                .make()
                .certificate();
        X509Certificate[] chain = {root.issue("server").certificate(), huge};
        assertThatThrownBy(() -> trust.checkServerTrusted(chain, "ECDHE_ECDSA"))
                .isInstanceOf(CertificateException.class)
                .hasMessageContaining("DSA");
    }

    @Test
    void nameConstraintsThatJavaWouldIgnoreAreRefused() throws Exception {
        X509Certificate constrained = TestAuthority.constrained("Root").certificate();
        assertThatThrownBy(() -> TlsContexts.trust(constrained))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name constraints");
    }
}

package org.esbmt.http.api.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.X509ExtendedTrustManager;
import org.esbmt.testing.x509.TestAuthority;
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
    void nameConstraintsThatJavaWouldIgnoreAreRefused() throws Exception {
        X509Certificate constrained = TestAuthority.constrained("Root").certificate();
        assertThatThrownBy(() -> TlsContexts.trust(constrained))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name constraints");
    }
}

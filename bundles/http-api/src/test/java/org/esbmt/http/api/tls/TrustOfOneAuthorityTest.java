package org.esbmt.http.api.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.cert.X509Certificate;
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
    void nameConstraintsThatJavaWouldIgnoreAreRefused() throws Exception {
        X509Certificate constrained = TestAuthority.constrained("Root").certificate();
        assertThatThrownBy(() -> TlsContexts.trust(constrained))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name constraints");
    }
}

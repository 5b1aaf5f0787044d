package org.esbmt.http.bc.internal.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TenantUrlsTest {

    @Test
    void eachPortHasItsOwn() {
        assertThat(TenantUrls.of(null, "bus.example", 8192, 8193))
                .isEqualTo(new TenantUrls("http://bus.example:8192", "https://bus.example:8193"));
    }

    @Test
    void anIpv6AddressIsInBrackets() {
        assertThat(TenantUrls.of(null, "::1", 8192, 8193))
                .isEqualTo(new TenantUrls("http://[::1]:8192", "https://[::1]:8193"));
    }

    @Test
    void withoutATlsPortBothUrlsAreTheSame() {
        assertThat(TenantUrls.of(null, "127.0.0.1", 8192, -1).tls()).isEqualTo("http://127.0.0.1:8192");
    }

    @Test
    void thePublicUrlAppliesToBoth() {
        assertThat(TenantUrls.of("https://esb.example", "127.0.0.1", 8192, 8193))
                .isEqualTo(new TenantUrls("https://esb.example", "https://esb.example"));
    }
}

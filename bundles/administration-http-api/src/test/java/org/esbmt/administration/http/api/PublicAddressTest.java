package org.esbmt.administration.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PublicAddressTest {
    @Test
    void linksOfAPortWithoutAProxy() {
        PublicAddress address = new PublicAddress("http://127.0.0.1:8193", "");
        assertThat(address.url("/api/v1")).isEqualTo("http://127.0.0.1:8193/api/v1");
        assertThat(address.link("/tenants")).isEqualTo("/tenants");
        assertThat(address.cookiePath()).isEqualTo("/");
        assertThat(address.isSecure()).isFalse();
    }

    @Test
    void linksBelowThePathOfAProxy() {
        PublicAddress address = new PublicAddress("https://bus.example", "/esb");
        assertThat(address.url("/api/v1")).isEqualTo("https://bus.example/esb/api/v1");
        assertThat(address.link("/tenants")).isEqualTo("/esb/tenants");
        assertThat(address.cookiePath()).isEqualTo("/esb/");
        assertThat(address.isSecure()).isTrue();
    }
}

package org.esbmt.administration.http.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.esbmt.administration.http.api.PublicAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdministrationHttpSettingsTest {
    private static AdministrationHttpSettings settings(Map<String, Object> values) {
        return AdministrationHttpSettings.of(TestConfiguration.of(values));
    }

    private static void refused(Map<String, Object> values, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> settings(values)).withMessageStartingWith(message);
    }

    @Test
    void theDefaultsAreOfThisMachineWithTls() {
        AdministrationHttpSettings settings = settings(Map.of());
        assertThat(settings.address().isLoopbackAddress()).isTrue();
        assertThat(settings.port()).isEqualTo(8193);
        assertThat(settings.tls()).isTrue();
        assertThat(settings.hosts(8193).main()).isEqualTo(new PublicAddress("https://127.0.0.1:8193", ""));
    }

    static Stream<Arguments> bounds() {
        return Stream.of(
                Arguments.of("port", -1L, 65_535L),
                Arguments.of("workers", 4L, 1024L),
                Arguments.of("requests_waiting", 16L, 100_000L),
                Arguments.of("bodies_gathered_bytes", 1L << 20, 1L << 40),
                Arguments.of("event_streams_max", 0L, 100_000L),
                Arguments.of("connections_max", 1L, 100_000L),
                Arguments.of("connections_max_per_source", 0L, 100_000L),
                Arguments.of("request_max_target_bytes", 256L, 65_536L),
                Arguments.of("request_max_header_bytes", 1024L, 1L << 20),
                Arguments.of("request_max_header_fields", 10L, 1000L),
                Arguments.of("idle_timeout_seconds", 1L, 3600L),
                Arguments.of("header_timeout_seconds", 1L, 3600L),
                Arguments.of("transfer_timeout_seconds", 1L, 3600L),
                Arguments.of("transfer_min_rate", 0L, 1L << 30),
                Arguments.of("transfer_grace_seconds", 1L, 3600L),
                Arguments.of("drain_timeout_seconds", 0L, 3600L));
    }

    @ParameterizedTest
    @MethodSource("bounds")
    void boundsAreAcceptedAndValuesBeyondAreRefused(String key, long least, long most) throws Exception {
        Class<?> type = AdministrationHttpConfiguration.class.getMethod(key).getReturnType();
        String message = key.replace('_', '.') + " must be " + least + " to " + most + ", but is ";
        for (long value : new long[] {least, most}) {
            assertThatCode(() -> settings(Map.of(key, number(type, value)))).doesNotThrowAnyException();
        }
        for (long value : new long[] {least - 1, most + 1}) {
            refused(Map.of(key, number(type, value)), message + value);
        }
    }

    private static Object number(Class<?> type, long value) {
        return type == long.class ? (Object) value : (Object) Math.toIntExact(value);
    }

    @Test
    void othersThanThisMachineReachThePortWithTlsAlone() {
        refused(Map.of("tls", false, "address", "0.0.0.0", "public_url", "https://bus.example"), "tls must be true");
        refused(Map.of("tls", false, "address", "192.0.2.1"), "tls must be true");
        assertThat(settings(Map.of("tls", false)).tls()).isFalse();
        assertThat(settings(Map.of("address", "192.0.2.1")).hosts(8193).main().origin())
                .isEqualTo("https://192.0.2.1:8193");
        refused(Map.of("address", "0.0.0.0"), "public.url must be set");
        refused(Map.of("address", "no such host"), "address must be one of this machine");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bus.example",
                "ftp://bus.example",
                "https:/bus.example",
                "https://",
                "https://admin:secret@bus.example",
                "https://bus.example?a=b",
                "https://bus.example#a",
                "https://bus.example/a/../b",
                "https://bus.example/a//b",
                "https://bus.example/a;b",
                "https://bus.example/%2e",
                "https://bus.example/a b",
                "http://bus.example",
                "javascript:alert(1)"
            })
    void aUrlThatIsNoneIsRefused(String url) {
        refused(Map.of("public_url", url), "public.url must ");
    }

    @Test
    void aUrlWithoutTlsIsOfThisMachineWithoutTls() {
        refused(Map.of("public_url", "http://localhost:8193"), "public.url must begin with https:// if tls is true");
        PublicHosts hosts = settings(Map.of("public_url", "http://localhost:8193", "tls", false))
                .hosts(1);
        assertThat(hosts.serves("localhost:8193")).isTrue();
        assertThat(hosts.serves("localhost")).isFalse();
    }

    @Test
    void aUrlHasOneMeaning() {
        PublicHosts hosts = PublicHosts.of("HTTPS://Bus.Example:443/esb//");
        assertThat(hosts.main()).isEqualTo(new PublicAddress("https://bus.example", "/esb"));
        assertThat(hosts.of(Optional.of("BUS.example"))).contains(hosts.main());
        assertThat(hosts.of(Optional.of("bus.example:443"))).contains(hosts.main());
        assertThat(hosts.of(Optional.empty())).isEmpty();
        assertThat(hosts.serves("bus.example.")).isFalse();
        assertThat(hosts.serves("evil.example")).isFalse();
    }

    @Test
    void theNamesOfThisMachineHaveTheirOwnOrigin() throws Exception {
        PublicHosts hosts = PublicHosts.of(InetAddress.getByName("0:0:0:0:0:0:0:1"), 8193, true);
        assertThat(hosts.of(Optional.of("[0:0:0:0:0:0:0:1]:8193"))).isPresent();
        assertThat(hosts.of(Optional.of("localhost:8193"))).contains(new PublicAddress("https://localhost:8193", ""));
        assertThat(hosts.serves("127.0.0.1:8193")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bus.example",
                "10.0.0.256",
                "10.0.0.0/33",
                "10.0.0.0/",
                "10.0.0/8",
                "::1/129",
                "10.0.0.1 10.0.0.2",
                "/8"
            })
    void aProxyIsAnAddressOrANetwork(String proxies) {
        refused(Map.of("trusted_proxies", proxies), "trusted.proxies must have addresses");
    }

    @Test
    void aNetworkContainsItsAddressesAlone() throws Exception {
        TrustedProxies proxies = TrustedProxies.of("10.1.0.0/16, 2001:db8::/32,192.0.2.1");
        InetAddress client = InetAddress.getByName("203.0.113.9");
        Optional<String> forwarded = Optional.of("203.0.113.9");
        for (String trusted : new String[] {"10.1.255.255", "2001:db8:1::1", "192.0.2.1"}) {
            assertThat(proxies.source(InetAddress.getByName(trusted), forwarded))
                    .isEqualTo(client);
            assertThat(proxies.source(InetAddress.getByName(trusted), Optional.empty()))
                    .isEqualTo(InetAddress.getByName(trusted));
        }
        for (String other : new String[] {"10.2.0.0", "2001:db9::1", "192.0.2.2", "::ffff:10.9.9.9"}) {
            assertThat(proxies.source(InetAddress.getByName(other), forwarded)).isEqualTo(InetAddress.getByName(other));
        }
    }

    @Test
    void unusableStoresAndSuitesAreNamed() {
        AdministrationHttpSettings settings =
                settings(Map.of("tls_keystore", "/nowhere/keys.p12", "tls_keystore_password", "secret"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.context(settings.keyStore().orElseThrow()))
                .withMessageContaining("tls.keystore /nowhere/keys.p12")
                .withMessageNotContaining("secret");
        assertThat(settings.toString()).doesNotContain("secret");
    }
}

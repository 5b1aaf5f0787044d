package org.esbmt.http.bc.internal.unit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.esbmt.http.bc.internal.unit.ProviderSecurity.Secure;
import org.esbmt.http.bc.internal.unit.SenderPolicy.Protection;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.unit.TenantScope;
import org.esbmt.jbi.container.api.unit.UnitFiles;
import org.esbmt.jbi.container.api.unit.UnitReading;
import org.esbmt.message.security.api.Tolerance;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The attributes that prove a tenant to its back end, from the author's text to the endpoint. */
class ProviderSecurityTest {
    private static final TenantId ACME = TenantId.of("0b1f6a52-31a5-4c0e-9a55-6a1f2f0e7d11");

    @TempDir
    Path folder;

    private static String unit(String element, String location, String attributes) {
        return "<beans xmlns:http='http://servicemix.apache.org/http/1.0' xmlns:a='urn:acme'>\n<http:" + element
                + " service='a:B' endpoint='b'\n locationURI='" + location + "'\n " + attributes + "/>\n</beans>";
    }

    private static UnitReading read(String unit) {
        Map<String, byte[]> files = Map.of("xbean.xml", unit.getBytes(UTF_8));
        return new HttpUnitReader()
                .read(
                        new UnitFiles() {
                            @Override
                            public SortedSet<String> names() {
                                return new TreeSet<>(files.keySet());
                            }

                            @Override
                            public Optional<byte[]> content(String name) {
                                return Optional.ofNullable(files.get(name));
                            }
                        },
                        new TenantScope(new TenantNames(TenantNames.DEFAULT_PREFIX), ACME, Optional.empty()));
    }

    private static List<String> findings(String element, String location, String attributes) {
        return read(unit(element, location, attributes)).findings().stream()
                .map(f -> f.line() + " " + f.rule() + " " + f.sentence())
                .toList();
    }

    private ProviderSecurity written(String element, String location, String attributes) throws Exception {
        UnitReading reading = read(unit(element, location, attributes));
        assertThat(reading.findings()).isEmpty();
        Files.write(folder.resolve("xbean.xml"), reading.rewritten().get("xbean.xml"));
        return ((ProviderDefinition) UnitDefinition.read(folder, Owner.of(ACME)).get(0)).security();
    }

    @Test
    void everyAttributeReachesTheEndpoint() throws Exception {
        assertThat(written(
                        "soap-provider",
                        "https://h/",
                        "secure='signed-encrypted' credential='sign-1' recipient='Orders.2' expect='signed' partner='p'"
                                + " tolerate='oaep-sha1' client-certificate='tls_1' authority='root.1'"))
                .isEqualTo(new ProviderSecurity(
                        Secure.SIGNED_ENCRYPTED,
                        Optional.of("sign-1"),
                        Optional.of("Orders.2"),
                        Protection.SIGNED,
                        Optional.of("p"),
                        Set.of(Tolerance.OAEP_SHA1),
                        Optional.of("tls_1"),
                        Optional.of("root.1")));
        assertThat(written("provider", "https://h/", "authority='root'").isNone())
                .isFalse();
        assertThat(written("soap-provider", "http://h/", "")).isEqualTo(ProviderSecurity.NONE);
        assertThat(written("provider", "http://h/", "secure='none'").isNone()).isTrue();
        assertThat(written("provider", "http://h/", "secure='bearer' credential='t'")
                        .secure())
                .isEqualTo(Secure.BEARER);
        assertThat(written("soap-provider", "http://127.0.0.2:1/", "secure='username-token' credential='t'")
                        .secure())
                .isEqualTo(Secure.USERNAME_TOKEN);
    }

    @Test
    void everyDefaultIsWritten() {
        assertThat(new String(
                        read(unit("soap-provider", "http://h/", "")).rewritten().get("xbean.xml"), UTF_8))
                .contains("secure=\"none\"", "expect=\"none\"")
                .doesNotContain("credential", "partner", "recipient", "tolerate", "client-certificate", "authority");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "secure='basic' | http.missing | needs the attribute credential",
                "secure='bearer' | http.missing | needs the attribute credential",
                "secure='username-token' | http.missing | needs the attribute credential",
                "credential='x' | http.value | credential needs a secure",
                "secure='none' credential='x' | http.value | credential needs a secure",
                "secure='signed-encrypted' | http.missing | needs the attribute recipient",
                "secure='signed' recipient='x' | http.value | recipient needs secure",
                "secure='signed' expect='signed' | http.missing | needs the attribute partner",
                "secure='signed' partner='x' | http.value | partner needs an expect",
                "secure='signed' expect='none' partner='x' | http.value | partner needs an expect",
                "secure='basic' credential='x' expect='signed' partner='x' | http.value | expect needs secure",
                "expect='signed' partner='x' | http.value | expect needs secure",
                "secure='signed' tolerate='oaep-sha1' | http.value | tolerate needs an expect",
                "secure='signed' expect='signed' partner='x' tolerate='sha1' | http.value | must be oaep-sha1",
                "secure='encrypted' | http.value | must be none",
                "secure='signed' expect='encrypted' | http.value | must be none",
                "secure='basic' credential='a b' | http.name | must be 1 to 64 letters",
                "secure='basic' credential='../x' | http.name | must be 1 to 64 letters",
                "secure='basic' credential='${x}' | http.placeholder | placeholders",
                "client-certificate='' | http.empty | is empty",
                "authority='' | http.empty | is empty",
                "authority='a b' | http.name | must be 1 to 64 letters"
            })
    void combinationWithoutAMeaningIsAFindingAtItsLine(String attributes, String rule, String sentence) {
        assertThat(findings("soap-provider", "https://h/", attributes))
                .singleElement()
                .satisfies(f -> assertThat(f).startsWith("4 " + rule).contains(sentence));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://orders.example/",
                "http://128.0.0.1/",
                "http://127.0.0.1.example/",
                "http://localhost.example/"
            })
    void secretsInTheMessageNeedHttps(String location) {
        assertThat(findings("soap-provider", location, "secure='username-token' credential='x'"))
                .singleElement()
                .satisfies(f -> assertThat(f).contains("http.value", "https"));
    }

    @Test
    void clientCertificateNeedsHttps() {
        assertThat(findings("soap-provider", "http://localhost/", "client-certificate='x'"))
                .singleElement()
                .satisfies(f -> assertThat(f).contains("http.value", "https"));
    }

    @Test
    void anAuthorityNeedsHttps() {
        assertThat(findings("provider", "http://localhost/", "authority='x'"))
                .singleElement()
                .satisfies(f -> assertThat(f).contains("http.value", "https"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "secure='signed'",
                "secure='signed-encrypted'",
                "secure='username-token'",
                "recipient='x'",
                "expect='signed'",
                "partner='x'"
            })
    void messagesWithoutSoapHaveNoSecurityBlock(String attributes) {
        assertThat(findings("provider", "https://h/", attributes)).isNotEmpty();
    }

    @Test
    void consumersAndPlainUnitsHaveNoneOfThem() throws Exception {
        assertThat(findings("soap-consumer", "https://h/", "secure='basic'")).isNotEmpty();
        Files.writeString(
                folder.resolve("xbean.xml"), unit("soap-provider", "https://h/", "secure='basic' credential='x'"));
        assertThat(catchThrowable(() -> UnitDefinition.read(folder, Owner.PLAIN)))
                .hasMessageContaining("xbean.xml:4: secure is for tenants' endpoints");
    }
}

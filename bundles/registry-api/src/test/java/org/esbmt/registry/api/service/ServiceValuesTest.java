package org.esbmt.registry.api.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.registry.api.service.Endpoint.Direction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceValuesTest {
    private static final Digest DIGEST = Digest.of(new byte[0]);

    @Test
    void aDigestIsSha256() {
        assertThat(DIGEST.hex()).isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assertThat(Digest.ofBytes(DIGEST.bytes())).isEqualTo(DIGEST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "e3b0", "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855"})
    void anythingElseIsNoDigest(String hex) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Digest(hex));
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders", "a", "Orders_2-x", "org.example.orders"})
    void namesOfAssemblies(String name) {
        assertThat(new AssemblyName(name).toString()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "a..b", "a.", "../a", "a/b", "a b", "a\u0000", "\u00e4", "a\n", "a;b"})
    void invalidAssemblyNamesAreRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AssemblyName(name))
                .withMessageMatching("(?s)[^\\x00-\\x1f]*");
    }

    @Test
    void namesHaveALength() {
        assertThat(new AssemblyName("n".repeat(100)).value()).hasSize(100);
        assertThatIllegalArgumentException().isThrownBy(() -> new AssemblyName("n".repeat(101)));
    }

    @Test
    void unstorableTextsAreRefused() {
        for (String text : List.of("\u0000", "\ud800", "\udc00x", "x".repeat(4_097), "\u00e4".repeat(2_049))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new AssemblyContent(
                            new AssemblyName("a"), text, Optional.empty(), DIGEST, DIGEST, List.of()));
        }
        for (String text : List.of("", "\u0000", "a\nb", "\u0085", "\ud800", "x".repeat(513), "\u00e4".repeat(257))) {
            assertThatIllegalArgumentException().isThrownBy(() -> endpoint(new QName(text), "e", "/p"));
            assertThatIllegalArgumentException().isThrownBy(() -> endpoint(new QName("s"), text, "/p"));
        }
        for (String text : List.of("", "\u0000", "x".repeat(1_025))) {
            assertThatIllegalArgumentException().isThrownBy(() -> endpoint(new QName("s"), "e", text));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> endpoint(new QName("n".repeat(1_025), "s"), "e", "/p"));
        assertThatIllegalArgumentException().isThrownBy(() -> new ServiceName(new QName("s"), "v".repeat(65)));
        assertThat(endpoint(new QName("n".repeat(1_024), "s".repeat(512)), "\ud83d\ude80".repeat(128), "/p"))
                .isNotNull();
    }

    @Test
    void unitsHaveDifferentNames() {
        ServiceUnit unit = new ServiceUnit("unit", "http-bc", List.of());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AssemblyContent(
                        new AssemblyName("a"), "", Optional.empty(), DIGEST, DIGEST, List.of(unit, unit)))
                .withMessageContaining("unit");
    }

    private static Endpoint endpoint(QName service, String name, String path) {
        return new Endpoint(Direction.PROVIDER, service, service, name, Optional.of(path));
    }
}

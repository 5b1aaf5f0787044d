package org.esbmt.suite.targets;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComparatorsTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"synapse", "camel-netty", "camel-vertx", "servicemix-http"})
    void aComparatorThatCannotBeResolvedIsAbsentWithAReason(String name) {
        Comparators.Site site = new Comparators.Site(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 1),
                folder,
                folder,
                folder.resolve("nowhere"),
                1);
        assertThatThrownBy(() -> Comparators.start(name, site))
                .isInstanceOf(Comparators.AbsentException.class)
                .hasMessageContaining("nowhere");
    }
}

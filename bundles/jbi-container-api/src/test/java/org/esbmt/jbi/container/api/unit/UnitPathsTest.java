package org.esbmt.jbi.container.api.unit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitPathsTest {
    @ParameterizedTest
    @CsvSource({
        "'',a.xsd,a.xsd",
        "a.wsdl,b.xsd,b.xsd",
        "x/a.wsdl,b.xsd,x/b.xsd",
        "x/a.wsdl,./b.xsd,x/b.xsd",
        "x/y/a.wsdl,../b.xsd,x/b.xsd",
        "x/y/a.wsdl,../../z/b.xsd,z/b.xsd",
        "a.wsdl,x/../b.xsd,b.xsd",
        "a.wsdl,my types.xsd,my types.xsd"
    })
    void referencesAreRelativeToTheFileThatTheyStandIn(String file, String reference, String path) {
        assertThat(UnitPaths.resolved(file, reference)).contains(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "..",
                "../../b.xsd",
                "x/../../../b.xsd",
                "/b.xsd",
                "//host/b.xsd",
                "b//c.xsd",
                "b/",
                "file:b.xsd",
                "http://host/b.xsd",
                "..\\b.xsd",
                "%2e%2e/b.xsd",
                "b.xsd?c",
                "b.xsd#c",
                "b\u0000.xsd",
                "b\n.xsd",
                "b\u0085.xsd"
            })
    void nothingLeadsOutOfTheUnit(String reference) {
        assertThat(UnitPaths.resolved("x/a.wsdl", reference)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "x/..", "./."})
    void theRootIsNoFile(String reference) {
        assertThat(UnitPaths.resolved("a.wsdl", reference)).isEmpty();
    }

    @Test
    void referencesHaveABound() {
        assertThat(UnitPaths.resolved("a", "b".repeat(512))).isPresent();
        assertThat(UnitPaths.resolved("a", "b".repeat(513))).isEmpty();
    }
}

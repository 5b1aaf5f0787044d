package org.esbmt.message.security.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class SubjectKeyIdentifierExtensionTest {

    @Test
    void identifierIsTheInnerOctetString() {
        assertThat(SubjectKeyIdentifierExtension.read(HexFormat.of().parseHex("04050403010203")))
                .hasValueSatisfying(i -> assertThat(i).containsExactly(1, 2, 3));
    }

    @Test
    void malformedExtensionsHaveNoIdentifier() {
        for (String bad :
                new String[] {"", "04", "0400", "04020400", "04050404010203", "0505040301020304", "0481050403010203"}) {
            assertThat(SubjectKeyIdentifierExtension.read(HexFormat.of().parseHex(bad)))
                    .as(bad)
                    .isEmpty();
        }
    }
}

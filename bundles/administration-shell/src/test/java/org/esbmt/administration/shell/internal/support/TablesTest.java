package org.esbmt.administration.shell.internal.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.esbmt.administration.api.Page;
import org.junit.jupiter.api.Test;

class TablesTest {
    @Test
    void aPageStatesThatItsTotalIsNotExact() {
        assertThat(Tables.rest(new Page<>(List.of("a", "b"), 0, 1_000, false)))
                .isEqualTo("2 of more than 1000, from 0 on; see --offset and --limit.");
        assertThat(Tables.rest(new Page<>(List.of("a", "b"), 998, 1_000)))
                .isEqualTo("2 of 1000, from 998 on; see --offset and --limit.");
        assertThat(Tables.rest(new Page<>(List.of("a", "b"), 0, 2))).isEmpty();
    }
}

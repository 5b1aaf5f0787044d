package org.esbmt.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JsonTest {

    @Test
    void textIsEscaped() {
        assertThat(new Json().put("a\"b", "c\\d\n").put("list", List.of(new Json().put("x", "y"))))
                .hasToString("{\"a\\\"b\":\"c\\\\d\\u000a\",\"list\":[{\"x\":\"y\"}]}");
    }
}

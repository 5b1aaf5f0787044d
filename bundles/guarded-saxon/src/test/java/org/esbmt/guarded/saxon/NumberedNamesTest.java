package org.esbmt.guarded.saxon;

import static org.assertj.core.api.Assertions.assertThat;

import net.sf.saxon.om.NamePool;
import net.sf.saxon.om.NamespaceUri;
import org.junit.jupiter.api.Test;

class NumberedNamesTest {

    @Test
    void everyNumberHasItsName() {
        NumberedNames<Integer, String> names = new NumberedNames<>(10);
        for (int number = 0; number < 5_000; number++) {
            assertThat(names.put(number, "n" + number)).isNull();
        }

        for (int number = 0; number < 5_000; number++) {
            assertThat(names.get(number)).isEqualTo("n" + number);
        }
        assertThat(names.get(5_000)).isNull();
        assertThat(names.get(-1)).isNull();
        assertThat(names).hasSize(5_000);
    }

    @Test
    void keysOfOtherKindsAreThoseOfAMap() {
        NumberedNames<String, Integer> numbers = new NumberedNames<>();
        numbers.put("a", 1);

        assertThat(numbers.get("a")).isEqualTo(1);
        assertThat(numbers.getOrDefault("b", 2)).isEqualTo(2);
        assertThat(numbers.putIfAbsent("a", 3)).isEqualTo(1);
    }

    @Test
    void aPoolFindsItsNames() {
        NamePool pool = new NamePool();
        assertThat(pool).extracting("integerToQName").isInstanceOf(NumberedNames.class);
        NamespaceUri namespace = NamespaceUri.of("urn:names");
        for (int i = 0; i < 5_000; i++) {
            int number = pool.allocateFingerprint(namespace, "n" + i);

            assertThat(pool.allocateFingerprint(namespace, "n" + i)).isEqualTo(number);
            assertThat(pool.getFingerprint(namespace, "n" + i)).isEqualTo(number);
            assertThat(pool.getLocalName(number)).isEqualTo("n" + i);
            assertThat(pool.getURI(number)).isEqualTo(namespace);
        }
    }
}

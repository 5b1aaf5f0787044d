package org.esbmt.xml.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class SeededHashTest {

    /** All of them have one hash under any polynomial of base 31, such as that of String. */
    private static Set<String> collidingUnder31() {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < 256; i++) {
            StringBuilder s = new StringBuilder();
            for (int bit = 0; bit < 8; bit++) {
                s.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            names.add(s.toString());
        }
        return names;
    }

    private static int hash(SeededHash hash, String name) {
        byte[] b = name.getBytes(StandardCharsets.US_ASCII);
        return hash.hash(b, 0, b.length);
    }

    @RepeatedTest(20)
    void namesBuiltForAPolynomialCollisionHaveDifferentHashes() {
        SeededHash hash = SeededHash.random();
        Set<Integer> hashes = new HashSet<>();
        collidingUnder31().forEach(name -> hashes.add(hash(hash, name)));

        assertThat(collidingUnder31().stream().map(String::hashCode).distinct()).hasSize(1);
        assertThat(hashes).hasSizeGreaterThan(250);
    }

    /** Thue and Morse's two words share the hash of every polynomial modulo a power of two, whatever its base. */
    @RepeatedTest(20)
    void wordsThatCollideUnderEveryPolynomialHaveDifferentHashes() {
        StringBuilder one = new StringBuilder();
        StringBuilder other = new StringBuilder();
        for (int i = 0; i < 512; i++) {
            boolean odd = Integer.bitCount(i) % 2 == 1;
            one.append(odd ? 'a' : 'b');
            other.append(odd ? 'b' : 'a');
        }
        SeededHash hash = SeededHash.random();

        assertThat(hash(hash, one.toString())).isNotEqualTo(hash(hash, other.toString()));
    }

    @Test
    void twoProcessesHashDifferently() {
        assertThat(hash(new SeededHash(1, 3), "name")).isNotEqualTo(hash(new SeededHash(2, 5), "name"));
    }
}

package org.esbmt.xml.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** Ways through markup that is passed over. */
enum Engine {
    WORDS,
    VECTORS;

    /** Vectors are tested on processors that have them. */
    static List<Engine> available() {
        List<Engine> engines = new ArrayList<>(List.of(values()));
        if (!hasVectors()) {
            engines.remove(VECTORS);
        }
        return engines;
    }

    /** Asserts that there are vectors if the processor has them: a class that does not load must not skip their tests. */
    private static boolean hasVectors() {
        boolean there = VECTORS.blocks(new TagWords("Body")) != null;
        assertThat(there).as("vectors can be used").isEqualTo(preferredBytes() >= 64);
        return there;
    }

    private static int preferredBytes() {
        try {
            Object species = Class.forName("jdk.incubator.vector.ByteVector")
                    .getField("SPECIES_PREFERRED")
                    .get(null);
            return (int) Class.forName("jdk.incubator.vector.VectorSpecies")
                    .getMethod("length")
                    .invoke(species);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("Java has its module of vectors in these tests", e);
        }
    }

    /** Null for words. */
    WideBlocks blocks(TagWords names) {
        return this == WORDS ? null : WideBlocksTrial.load(names);
    }

    /** The tests must not miss the vectors for a wrong option. */
    static void requireModule() {
        assertThat(ModuleLayer.boot().findModule("jdk.incubator.vector")).isPresent();
    }
}

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
        if (VECTORS.blocks(new TagWords("Body")) == null) {
            engines.remove(VECTORS);
        }
        return engines;
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

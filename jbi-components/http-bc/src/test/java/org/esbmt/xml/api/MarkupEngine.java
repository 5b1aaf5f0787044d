package org.esbmt.xml.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;

/** Chooses the way through markup that is passed over, in place of the trial. It is in this package for access to it. */
public enum MarkupEngine {
    WORDS,
    VECTORS;

    /** Vectors are tested on processors that have them. */
    public static Stream<MarkupEngine> available() {
        assertThat(ModuleLayer.boot().findModule("jdk.incubator.vector")).isPresent();
        boolean vectors = WideBlocksTrial.load(new TagWords("Body")) != null;
        return vectors ? Stream.of(values()) : Stream.of(WORDS);
    }

    public void use(TagWords names) {
        names.trial().decide(this == WORDS ? null : WideBlocksTrial.load(names));
    }
}

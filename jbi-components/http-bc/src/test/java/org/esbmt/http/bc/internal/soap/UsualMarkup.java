package org.esbmt.http.bc.internal.soap;

import org.esbmt.xml.api.MarkupEngine;

/** Lets words check all messages of this JVM, without a trial of vectors. */
public final class UsualMarkup {
    private UsualMarkup() {}

    public static void use() {
        MarkupEngine.WORDS.use(Names.GUARDED);
    }
}

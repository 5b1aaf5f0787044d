package org.esbmt.administration.rest.internal.json;

import org.esbmt.administration.rest.internal.problem.Refusal;

/** The rule for each text of a client. */
final class Texts {
    private Texts() {}

    /** Refuses texts that a registry cannot keep. */
    static <T extends CharSequence> T checked(String name, T text) throws Refusal {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (c == 0 || (Character.isSurrogate(c) && !pair)) {
                throw Refusal.invalid(name, name + " has a character that is none of Unicode, or U+0000");
            }
            i += pair ? 1 : 0;
        }
        return text;
    }
}

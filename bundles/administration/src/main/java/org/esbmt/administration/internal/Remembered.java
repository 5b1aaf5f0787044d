package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.registry.api.Verifier;

/**
 * What the journal has of a change, for who asks again.
 *
 * @param what as {@link Change#did} had it
 * @param passwords which verifiers the change has set, as a digest; empty if it has set none. Verifiers have salts, so
 *     nothing can be found out with it about a password
 */
record Remembered(String what, Optional<String> passwords) {
    private static final Pattern WITH_PASSWORDS = Pattern.compile("(.*) #([0-9a-f]{64})", Pattern.DOTALL);

    Remembered {
        requireNonNull(what, "what");
        requireNonNull(passwords, "passwords");
    }

    static Remembered of(Change change) {
        return new Remembered(change.what(), digest(change.passwords()));
    }

    /** As {@link #text} wrote it. */
    static Remembered of(String text) {
        Matcher found = WITH_PASSWORDS.matcher(text);
        return found.matches()
                ? new Remembered(found.group(1), Optional.of(found.group(2)))
                : new Remembered(text, Optional.empty());
    }

    /** In the order in which they were set. */
    static Optional<String> digest(List<Verifier> set) {
        return set.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        Ask.request(set.stream().map(Verifier::text).toArray()).hex());
    }

    String text() {
        return what + passwords.map(digest -> " #" + digest).orElse("");
    }
}

package org.esbmt.administration.internal.change;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.registry.api.Verifier;

/**
 * The journal's record of a change, for a repeated request.
 *
 * @param what the argument of {@link Change#did}
 * @param passwords digest of the verifiers that the change has set; empty if it has set none. Verifiers have salts, so
 *     the digest tells nothing about a password
 */
public record JournaledResult(String what, Optional<String> passwords) {
    private static final Pattern WITH_PASSWORDS = Pattern.compile("(.*) #([0-9a-f]{64})", Pattern.DOTALL);

    public JournaledResult {
        requireNonNull(what, "what");
        requireNonNull(passwords, "passwords");
    }

    public static JournaledResult of(Change change) {
        return new JournaledResult(change.what(), digest(change.passwords()));
    }

    /** Reads the form that {@link #text} writes. */
    public static JournaledResult of(String text) {
        Matcher found = WITH_PASSWORDS.matcher(text);
        return found.matches()
                ? new JournaledResult(found.group(1), Optional.of(found.group(2)))
                : new JournaledResult(text, Optional.empty());
    }

    /** The digest of the verifiers, in the order in which they were set. */
    public static Optional<String> digest(List<Verifier> set) {
        return set.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        PreparedChange.request(set.stream().map(Verifier::text).toArray())
                                .hex());
    }

    String text() {
        return what + passwords.map(digest -> " #" + digest).orElse("");
    }
}

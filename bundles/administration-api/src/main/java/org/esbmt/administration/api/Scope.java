package org.esbmt.administration.api;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.esbmt.administration.api.PartAccess.Part;

/**
 * The operations to which a personal access token or a certificate is limited. It gives no role: the owner's roles decide
 * as well.
 *
 * @param changes true if operations that change something are in it
 * @param parts the parts of administration whose operations are in it
 */
public record Scope(boolean changes, Set<Part> parts) {
    /** No limit beside the roles. */
    public static final Scope FULL = new Scope(true, EnumSet.allOf(Part.class));

    public Scope {
        parts = parts.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(parts));
    }

    /** Returns true if an operation is within the scope. */
    public boolean permits(Part part, boolean changing) {
        return parts.contains(part) && (changes || !changing);
    }
}

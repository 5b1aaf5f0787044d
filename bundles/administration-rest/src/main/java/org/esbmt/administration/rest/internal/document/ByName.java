package org.esbmt.administration.rest.internal.document;

import java.util.Map;
import org.esbmt.administration.catalogue.Word;

/**
 * The paths that find an identifier by a name, as {@code x-by-name} of the document. The last variable of the path is the name, the
 * other ones are arguments of the same request. The answer has the identifier as the field of the argument's name.
 */
final class ByName {
    private static final Map<String, String> PATHS =
            Map.of("tenantId", "/tenants/{tenant}", "userId", "/tenants/{tenantId}/logins/{login}");

    private ByName() {}

    /** Adds the path to a parameter or a property. */
    static void describe(Word<?> word, Map<String, Object> description) {
        String path = PATHS.get(word.name());
        if (path != null) {
            description.put("x-by-name", path);
        }
    }

    static Map<String, String> paths() {
        return PATHS;
    }
}

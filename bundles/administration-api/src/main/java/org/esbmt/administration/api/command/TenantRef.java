package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import java.util.regex.Pattern;
import org.esbmt.tenancy.api.TenantId;

/** A tenant, by its identifier or as the product of an earlier step of the same batch. */
public sealed interface TenantRef {

    static TenantRef of(TenantId tenant) {
        return new Known(tenant);
    }

    /** A tenant that exists. */
    record Known(TenantId id) implements TenantRef {
        public Known {
            requireNonNull(id, "id");
        }

        @Override
        public String toString() {
            return id.toString();
        }
    }

    /**
     * A tenant that an earlier step of the batch creates.
     *
     * @param name the name of that step within the batch: 1 to 63 letters, digits, '_' and '-', a letter first
     */
    record CreatedBefore(String name) implements TenantRef {
        private static final Pattern FORM = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,62}");

        public CreatedBefore {
            if (!FORM.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "a name within a batch is 1 to 63 letters, digits, '_' and '-', a letter first");
            }
        }

        @Override
        public String toString() {
            return '#' + name;
        }
    }

    /** A new tenant without a name, for a {@code CreateTenant} to which no later step refers. */
    record Unnamed() implements TenantRef {}
}

package org.esbmt.registry.api;

import java.util.regex.Pattern;

/**
 * The name of a tenant, unique on the bus: a letter or digit, then 1 to 62 of {@code a-z 0-9 -}. People use it; stored
 * data refers to the tenant's {@link org.esbmt.tenancy.api.TenantId}.
 */
public record TenantName(String value) {
    private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9-]{1,62}");

    public TenantName {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "a tenant's name is a letter or digit, then 1 to 62 of a-z, 0-9 and '-', but is "
                            + Printable.shown(value));
        }
    }

    @Override
    public String toString() {
        return value;
    }
}

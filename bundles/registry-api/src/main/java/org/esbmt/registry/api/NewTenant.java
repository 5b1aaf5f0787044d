package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.util.UUID;
import org.esbmt.tenancy.api.TenantId;

/**
 * A tenant to be created. Its first state is {@link TenantState#ACTIVE}.
 *
 * @param id drawn at random by the caller; unique
 * @param displayName 1 to {@value #MAX_DISPLAY_NAME} characters, no controls
 * @param administrator becomes the tenant's default administrator
 */
public record NewTenant(TenantId id, TenantName name, String displayName, NewUser administrator) {
    /** The largest number of characters. */
    public static final int MAX_DISPLAY_NAME = 200;

    /** Draws the identifier. */
    public NewTenant(TenantName name, String displayName, NewUser administrator) {
        this(new TenantId(UUID.randomUUID()), name, displayName, administrator);
    }

    public NewTenant {
        requireNonNull(id, "id");
        requireNonNull(name, "name");
        requireNonNull(administrator, "administrator");
        if (displayName.isBlank()
                || displayName.length() > MAX_DISPLAY_NAME
                || !displayName.codePoints().allMatch(c -> c == ' ' || Printable.visible(c))) {
            throw new IllegalArgumentException("a display name is 1 to " + MAX_DISPLAY_NAME
                    + " printable characters, but is " + Printable.shown(displayName));
        }
    }
}

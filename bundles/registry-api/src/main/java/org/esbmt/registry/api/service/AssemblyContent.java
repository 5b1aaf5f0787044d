package org.esbmt.registry.api.service;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.esbmt.tenancy.api.UserId;

/**
 * A service assembly for deployment.
 *
 * @param name unique in the tenant
 * @param description at most 4,096 bytes of UTF-8
 * @param user the one user of the tenant with access; empty for all users. The same in all versions
 * @param original the archive as it arrived
 * @param rewritten the archive with the names on the bus
 * @param units the units in the order of their start, with different names
 */
public record AssemblyContent(
        AssemblyName name,
        String description,
        Optional<UserId> user,
        Digest original,
        Digest rewritten,
        List<ServiceUnit> units) {
    private static final int DESCRIPTION_BYTES = 4_096;

    public AssemblyContent {
        requireNonNull(name, "name");
        IndexedTexts.text("a description", description, DESCRIPTION_BYTES);
        requireNonNull(user, "user");
        requireNonNull(original, "original");
        requireNonNull(rewritten, "rewritten");
        units = List.copyOf(units);
        Set<String> names = new HashSet<>();
        for (ServiceUnit unit : units) {
            if (!names.add(unit.name())) {
                throw new IllegalArgumentException("two units are named " + unit.name());
            }
        }
    }
}

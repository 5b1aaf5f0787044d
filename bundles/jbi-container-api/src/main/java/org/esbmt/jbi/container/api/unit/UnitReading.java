package org.esbmt.jbi.container.api.unit;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The result of a {@link UnitReader} for a unit.
 *
 * @param findings all errors, in the order of files and lines; empty if the unit can be deployed
 * @param provided the endpoints that the unit would activate
 * @param consumed the services that the unit would send to
 * @param listening the endpoints for messages from outside of the bus that the unit would open
 * @param rewritten the files for the component, by their path. They are written from the parsed content, with the
 * tenant's names, and contain no other text of the author. Not to be used if there are findings
 */
public record UnitReading(
        List<Finding> findings,
        Set<NamedEndpoint> provided,
        Set<ConsumedService> consumed,
        Set<ListeningEndpoint> listening,
        Map<String, byte[]> rewritten) {
    public UnitReading {
        findings = List.copyOf(findings);
        provided = Set.copyOf(provided);
        consumed = Set.copyOf(consumed);
        listening = Set.copyOf(listening);
        requireNonNull(rewritten, "rewritten");
    }

    /** The result for a unit without messages from outside of the bus. */
    public UnitReading(
            List<Finding> findings,
            Set<NamedEndpoint> provided,
            Set<ConsumedService> consumed,
            Map<String, byte[]> rewritten) {
        this(findings, provided, consumed, Set.of(), rewritten);
    }

    /** The addresses of all listening endpoints. */
    public SortedSet<String> addresses() {
        SortedSet<String> addresses = new TreeSet<>();
        listening.forEach(endpoint -> addresses.add(endpoint.address()));
        return addresses;
    }

    public static UnitReading refused(List<Finding> findings) {
        return new UnitReading(findings, Set.of(), Set.of(), Map.of());
    }
}

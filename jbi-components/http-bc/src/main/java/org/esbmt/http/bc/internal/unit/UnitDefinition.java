package org.esbmt.http.bc.internal.unit;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.unit.Finding;

/**
 * Reads a service unit's {@code xbean.xml}: the vocabulary of servicemix-http, by the bus's own parser. Nothing in the
 * file names a class, and an unknown name is an error.
 */
public final class UnitDefinition {
    /** The file, from the unit's root folder. */
    public static final String FILE = "xbean.xml";

    /** The largest number of findings in a log line. */
    private static final int MOST_SAID = 20;

    private UnitDefinition() {}

    /**
     * Called at deploy, on the deployer's thread.
     *
     * @return at least one endpoint, in the order of the file; no two consumers and no two providers have the same
     *     service and name
     * @throws UnitDefinitionException for all findings, including a missing or unreadable file
     */
    public static List<HttpEndpointDefinition> read(Path unitRoot, Owner owner) throws UnitDefinitionException {
        UnitFindings findings = new UnitFindings();
        List<HttpEndpointDefinition> endpoints;
        try {
            // A tenant's names are the bus's here: the container ensures that they belong to that tenant.
            endpoints =
                    XbeanGrammar.read(new FolderFiles(unitRoot), owner.tenant().isPresent(), name -> false, findings);
        } catch (UncheckedIOException e) {
            throw new UnitDefinitionException(
                    FILE + ": cannot be read: " + e.getCause().getMessage(), e);
        }
        List<Finding> sorted = findings.sorted();
        if (!sorted.isEmpty()) {
            throw new UnitDefinitionException(sorted.stream()
                    .limit(MOST_SAID)
                    .map(f -> f.file() + (f.line() > 0 ? ":" + f.line() : "") + ": " + f.sentence())
                    .collect(Collectors.joining("\n")));
        }
        return endpoints;
    }
}

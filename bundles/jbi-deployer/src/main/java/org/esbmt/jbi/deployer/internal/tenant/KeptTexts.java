package org.esbmt.jbi.deployer.internal.tenant;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import javax.xml.namespace.QName;
import org.esbmt.jbi.deployer.internal.archive.ArchiveRule;
import org.esbmt.jbi.deployer.internal.archive.AssemblyDescriptor;
import org.esbmt.jbi.deployer.internal.archive.Findings;
import org.esbmt.jbi.deployer.internal.archive.Refusal;
import org.esbmt.management.api.CheckedAssembly.CheckedEndpoint;
import org.esbmt.management.api.CheckedAssembly.CheckedUnit;

/**
 * Checks that the registries, which index names, can store the texts of an assembly. The deploying user gets such an
 * error before the registries receive the assembly.
 */
final class KeptTexts {
    private static final String FILE = "META-INF/jbi.xml";
    private static final int DESCRIPTION_BYTES = 4_096;
    private static final int LOCAL_BYTES = 512;
    private static final int NAMESPACE_BYTES = 1_024;
    private static final int ENDPOINT_BYTES = 512;
    private static final int PATH_BYTES = 1_024;

    private KeptTexts() {}

    static void check(AssemblyDescriptor descriptor, List<CheckedUnit> units, Findings findings) {
        int bytes = descriptor.description().getBytes(UTF_8).length;
        if (bytes > DESCRIPTION_BYTES) {
            findings.add(
                    FILE,
                    0,
                    ArchiveRule.LIMIT,
                    "the description of the assembly has " + bytes + " bytes; it may have " + DESCRIPTION_BYTES);
        }
        for (CheckedUnit unit : units) {
            String of = "the unit " + Refusal.shown(unit.name()) + " names ";
            for (CheckedEndpoint endpoint : unit.endpoints()) {
                service(of, endpoint.service(), findings);
                line(of + "the endpoint ", endpoint.name(), ENDPOINT_BYTES, findings);
                endpoint.path().ifPresent(path -> line(of + "the path ", path, PATH_BYTES, findings));
            }
        }
    }

    private static void service(String of, QName service, Findings findings) {
        line(of + "a service with the local part ", service.getLocalPart(), LOCAL_BYTES, findings);
        if (!service.getNamespaceURI().isEmpty()) {
            line(of + "a service with the namespace ", service.getNamespaceURI(), NAMESPACE_BYTES, findings);
        }
    }

    private static void line(String what, String text, int bytes, Findings findings) {
        if (text.isEmpty()
                || text.getBytes(UTF_8).length > bytes
                || text.codePoints().anyMatch(Character::isISOControl)) {
            findings.add(
                    FILE,
                    0,
                    ArchiveRule.NAME,
                    what + "'" + Refusal.shown(text) + "', which is not 1 to " + bytes
                            + " bytes of UTF-8 without controls");
        }
    }
}

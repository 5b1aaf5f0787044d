package org.esbmt.jbi.deployer.internal.assembly;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.unit.ConsumedService;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.jbi.container.api.unit.ListeningEndpoint;
import org.esbmt.jbi.container.api.unit.NamedEndpoint;
import org.esbmt.jbi.container.api.unit.TenantScope;
import org.esbmt.jbi.container.api.unit.UnitFiles;
import org.esbmt.jbi.container.api.unit.UnitReader;
import org.esbmt.jbi.container.api.unit.UnitReading;

/**
 * Reads units of lines. {@code provides {urn:a}service:endpoint} and {@code consumes {urn:a}service} name services,
 * which are rewritten. A line with {@code wrong} is an error. {@code listens /place} is an address for messages from
 * outside. Other lines stay. The unit's own descriptor is ignored.
 */
public final class TestUnitReader implements UnitReader {
    private static final String LISTENS = "listens ";
    private static final Pattern NAMED = Pattern.compile("(provides|consumes) \\{([^}]*)}([A-Za-z]+)(?::([A-Za-z]+))?");

    @Override
    public UnitReading read(UnitFiles unit, TenantScope scope) {
        List<Finding> findings = new ArrayList<>();
        Set<NamedEndpoint> provided = new HashSet<>();
        Set<ConsumedService> consumed = new HashSet<>();
        Set<ListeningEndpoint> listening = new HashSet<>();
        Map<String, byte[]> rewritten = new TreeMap<>();
        for (String name : unit.names()) {
            if (name.startsWith("META-INF/")) {
                continue;
            }
            String text = new String(unit.content(name).orElseThrow(), UTF_8);
            int number = 0;
            for (String line : text.split("\n", -1)) {
                number++;
                if (line.contains("wrong")) {
                    findings.add(new Finding(name, number, "test.wrong", "this is wrong"));
                }
                if (line.startsWith(LISTENS)) {
                    String address = line.substring(LISTENS.length());
                    listening.add(new ListeningEndpoint(
                            new NamedEndpoint(new QName("urn:listening", "Listener"), address),
                            address,
                            "/tenant-services/" + scope.tenant() + "/" + address));
                }
            }
            Matcher named = NAMED.matcher(text);
            rewritten.put(
                    name,
                    named.replaceAll(found -> {
                                QName service = new QName(found.group(2), found.group(3));
                                if (found.group(1).equals("provides")) {
                                    provided.add(new NamedEndpoint(service, found.group(4)));
                                } else {
                                    consumed.add(new ConsumedService(service, Optional.ofNullable(found.group(4))));
                                }
                                String endpoint = found.group(4) == null ? "" : ":" + found.group(4);
                                return Matcher.quoteReplacement(
                                        found.group(1) + " " + scope.scoped(service) + endpoint);
                            })
                            .getBytes(UTF_8));
        }
        return new UnitReading(findings, provided, consumed, listening, rewritten);
    }
}

package org.esbmt.http.bc.internal.unit;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.container.api.unit.ConsumedService;
import org.esbmt.jbi.container.api.unit.ListeningEndpoint;
import org.esbmt.jbi.container.api.unit.NamedEndpoint;
import org.esbmt.jbi.container.api.unit.TenantScope;
import org.esbmt.jbi.container.api.unit.UnitFiles;
import org.esbmt.jbi.container.api.unit.UnitReader;
import org.esbmt.jbi.container.api.unit.UnitReading;
import org.osgi.service.component.annotations.Component;

/**
 * Reads a tenant's service unit for this component: an {@code xbean.xml}, and WSDL files with their schemas. It
 * rewrites the {@code xbean.xml} with the names on the bus. WSDL files stay unchanged; the address is inserted when a
 * client requests one.
 */
@Component(service = UnitReader.class, property = InstalledComponents.NAME + "=http-bc")
public final class HttpUnitReader implements UnitReader {
    /** Files of the archive itself; the deployer reads the first, and the second is not used. */
    private static final Set<String> OF_ARCHIVE = Set.of("META-INF/jbi.xml", "META-INF/MANIFEST.MF");

    @Override
    public UnitReading read(UnitFiles unit, TenantScope scope) {
        UnitFindings findings = new UnitFindings();
        List<HttpEndpointDefinition> endpoints = XbeanGrammar.read(unit, true, scope::isGivenByBus, findings);
        Map<String, byte[]> rewritten = new TreeMap<>();
        for (String name : unit.names()) {
            if (name.toLowerCase(Locale.ROOT).endsWith(".wsdl")
                    || name.toLowerCase(Locale.ROOT).endsWith(".xsd")) {
                WsdlGrammar.check(name, unit, findings);
                rewritten.put(name, unit.content(name).orElseThrow());
            } else if (!name.equals(UnitDefinition.FILE) && !OF_ARCHIVE.contains(name)) {
                findings.add(
                        name,
                        0,
                        Rule.FILE,
                        "the component http-bc has no use for it; its units have " + UnitDefinition.FILE
                                + ", .wsdl and .xsd files");
            }
        }
        for (HttpEndpointDefinition endpoint : endpoints) {
            if (endpoint.wsdl().filter(wsdl -> !rewritten.containsKey(wsdl)).isPresent()) {
                findings.add(
                        UnitDefinition.FILE,
                        endpoint.line(),
                        Rule.WSDL,
                        "wsdl names '" + endpoint.wsdl().get() + "', which does not end with .wsdl");
            }
        }
        if (findings.count() > 0) {
            return UnitReading.refused(findings.sorted());
        }
        rewritten.put(UnitDefinition.FILE, XbeanWriter.write(endpoints, scope::scoped));
        return new UnitReading(
                List.of(), provided(endpoints), consumed(endpoints), listening(endpoints, scope), rewritten);
    }

    private static Set<NamedEndpoint> provided(List<HttpEndpointDefinition> endpoints) {
        Set<NamedEndpoint> provided = new HashSet<>();
        for (HttpEndpointDefinition endpoint : endpoints) {
            if (endpoint instanceof ProviderDefinition) {
                provided.add(new NamedEndpoint(endpoint.service(), endpoint.endpoint()));
            }
        }
        return provided;
    }

    private static Set<ListeningEndpoint> listening(List<HttpEndpointDefinition> endpoints, TenantScope scope) {
        Set<ListeningEndpoint> listening = new HashSet<>();
        for (HttpEndpointDefinition endpoint : endpoints) {
            if (endpoint instanceof ConsumerDefinition consumer) {
                listening.add(new ListeningEndpoint(
                        new NamedEndpoint(consumer.service(), consumer.endpoint()),
                        address(consumer),
                        TenantPath.of(scope.tenant(), consumer)));
            }
        }
        return listening;
    }

    /** The end of a tenant's URLs: the local part of the service's name, which has no slash, and the endpoint. */
    private static String address(ConsumerDefinition consumer) {
        return consumer.service().getLocalPart() + "/" + consumer.endpoint();
    }

    private static Set<ConsumedService> consumed(List<HttpEndpointDefinition> endpoints) {
        Set<ConsumedService> consumed = new HashSet<>();
        for (HttpEndpointDefinition endpoint : endpoints) {
            if (endpoint instanceof ConsumerDefinition consumer) {
                ExchangeTarget target = consumer.target();
                target.service().ifPresent(service -> consumed.add(new ConsumedService(service, target.endpoint())));
            }
        }
        return consumed;
    }
}

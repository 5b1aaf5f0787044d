package org.esbmt.http.bc.internal.endpoint;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.jbi.JBIException;
import javax.jbi.management.DeploymentException;
import javax.jbi.servicedesc.ServiceEndpoint;
import org.esbmt.http.bc.internal.unit.ConsumerDefinition;
import org.esbmt.http.bc.internal.unit.HttpEndpointDefinition;
import org.esbmt.http.bc.internal.unit.Loopback;
import org.esbmt.http.bc.internal.unit.ProviderDefinition;
import org.esbmt.http.bc.internal.unit.ProviderSecurity;
import org.esbmt.http.bc.internal.unit.SenderPolicy.Proof;
import org.esbmt.http.bc.internal.unit.UnitDefinition;
import org.esbmt.http.bc.internal.unit.UnitDefinitionException;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.ServiceUnitOwner;
import org.esbmt.jbi.container.api.SuccessionUnitManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service units of the component: a unit's endpoints open with {@code start} and close with {@code stop}, or change
 * hands with a succession. Called by the deployer, one operation on a unit after the other.
 */
final class HttpServiceUnits implements SuccessionUnitManager {
    private static final Logger LOG = LoggerFactory.getLogger(HttpServiceUnits.class);

    private final Engine engine;
    private final Map<String, HttpUnit> units = new ConcurrentHashMap<>();

    HttpServiceUnits(Engine engine) {
        this.engine = engine;
    }

    @Override
    public String deploy(String name, String root) throws DeploymentException {
        read(name, Path.of(root));
        return success("deploy");
    }

    @Override
    public void init(String name, String root) throws DeploymentException {
        units.put(name, read(name, Path.of(root)));
    }

    private HttpUnit read(String name, Path root) throws DeploymentException {
        try {
            Owner owner = ServiceUnitOwner.read(root);
            List<HttpEndpointDefinition> definitions = UnitDefinition.read(root, owner);
            for (HttpEndpointDefinition definition : definitions) {
                check(definition);
            }
            return new HttpUnit(name, root, owner, definitions, engine);
        } catch (UnitDefinitionException | IOException | IllegalArgumentException e) {
            throw new DeploymentException("service unit " + name + ": " + e.getMessage(), e);
        }
    }

    private void check(HttpEndpointDefinition definition) {
        if (definition instanceof ProviderDefinition provider) {
            check(provider);
        }
        if (definition instanceof ConsumerDefinition consumer
                && !engine.hasServerKey()
                && consumer.location()
                        .map(URI::getScheme)
                        .filter("https"::equalsIgnoreCase)
                        .isPresent()) {
            throw new IllegalArgumentException(UnitDefinition.FILE + ":" + definition.line()
                    + ": https needs a key: set tls.keystore of org.esbmt.http.bc");
        }
        if (definition instanceof ConsumerDefinition consumer
                && consumer.senders().needsMessageSecurity()
                && !engine.hasMessageSecurity(consumer.senders().accept().contains(Proof.SESSION))) {
            missing(definition, "accept and answer");
        }
        if (definition instanceof ConsumerDefinition consumer
                && consumer.senders().needsTls()
                && !engine.servesTenantsWithTls()) {
            throw new IllegalArgumentException(UnitDefinition.FILE + ":" + definition.line()
                    + ": every proof in accept needs TLS: set tls.port and tls.keystore of org.esbmt.http.bc");
        }
    }

    private void check(ProviderDefinition provider) {
        ProviderSecurity security = provider.security();
        boolean plain = provider.location().getScheme().equalsIgnoreCase("http")
                && !Loopback.isHost(provider.location().getHost());
        if (security.secure().isSecret() && plain && !engine.hasPlainSecrets()) {
            throw new IllegalArgumentException(UnitDefinition.FILE + ":" + provider.line()
                    + ": secure=\"" + security.secure() + "\" needs a back end with https, since a secret would be sent"
                    + " in the clear; the system administrator may permit it by backend.plain.secrets");
        }
        if (!security.isNone() && !engine.hasMessageSecurity(false)) {
            missing(provider, "secure, client-certificate or authority");
        }
    }

    /**
     * The services come by themselves at a start of the bus, perhaps after the units, or once the file of the sealing keys
     * is right. Until then no message goes on.
     */
    private static void missing(HttpEndpointDefinition definition, String attributes) {
        LOG.warn(
                "The endpoint {} {} has no messages before all services of WS-Security are there, because of {}. If they"
                        + " do not come, look for the bundles message-security and tenant-keys, and for their lines.",
                definition.service(),
                definition.endpoint(),
                attributes);
    }

    @Override
    public void start(String name) throws DeploymentException {
        Predecessors nobody = new Predecessors(Set.of(), Set.of());
        takeOverProviders(name, nobody);
        try {
            takeOverConsumers(name, nobody);
        } catch (DeploymentException e) {
            unit(name).closeProviders();
            throw e;
        }
    }

    @Override
    public Set<ServiceEndpoint> endpoints(String name) {
        HttpUnit unit = units.get(name);
        return unit == null ? Set.of() : unit.endpoints();
    }

    @Override
    public void takeOverProviders(String name, Predecessors predecessors) throws DeploymentException {
        try {
            unit(name).openProviders(predecessors.endpoints());
        } catch (JBIException | RuntimeException e) {
            throw cannotStart(name, e);
        }
    }

    @Override
    public void takeOverConsumers(String name, Predecessors predecessors) throws DeploymentException {
        List<ConsumerEndpoint> givingWay = new ArrayList<>();
        for (String predecessor : predecessors.units()) {
            givingWay.addAll(unit(predecessor).consumers());
        }
        try {
            unit(name).openConsumers(givingWay);
        } catch (IOException | RuntimeException e) {
            throw cannotStart(name, e);
        }
    }

    private static DeploymentException cannotStart(String name, Exception e) {
        return new DeploymentException("service unit " + name + " cannot start: " + e.getMessage(), e);
    }

    @Override
    public void closeConsumers(String name) throws DeploymentException {
        unit(name).closeConsumers();
    }

    @Override
    public void stop(String name) throws DeploymentException {
        unit(name).closeConsumers();
        unit(name).closeProviders();
    }

    @Override
    public void shutDown(String name) throws DeploymentException {
        HttpUnit unit = units.remove(name);
        if (unit != null) {
            unit.closeConsumers();
            unit.closeProviders();
        }
    }

    @Override
    public String undeploy(String name, String root) throws DeploymentException {
        shutDown(name);
        return success("undeploy");
    }

    /** The answer of JSR-208, section 6.9.1.7. */
    private static String success(String task) {
        return "<component-task-result xmlns=\"http://java.sun.com/xml/ns/jbi/management-message\">"
                + "<component-name>http-bc</component-name><component-task-result-details><task-result-details>"
                + "<task-id>" + task + "</task-id><task-result>SUCCESS</task-result></task-result-details>"
                + "</component-task-result-details></component-task-result>";
    }

    private HttpUnit unit(String name) throws DeploymentException {
        HttpUnit unit = units.get(name);
        if (unit == null) {
            throw new DeploymentException("service unit " + name + " has not been initialized");
        }
        return unit;
    }
}

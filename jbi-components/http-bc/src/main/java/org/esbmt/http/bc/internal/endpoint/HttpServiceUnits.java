package org.esbmt.http.bc.internal.endpoint;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.jbi.JBIException;
import javax.jbi.component.ServiceUnitManager;
import javax.jbi.management.DeploymentException;
import javax.jbi.servicedesc.ServiceEndpoint;
import org.esbmt.http.bc.internal.soap.WsdlAddress;
import org.esbmt.http.bc.internal.unit.ConsumerDefinition;
import org.esbmt.http.bc.internal.unit.HttpEndpointDefinition;
import org.esbmt.http.bc.internal.unit.ProviderDefinition;
import org.esbmt.http.bc.internal.unit.UnitDefinition;
import org.esbmt.http.bc.internal.unit.UnitDefinitionException;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.ServiceUnitOwner;

/**
 * The service units of the component: a unit's endpoints open with {@code start} and close with {@code stop}. Called by
 * the deployer, one operation on a unit after the other.
 */
final class HttpServiceUnits implements ServiceUnitManager {
    private record Unit(Path root, Owner owner, List<HttpEndpointDefinition> definitions, List<Runnable> undo) {}

    private final Engine engine;
    private final Map<String, Unit> units = new ConcurrentHashMap<>();

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

    private Unit read(String name, Path root) throws DeploymentException {
        try {
            Owner owner = ServiceUnitOwner.read(root);
            List<HttpEndpointDefinition> definitions = UnitDefinition.read(root, owner);
            for (HttpEndpointDefinition definition : definitions) {
                check(definition);
            }
            return new Unit(root, owner, definitions, new ArrayList<>());
        } catch (UnitDefinitionException | IOException | IllegalArgumentException e) {
            throw new DeploymentException("service unit " + name + ": " + e.getMessage(), e);
        }
    }

    private void check(HttpEndpointDefinition definition) {
        if (definition instanceof ConsumerDefinition consumer
                && !engine.hasServerKey()
                && consumer.location()
                        .map(URI::getScheme)
                        .filter("https"::equalsIgnoreCase)
                        .isPresent()) {
            throw new IllegalArgumentException(UnitDefinition.FILE + ":" + definition.line()
                    + ": https needs a key: set tls.keystore of org.esbmt.http.bc");
        }
    }

    @Override
    public void start(String name) throws DeploymentException {
        Unit unit = unit(name);
        try {
            for (HttpEndpointDefinition definition : unit.definitions()) {
                if (definition instanceof ProviderDefinition provider) {
                    open(unit, provider);
                }
            }
            for (HttpEndpointDefinition definition : unit.definitions()) {
                if (definition instanceof ConsumerDefinition consumer) {
                    open(unit, consumer);
                }
            }
        } catch (JBIException | IOException | RuntimeException e) {
            close(unit);
            throw new DeploymentException("service unit " + name + " cannot start: " + e.getMessage(), e);
        }
    }

    private void open(Unit unit, ProviderDefinition definition) throws JBIException {
        ProviderEndpoint endpoint = engine.provider(unit.owner(), definition);
        unit.undo().add(() -> engine.release(endpoint));
        ServiceEndpoint activated = engine.activate(unit.owner(), endpoint);
        unit.undo().add(() -> engine.deactivate(activated));
    }

    private void open(Unit unit, ConsumerDefinition definition) throws IOException {
        boolean tenant = unit.owner().tenant().isPresent();
        String path = tenant
                ? TenantPath.of(unit.owner().tenant().get(), definition)
                : plainPath(definition.location().orElseThrow());
        String url = tenant
                ? engine.urls().plain() + path
                : definition.location().orElseThrow().toString();
        String urlOverTls = tenant ? engine.urls().tls() + path : url;
        byte[] wsdl = wsdl(unit, definition, url);
        ConsumerEndpoint endpoint = new ConsumerEndpoint(
                definition,
                unit.owner(),
                path,
                wsdl,
                urlOverTls.equals(url) ? wsdl : wsdl(unit, definition, urlOverTls),
                engine.limits().withMessageBytes(definition.maxMessageBytes()));
        if (tenant) {
            engine.ports().tenants().add(endpoint);
            unit.undo().add(() -> engine.ports().tenants().remove(endpoint));
        } else {
            engine.ports().addPlain(endpoint);
            unit.undo().add(() -> engine.ports().removePlain(endpoint));
        }
    }

    /** Null if there is none. */
    private static byte[] wsdl(Unit unit, ConsumerDefinition definition, String url) throws IOException {
        return definition.wsdl().isPresent()
                ? WsdlAddress.replaced(
                        Files.readAllBytes(unit.root().resolve(definition.wsdl().get())), url)
                : null;
    }

    private static String plainPath(URI location) {
        String path = location.getRawPath();
        return path == null || path.isEmpty() ? "/" : path;
    }

    @Override
    public void stop(String name) throws DeploymentException {
        close(unit(name));
    }

    private static void close(Unit unit) {
        for (int i = unit.undo().size() - 1; i >= 0; i--) {
            unit.undo().get(i).run();
        }
        unit.undo().clear();
    }

    @Override
    public void shutDown(String name) throws DeploymentException {
        Unit unit = units.remove(name);
        if (unit != null) {
            close(unit);
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

    private Unit unit(String name) throws DeploymentException {
        Unit unit = units.get(name);
        if (unit == null) {
            throw new DeploymentException("service unit " + name + " has not been initialized");
        }
        return unit;
    }
}

package org.esbmt.camel.se.internal.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.jbi.JBIException;
import javax.jbi.management.DeploymentException;
import javax.jbi.servicedesc.ServiceEndpoint;
import org.esbmt.camel.se.internal.model.RouteUnit;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.ServiceUnitOwner;
import org.esbmt.jbi.container.api.SuccessionUnitManager;
import org.esbmt.jbi.container.api.unit.UnitFiles;

/**
 * The service units of the component. All operations that can fail happen in {@code init}: afterwards the routes run,
 * and their endpoints open with {@code start}. Called by the deployer, one operation on a unit after the other.
 */
public final class CamelServiceUnits implements SuccessionUnitManager {
    /** Reads the routes of a unit that the deployer has written. */
    @FunctionalInterface
    public interface ModelReader {
        /**
         * Reads the routes.
         *
         * @param root the unit's folder
         * @throws DeploymentException names the file and its error
         */
        UnitSource read(Path root) throws DeploymentException;
    }

    /** The routes and files of a service unit. */
    public record UnitSource(RouteUnit routes, UnitFiles files) {}

    private record Unit(CamelUnit runtime, List<ServiceEndpoint> endpoints) {}

    private final CamelEngine engine;
    private final ModelReader reader;
    private final Map<String, Unit> units = new ConcurrentHashMap<>();

    public CamelServiceUnits(CamelEngine engine, ModelReader reader) {
        this.engine = engine;
        this.reader = reader;
    }

    @Override
    public String deploy(String name, String root) throws DeploymentException {
        owner(name, root);
        reader.read(Path.of(root));
        return success("deploy");
    }

    @Override
    public void init(String name, String root) throws DeploymentException {
        Owner owner = owner(name, root);
        UnitSource source = reader.read(Path.of(root));
        try {
            Unit before = units.put(name, new Unit(engine.build(name, owner, source), new ArrayList<>()));
            if (before != null) {
                before.runtime().close();
            }
        } catch (Exception e) {
            throw new DeploymentException("service unit " + name + " cannot be built: " + e.getMessage(), e);
        }
    }

    private static Owner owner(String name, String root) throws DeploymentException {
        try {
            return ServiceUnitOwner.read(Path.of(root));
        } catch (IOException e) {
            throw new DeploymentException("service unit " + name + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void start(String name) throws DeploymentException {
        open(unit(name), name, Set.of());
    }

    @Override
    public void takeOverProviders(String name, Predecessors predecessors) throws DeploymentException {
        open(unit(name), name, predecessors.endpoints());
    }

    /** Does nothing: routes start no exchanges by themselves. */
    @Override
    public void takeOverConsumers(String name, Predecessors predecessors) throws DeploymentException {
        unit(name);
    }

    @Override
    public void closeConsumers(String name) throws DeploymentException {
        unit(name);
    }

    private void open(Unit unit, String name, Set<ServiceEndpoint> givingWay) throws DeploymentException {
        try {
            for (JbiConsumer consumer : unit.runtime().consumers()) {
                unit.endpoints().add(engine.activate(consumer, givingWay));
            }
        } catch (JBIException | RuntimeException e) {
            closeEndpoints(unit);
            throw new DeploymentException("service unit " + name + " cannot start: " + e.getMessage(), e);
        }
    }

    @Override
    public Set<ServiceEndpoint> endpoints(String name) {
        Unit unit = units.get(name);
        return unit == null ? Set.of() : Set.copyOf(unit.endpoints());
    }

    @Override
    public void stop(String name) throws DeploymentException {
        closeEndpoints(unit(name));
    }

    private void closeEndpoints(Unit unit) {
        engine.close(unit.endpoints());
        unit.endpoints().clear();
    }

    @Override
    public void shutDown(String name) throws DeploymentException {
        Unit unit = units.remove(name);
        if (unit != null) {
            end(unit);
        }
    }

    private void end(Unit unit) {
        closeEndpoints(unit);
        unit.runtime().close();
    }

    @Override
    public String undeploy(String name, String root) throws DeploymentException {
        shutDown(name);
        return success("undeploy");
    }

    /** The counters of all units. */
    public CamelServiceEngineMXBean management() {
        return new Management(this::runtimes, engine.workers());
    }

    /** Ends the remaining units, before the engine ends. */
    public void close() {
        for (String name : List.copyOf(units.keySet())) {
            Unit unit = units.remove(name);
            if (unit != null) {
                end(unit);
            }
        }
    }

    private Collection<CamelUnit> runtimes() {
        return units.values().stream().map(Unit::runtime).toList();
    }

    /** The answer of JSR-208, section 6.9.1.7. */
    private static String success(String task) {
        return "<component-task-result xmlns=\"http://java.sun.com/xml/ns/jbi/management-message\">"
                + "<component-name>camel-se</component-name><component-task-result-details><task-result-details>"
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

package org.esbmt.jbi.deployer.internal.assembly;

import java.io.StringReader;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.jbi.component.Component;
import javax.jbi.component.ServiceUnitManager;
import javax.jbi.management.DeploymentException;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.esbmt.jbi.container.api.SuccessionUnitManager;
import org.esbmt.jbi.container.api.SuccessionUnitManager.Predecessors;
import org.esbmt.jbi.deployer.internal.archive.AssemblyDescriptor;
import org.esbmt.management.api.DeploymentException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One service unit and how far its component has taken it (JSR-208, section 6.8.2). Steps up throw and leave the unit
 * where it was; steps down are taken whatever the component says. Threads: those that hold the assembly's lock.
 */
final class UnitLifeCycle {
    private static final Logger LOG = LoggerFactory.getLogger(UnitLifeCycle.class);

    private final AssemblyKey assembly;
    private final AssemblyDescriptor.Unit unit;
    private final Path root;
    private final String name;

    private Stage stage = Stage.ABSENT;
    private Component component;

    /** In the order in which a unit rises. */
    enum Stage {
        /** The component does not know of the unit. */
        ABSENT,
        /** After deploy, or after shutDown. */
        DEPLOYED,
        /** After init, or after stop. */
        INITIALIZED,
        STARTED;

        /** The stages that a component takes a unit to, upwards. */
        static final List<Stage> RISING = List.of(DEPLOYED, INITIALIZED, STARTED);

        /** One step down. */
        Stage below() {
            return switch (this) {
                case ABSENT -> throw new IllegalStateException("nothing is below " + this);
                case DEPLOYED -> ABSENT;
                case INITIALIZED -> DEPLOYED;
                case STARTED -> INITIALIZED;
            };
        }
    }

    /** @param name what the component calls the unit */
    UnitLifeCycle(AssemblyKey assembly, AssemblyDescriptor.Unit unit, Path root, String name) {
        this.assembly = assembly;
        this.unit = unit;
        this.root = root;
        this.name = name;
    }

    String name() {
        return name;
    }

    /** The same unit under another name, which no component knows of yet. */
    UnitLifeCycle called(String other) {
        return new UnitLifeCycle(assembly, unit, root, other);
    }

    boolean isStarted() {
        return stage == Stage.STARTED;
    }

    AssemblyDescriptor.Unit unit() {
        return unit;
    }

    /**
     * Takes the unit one stage up, if it is below it.
     *
     * @param by the component as it is now; another one than before starts with deploy, as it does not know the unit
     */
    void raise(Stage to, Component by) throws org.esbmt.management.api.DeploymentException {
        if (component != by) {
            stage = Stage.ABSENT;
            component = by;
        }
        if (stage.compareTo(to) >= 0) {
            return;
        }
        if (stage != to.below()) {
            throw new IllegalStateException("the unit " + unit.name() + " cannot go from " + stage + " to " + to);
        }
        String verb =
                switch (to) {
                    case ABSENT -> throw new IllegalArgumentException("nothing is below " + to);
                    case DEPLOYED -> "deployed";
                    case INITIALIZED -> "initialized";
                    case STARTED -> "started";
                };
        try {
            call(manager -> {
                switch (to) {
                    case DEPLOYED -> checkResult(manager.deploy(name, root.toString()));
                    case INITIALIZED -> manager.init(name, root.toString());
                    default -> manager.start(name);
                }
            });
            stage = to;
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            if (to == Stage.DEPLOYED) {
                component = null;
            }
            throw failed(verb, e);
        }
    }

    /** Takes the unit down, if it is above the stage, step by step. A step that fails is logged and counts as taken. */
    void lower(Stage to) {
        while (stage.compareTo(to) > 0) {
            Stage next = stage.below();
            try {
                call(manager -> {
                    switch (next) {
                        case INITIALIZED -> manager.stop(name);
                        case DEPLOYED -> manager.shutDown(name);
                        default -> checkResult(manager.undeploy(name, root.toString()));
                    }
                });
            } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
                LOG.warn(
                        "The component {} failed to take the unit {} of {} from {} to {}; it is treated as done.",
                        unit.component(),
                        unit.name(),
                        assembly,
                        stage,
                        next,
                        e);
            }
            stage = next;
        }
        if (stage == Stage.ABSENT) {
            component = null;
        }
    }

    /** Whether its component can tell providers from consumers, and let it take the place of others. */
    boolean canSucceed() {
        return component != null && canSucceed(component);
    }

    /** Whether units of the component can take the place of others; not those of one that fails to tell. */
    static boolean canSucceed(Component component) {
        try {
            return component.getServiceUnitManager() instanceof SuccessionUnitManager;
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("A component failed to tell how it takes service units.", e);
            return false;
        }
    }

    /** The endpoints that the unit has on the bus, as far as its component tells. */
    Set<ServiceEndpoint> endpoints() throws org.esbmt.management.api.DeploymentException {
        Set<ServiceEndpoint> endpoints = new HashSet<>();
        if (canSucceed()) {
            try {
                call(manager -> endpoints.addAll(succession(manager).endpoints(name)));
            } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
                throw failed("succeeded", e);
            }
        }
        return endpoints;
    }

    /** Opens the initialized unit's providers; then it counts as started, so that it is stopped if it comes to that. */
    void takeOverProviders(Predecessors predecessors) throws org.esbmt.management.api.DeploymentException {
        try {
            call(manager -> succession(manager).takeOverProviders(name, predecessors));
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            throw failed("started", e);
        }
        stage = Stage.STARTED;
    }

    void takeOverConsumers(Predecessors predecessors) throws org.esbmt.management.api.DeploymentException {
        try {
            call(manager -> succession(manager).takeOverConsumers(name, predecessors));
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            throw failed("started", e);
        }
    }

    private static SuccessionUnitManager succession(ServiceUnitManager manager) throws DeploymentException {
        if (manager instanceof SuccessionUnitManager succession) {
            return succession;
        }
        throw new DeploymentException("the component's units take nobody's place");
    }

    /** Lets the unit finish what it has brought onto the bus, if it is started and its component can. */
    void closeConsumers() {
        if (stage != Stage.STARTED) {
            return;
        }
        try {
            call(manager -> {
                if (manager instanceof SuccessionUnitManager succession) {
                    succession.closeConsumers(name);
                }
            });
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            LOG.warn(
                    "The component {} failed to close the consumers of the unit {} of {}; it is stopped all the same.",
                    unit.component(),
                    unit.name(),
                    assembly,
                    e);
        }
    }

    private org.esbmt.management.api.DeploymentException failed(String verb, Throwable e) {
        return new org.esbmt.management.api.DeploymentException(
                Reason.UNIT_FAILED,
                "the unit " + unit.name() + " cannot be " + verb + " by the component " + unit.component() + ": "
                        + ComponentMessage.of(e),
                e);
    }

    private interface Step {
        void on(ServiceUnitManager manager) throws Exception;
    }

    /** Components of the ServiceMix family look classes up by the thread's context class loader. */
    private void call(Step step) throws Exception {
        ServiceUnitManager manager = component.getServiceUnitManager();
        if (manager == null) {
            throw new DeploymentException("the component does not take service units");
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(component.getClass().getClassLoader());
        try {
            step.on(manager);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** JSR-208, section 6.10: a component may throw, or say FAILED in a component-task-result. */
    private static void checkResult(String result) throws DeploymentException {
        if (result == null || !result.contains("FAILED")) {
            return;
        }
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(result));
            while (xml.hasNext()) {
                if (xml.next() == XMLStreamReader.START_ELEMENT
                        && xml.getLocalName().equals("task-result")
                        && xml.getElementText().strip().equals("FAILED")) {
                    throw new DeploymentException(result);
                }
            }
        } catch (XMLStreamException e) {
            LOG.debug("A component answered with something else than a component-task-result: {}", result, e);
        }
    }
}

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
 * One service unit and its stage at the component (JSR-208, section 6.8.2). A failed step up throws and leaves the unit
 * in its stage. A step down counts as taken even if the component fails. Threads: those with the assembly's lock.
 */
final class UnitLifeCycle {
    private static final Logger LOG = LoggerFactory.getLogger(UnitLifeCycle.class);

    private final AssemblyKey assembly;
    private final AssemblyDescriptor.Unit unit;
    private final Path root;
    private final String name;

    private Stage stage = Stage.ABSENT;
    private Component component;

    /** The stages in rising order. */
    enum Stage {
        /** The component does not know the unit. */
        ABSENT,
        /** After deploy, or after shutDown. */
        DEPLOYED,
        /** After init, or after stop. */
        INITIALIZED,
        STARTED;

        /** The stages that a component raises a unit to, in order. */
        static final List<Stage> RISING = List.of(DEPLOYED, INITIALIZED, STARTED);

        /** The stage below. */
        Stage below() {
            return switch (this) {
                case ABSENT -> throw new IllegalStateException("nothing is below " + this);
                case DEPLOYED -> ABSENT;
                case INITIALIZED -> DEPLOYED;
                case STARTED -> INITIALIZED;
            };
        }
    }

    /** @param name its name at the component */
    UnitLifeCycle(AssemblyKey assembly, AssemblyDescriptor.Unit unit, Path root, String name) {
        this.assembly = assembly;
        this.unit = unit;
        this.root = root;
        this.name = name;
    }

    String name() {
        return name;
    }

    /** The same unit under another name that no component knows yet. */
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
     * Raises the unit by one stage, if it is below it.
     *
     * @param by the present component; a new one starts with deploy, since it does not know the unit
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

    /** Lowers the unit, if it is above the stage, step by step. A failed step is logged and counts as taken. */
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

    /** True if its component separates providers from consumers, and supports succession. */
    boolean canSucceed() {
        return component != null && canSucceed(component);
    }

    /** True if the component supports succession; false if the query fails. */
    static boolean canSucceed(Component component) {
        try {
            return component.getServiceUnitManager() instanceof SuccessionUnitManager;
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("A component failed to report its support of succession.", e);
            return false;
        }
    }

    /** The endpoints of the unit on the bus, as far as its component reports them. */
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

    /** Opens the initialized unit's providers. The unit then counts as started, so that a failure stops it. */
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
        throw new DeploymentException("the component does not support succession");
    }

    /** Lets a started unit finish the exchanges that it sent, if its component supports that. */
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

    /** Components of the ServiceMix family load classes with the thread's context class loader. */
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

    /** JSR-208, section 6.10: a component may throw an exception, or return FAILED in a component-task-result. */
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

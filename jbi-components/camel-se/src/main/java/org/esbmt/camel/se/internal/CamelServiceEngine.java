package org.esbmt.camel.se.internal;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import javax.jbi.JBIException;
import javax.jbi.component.Component;
import javax.jbi.component.ComponentContext;
import javax.jbi.component.ComponentLifeCycle;
import javax.jbi.component.ServiceUnitManager;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.engine.CamelEngine;
import org.esbmt.camel.se.internal.engine.CamelServiceEngineMXBean;
import org.esbmt.camel.se.internal.engine.CamelServiceUnits;
import org.esbmt.camel.se.internal.engine.EngineLimits;
import org.esbmt.camel.se.internal.steps.SharedSteps;
import org.esbmt.camel.se.internal.steps.StepLimits;
import org.esbmt.camel.se.internal.steps.StepsMXBean;
import org.esbmt.camel.se.internal.work.TenantWorkers;
import org.esbmt.camel.se.internal.work.WorkLimits;
import org.esbmt.jbi.container.api.DrainTime;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.container.api.TenantComponentContext;
import org.esbmt.jbi.container.api.jmx.DescribedMBean;
import org.esbmt.xml.api.XmlLimits;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.w3c.dom.Document;
import org.w3c.dom.DocumentFragment;

/** The Camel service engine. It exists only with a valid configuration. */
@org.osgi.service.component.annotations.Component(
        service = Component.class,
        configurationPid = "org.esbmt.camel.se",
        property = {
            InstalledComponents.NAME + "=camel-se",
            InstalledComponents.TYPE + "=service-engine",
            InstalledComponents.DESCRIPTION + "=Routes in Apache Camel's language, for tenants and for plain assemblies"
        })
@Designate(ocd = CamelConfiguration.class)
public final class CamelServiceEngine implements Component, ComponentLifeCycle {
    private static final Logger LOG = LoggerFactory.getLogger(CamelServiceEngine.class);
    private static final String OBJECT_NAME = "org.esbmt:type=CamelServiceEngine";
    private static final String STEPS_NAME = OBJECT_NAME + ",part=steps";

    private final EngineLimits limits;
    private final WorkLimits workLimits;
    private final StepLimits stepLimits;
    private final ContentLimits contentLimits;
    private final BooleanSupplier busStops;
    private TenantWorkers workers;
    private SharedSteps steps;
    private CamelEngine engine;
    private CamelServiceUnits units;
    private MBeanServer mbeans;
    private WarmUp warmUp;

    @Activate
    public CamelServiceEngine(BundleContext context, CamelConfiguration configuration) {
        this(configuration, stopping(context.getBundle(0)));
    }

    private static BooleanSupplier stopping(Bundle system) {
        return () -> system.getState() == Bundle.STOPPING;
    }

    /** @param busStops true while the whole bus stops, so that closing must not take long */
    CamelServiceEngine(CamelConfiguration configuration, BooleanSupplier busStops) {
        this.busStops = requireNonNull(busStops, "busStops");
        limits = new EngineLimits(
                configuration.message_bytes(),
                configuration.peek_bytes(),
                configuration.hops_max(),
                Duration.ofSeconds(configuration.exchange_timeout_seconds()),
                Duration.ofSeconds(configuration.drain_timeout_seconds()));
        int threads = configuration.threads() == 0
                ? Math.max(4, 2 * Runtime.getRuntime().availableProcessors())
                : configuration.threads();
        workLimits = new WorkLimits(
                threads,
                Math.max(1, threads / 2),
                configuration.tenant_queue(),
                configuration.tenant_waiting(),
                Duration.ofSeconds(30));
        stepLimits = new StepLimits(
                configuration.message_exchanges(),
                configuration.split_parts(),
                configuration.collected_bytes(),
                configuration.parallel_parts(),
                configuration.tenant_groups(),
                configuration.group_exchanges(),
                configuration.tenant_held_bytes(),
                configuration.tenant_gathered_bytes(),
                configuration.throttle_waiting(),
                Duration.ofSeconds(configuration.throttle_wait_seconds()),
                StepLimits.DEFAULTS.delay(),
                configuration.tenant_taps(),
                configuration.tenant_remembered());
        // an evaluation may read every document that a step may read
        XmlLimits document = XmlLimits.DEFAULTS.withMessageBytes(
                Math.max(XmlLimits.DEFAULTS.messageBytes(), configuration.message_bytes()));
        contentLimits = new ContentLimits(
                EvaluationLimits.configured(
                        "xpath",
                        configuration.xpath_millis(),
                        configuration.xpath_memory_bytes(),
                        configuration.xpath_output_bytes(),
                        document),
                EvaluationLimits.configured(
                        "xslt",
                        configuration.xslt_millis(),
                        configuration.xslt_memory_bytes(),
                        configuration.xslt_output_bytes(),
                        document));
    }

    @Override
    public void init(ComponentContext context) throws JBIException {
        if (!(context instanceof TenantComponentContext tenantContext)) {
            throw new JBIException("camel-se needs a container that knows tenants");
        }
        workers = new TenantWorkers(workLimits);
        steps = new SharedSteps(workers, stepLimits, tenantContext.messageMemory());
        DrainTime drain = new DrainTime(limits.drain(), busStops, System::nanoTime);
        UnitContents contents = new UnitContents(workers, steps, contentLimits);
        engine = new CamelEngine(tenantContext, workers, contents::xpath, contents::steps, limits, drain);
        units = new CamelServiceUnits(engine, UnitContents::read);
        mbeans = context.getMBeanServer();
    }

    @Override
    public void start() {
        warmUp = WarmUp.begin(new TrialUnit(engine).tasks());
        if (mbeans != null) {
            try {
                mbeans.registerMBean(
                        new DescribedMBean<>(
                                units.management(),
                                CamelServiceEngineMXBean.class,
                                "The counters of the Camel service engine, of the units that are there now."),
                        new ObjectName(OBJECT_NAME));
                mbeans.registerMBean(
                        new DescribedMBean<>(
                                steps.counters(),
                                StepsMXBean.class,
                                "What the steps of all units have refused or given up since the start."),
                        new ObjectName(STEPS_NAME));
            } catch (JMException e) {
                LOG.warn("The counters of camel-se cannot be read with JMX: {}", e.getMessage());
            }
        }
    }

    @Override
    public void stop() {
        warmUp.close();
        if (mbeans != null) {
            try {
                mbeans.unregisterMBean(new ObjectName(OBJECT_NAME));
                mbeans.unregisterMBean(new ObjectName(STEPS_NAME));
            } catch (JMException e) {
                LOG.debug("The counters of camel-se were not registered: {}", e.getMessage());
            }
        }
    }

    ContentLimits contentLimits() {
        return contentLimits;
    }

    /** The warm-up of the last start. */
    WarmUp warmUp() {
        return warmUp;
    }

    @Override
    public void shutDown() {
        units.close();
        engine.close();
        workers.close();
    }

    @Override
    public ObjectName getExtensionMBeanName() {
        return null;
    }

    @Override
    public ComponentLifeCycle getLifeCycle() {
        return this;
    }

    @Override
    public ServiceUnitManager getServiceUnitManager() {
        return units;
    }

    @Override
    public Document getServiceDescription(ServiceEndpoint endpoint) {
        return null;
    }

    @Override
    public boolean isExchangeWithConsumerOkay(ServiceEndpoint endpoint, MessageExchange exchange) {
        return true;
    }

    @Override
    public boolean isExchangeWithProviderOkay(ServiceEndpoint endpoint, MessageExchange exchange) {
        return true;
    }

    @Override
    public ServiceEndpoint resolveEndpointReference(DocumentFragment reference) {
        return null;
    }
}

package org.esbmt.camel.se.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.jbi.JBIException;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.InOnly;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.RobustInOnly;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.xml.namespace.QName;
import org.esbmt.camel.se.internal.engine.Partner;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.ServiceUnitOwner;
import org.esbmt.jbi.container.api.unit.TenantScope;
import org.esbmt.jbi.container.api.unit.UnitReading;
import org.esbmt.jbi.container.internal.SameTenantBoundary;
import org.esbmt.jbi.container.internal.component.JbiEnvironment;
import org.esbmt.jbi.container.internal.component.ManagedComponent;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The component in its deployed form, with a unit from the deployer: from the author's file to an answer. */
class DeployedUnitTest {
    private static final TenantId ACME = TenantId.of("11111111-1111-4111-8111-111111111111");

    private static final String ROUTES = """
            <routes xmlns="http://camel.apache.org/schema/spring">
              <route id="orders">
                <from uri="jbi:endpoint:urn:orders:Orders:soap"/>
                <choice>
                  <when>
                    <simple>${header.X-Kind} == 'other'</simple>
                    <setBody><constant>wrong</constant></setBody>
                  </when>
                  <when>
                    <xpath>/in/amount > 100</xpath>
                    <to uri="jbi:endpoint:urn:orders:BackEnd:soap"/>
                  </when>
                  <otherwise>
                    <setBody><constant>nobody</constant></setBody>
                  </otherwise>
                </choice>
              </route>
            </routes>
            """;

    @Test
    void routeOfAnAuthorsFileAnswers(@TempDir Path folder) throws Exception {
        try (Deployed deployed = new Deployed(folder, ROUTES)) {
            Partner partner = deployed.partner;
            partner.provide(ACME, "BackEnd", exchange -> partner.answer(exchange, "<out/>"));

            MessageExchange answer = partner.inOut(ACME, deployed.service(), "<in><amount>500</amount></in>")
                    .get(10, TimeUnit.SECONDS);

            assertThat(Partner.text(answer.getMessage("out"))).isEqualTo("<out/>");
            partner.done(answer);
        }
        assertThat(ManagementFactory.getPlatformMBeanServer()
                        .queryNames(new ObjectName("org.esbmt:type=CamelServiceEngine,*"), null))
                .isEmpty();
    }

    @Test
    void theCopyOfAWireTapIsInOnlyForEveryPattern(@TempDir Path folder) throws Exception {
        String routes = """
                <routes xmlns="http://camel.apache.org/schema/spring">
                  <route id="orders">
                    <from uri="jbi:endpoint:urn:orders:Orders:soap"/>
                    <wireTap uri="jbi:endpoint:urn:orders:Log:soap"/>
                    <to uri="jbi:endpoint:urn:orders:BackEnd:soap"/>
                  </route>
                </routes>
                """;
        try (Deployed deployed = new Deployed(folder, routes)) {
            Partner partner = deployed.partner;
            CompletableFuture<MessageExchange> copy = new CompletableFuture<>();
            CompletableFuture<MessageExchange> message = new CompletableFuture<>();
            partner.provide(ACME, "Log", copy::complete);
            partner.provide(ACME, "BackEnd", exchange -> {
                message.complete(exchange);
                partner.done(exchange);
            });

            MessageExchange answer =
                    partner.robustInOnly(ACME, deployed.service(), "<in/>").get(10, TimeUnit.SECONDS);

            assertThat(answer.getStatus()).isEqualTo(ExchangeStatus.DONE);
            assertThat(message.get(10, TimeUnit.SECONDS)).isInstanceOf(RobustInOnly.class);
            assertThat(copy.get(10, TimeUnit.SECONDS)).isInstanceOf(InOnly.class);
            partner.done(copy.get());
        }
    }

    /** A unit of routes in the component, together with another component. */
    private static final class Deployed implements AutoCloseable {
        final Partner partner = new Partner();
        private final TenantNames names = new TenantNames(TenantNames.DEFAULT_PREFIX);
        private final CamelServiceEngine component = new CamelServiceEngine(defaults(), () -> false);
        private final JbiEnvironment bus;
        private final ManagedComponent engine;
        private final ManagedComponent partners;

        Deployed(Path folder, String routes) throws Exception {
            bus = new JbiEnvironment(new SameTenantBoundary(), names, folder, 16, 16);
            engine = new ManagedComponent(bus, "camel-se", InstalledComponent.Type.SERVICE_ENGINE, "", component);
            partners = new ManagedComponent(bus, "partner", InstalledComponent.Type.BINDING_COMPONENT, "", partner);
            engine.start();
            partners.start();
            Path unit = rewritten(folder, names, routes);
            component.getServiceUnitManager().deploy("unit", unit.toString());
            component.getServiceUnitManager().init("unit", unit.toString());
            component.getServiceUnitManager().start("unit");
        }

        QName service() {
            return names.scoped(ACME, new QName("urn:orders", "Orders"));
        }

        @Override
        public void close() throws JBIException {
            try {
                component.getServiceUnitManager().stop("unit");
                component.getServiceUnitManager().shutDown("unit");
                for (ManagedComponent each : new ManagedComponent[] {engine, partners}) {
                    each.stop();
                    each.shutDown();
                }
            } finally {
                bus.close();
            }
        }
    }

    @Test
    void theWarmUpCompletesAndLeavesNothingBehind(@TempDir Path folder) throws Exception {
        JbiEnvironment bus = new JbiEnvironment(
                new SameTenantBoundary(), new TenantNames(TenantNames.DEFAULT_PREFIX), folder, 16, 16);
        try {
            CamelServiceEngine component = new CamelServiceEngine(defaults(), () -> false);
            ManagedComponent engine =
                    new ManagedComponent(bus, "camel-se", InstalledComponent.Type.SERVICE_ENGINE, "", component);
            engine.start();
            await().atMost(Duration.ofMinutes(1)).until(() -> component.warmUp().isOver());

            assertThat(component.warmUp().isComplete()).isTrue();
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            ObjectName counters = new ObjectName("org.esbmt:type=CamelServiceEngine");
            assertThat(server.getAttribute(counters, "Units")).isEqualTo(0);
            await().untilAsserted(() ->
                    assertThat(server.getAttribute(counters, "ActiveThreads")).isEqualTo(0));
            engine.stop();
            engine.shutDown();
        } finally {
            bus.close();
        }
    }

    private static CamelConfiguration defaults() {
        return (CamelConfiguration) Proxy.newProxyInstance(
                CamelConfiguration.class.getClassLoader(),
                new Class<?>[] {CamelConfiguration.class},
                (proxy, method, arguments) -> method.getDefaultValue());
    }

    private static Path rewritten(Path folder, TenantNames names, String routes) throws IOException {
        Path authored = Files.createDirectories(folder.resolve("authored"));
        Files.writeString(authored.resolve("orders.xml"), routes);
        UnitReading reading =
                new TenantUnitReader().read(new UnitFolder(authored), new TenantScope(names, ACME, Optional.empty()));
        assertThat(reading.findings()).isEmpty();
        Path unit = Files.createDirectories(folder.resolve("unit"));
        for (Map.Entry<String, byte[]> file : reading.rewritten().entrySet()) {
            Files.write(unit.resolve(file.getKey()), file.getValue());
            assertThat(new String(file.getValue(), StandardCharsets.UTF_8)).contains(ACME.toString());
        }
        ServiceUnitOwner.write(unit, ACME);
        return unit;
    }
}

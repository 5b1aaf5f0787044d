package org.esbmt.camel.se.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.jbi.messaging.MessageExchange;
import javax.xml.namespace.QName;
import org.esbmt.camel.se.internal.engine.Partner;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.jbi.container.api.ServiceUnitOwner;
import org.esbmt.jbi.container.api.unit.TenantScope;
import org.esbmt.jbi.container.api.unit.UnitReading;
import org.esbmt.jbi.container.internal.SameTenantBoundary;
import org.esbmt.jbi.container.internal.component.JbiEnvironment;
import org.esbmt.jbi.container.internal.component.ManagedComponent;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Stylesheets of a unit, from the author's file to their results. */
@Timeout(120)
class TransformedUnitTest {
    private static final TenantId ACME = TenantId.of("11111111-1111-4111-8111-111111111111");
    private static final TenantNames NAMES = new TenantNames(TenantNames.DEFAULT_PREFIX);
    private static final String ROUTES = """
            <routes xmlns="http://camel.apache.org/schema/spring">
              <route id="orders">
                <from uri="jbi:endpoint:urn:orders:Orders:soap"/>
                <to uri="xslt:large.xsl"/>
                <to uri="jbi:endpoint:urn:orders:BackEnd:soap"/>
              </route>
            </routes>
            """;
    /** Makes some 8 MiB. */
    private static final String LARGE = """
            <xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
              <xsl:template match="/">
                <out><xsl:value-of select="string-join((1 to 131072) ! '%s')"/></out>
              </xsl:template>
            </xsl:stylesheet>
            """.formatted("x".repeat(64));

    @Test
    void resultsOfATenantAreRefusedAboveItsRoomForBodies(@TempDir Path folder) throws Exception {
        Path authored = Files.createDirectories(folder.resolve("authored"));
        Files.writeString(authored.resolve("orders.xml"), ROUTES);
        Files.writeString(authored.resolve("large.xsl"), LARGE);
        UnitReading reading =
                new TenantUnitReader().read(new UnitFolder(authored), new TenantScope(NAMES, ACME, Optional.empty()));
        assertThat(reading.findings()).isEmpty();
        Path unit = Files.createDirectories(folder.resolve("unit"));
        for (Map.Entry<String, byte[]> file : reading.rewritten().entrySet()) {
            Files.write(unit.resolve(file.getKey()), file.getValue());
        }
        ServiceUnitOwner.write(unit, ACME);
        JbiEnvironment bus = new JbiEnvironment(new SameTenantBoundary(), NAMES, folder, 16, 16);
        CamelServiceEngine component = new CamelServiceEngine(defaults(), () -> false);
        Partner partner = new Partner();
        ManagedComponent[] components = {
            new ManagedComponent(bus, "camel-se", InstalledComponent.Type.SERVICE_ENGINE, "", component),
            new ManagedComponent(bus, "partner", InstalledComponent.Type.BINDING_COMPONENT, "", partner)
        };
        try {
            for (ManagedComponent each : components) {
                each.start();
            }
            ConcurrentLinkedQueue<MessageExchange> kept = new ConcurrentLinkedQueue<>();
            partner.provide(ACME, "BackEnd", kept::add);
            component.getServiceUnitManager().deploy("unit", unit.toString());
            component.getServiceUnitManager().init("unit", unit.toString());
            component.getServiceUnitManager().start("unit");
            List<CompletableFuture<MessageExchange>> answers = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                answers.add(partner.inOut(ACME, NAMES.scoped(ACME, new QName("urn:orders", "Orders")), "<in/>"));
            }
            await().atMost(Duration.ofMinutes(1)).until(() -> {
                long done = answers.stream().filter(CompletableFuture::isDone).count();
                return kept.size() + done == 10;
            });

            assertThat(kept).hasSize(7);
            assertThat(answers.stream().filter(CompletableFuture::isDone))
                    .allSatisfy(answer -> assertThat(answer.join().getError())
                            .isInstanceOf(RouteFailure.Unavailable.class)
                            .hasCauseInstanceOf(OverloadedException.class));

            for (MessageExchange exchange : kept) {
                partner.answer(exchange, "<out/>");
            }
            for (CompletableFuture<MessageExchange> answer : answers) {
                if (answer.join().getError() == null) {
                    partner.done(answer.join());
                }
            }
            component.getServiceUnitManager().stop("unit");
            component.getServiceUnitManager().shutDown("unit");
            for (ManagedComponent each : components) {
                each.stop();
                each.shutDown();
            }
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
}

package org.esbmt.camel.se.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.jbi.messaging.MessageExchange;
import javax.xml.namespace.QName;
import org.esbmt.camel.se.internal.engine.Partner;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.jbi.container.api.ExchangeFailedException;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.ServiceUnitOwner;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.jbi.container.api.unit.TenantScope;
import org.esbmt.jbi.container.api.unit.UnitReading;
import org.esbmt.jbi.container.internal.SameTenantBoundary;
import org.esbmt.jbi.container.internal.component.JbiEnvironment;
import org.esbmt.jbi.container.internal.component.ManagedComponent;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Schemas of a unit, from the author's file to the validation of messages. */
class ValidatedUnitTest {
    private static final TenantId ACME = TenantId.of("11111111-1111-4111-8111-111111111111");
    private static final TenantNames NAMES = new TenantNames(TenantNames.DEFAULT_PREFIX);
    private static final String ROUTES = """
            <routes xmlns="http://camel.apache.org/schema/spring">
              <route id="strict">
                <from uri="jbi:endpoint:urn:orders:Strict:soap"/>
                <to uri="validator:xsd/order.xsd"/>
                <to uri="jbi:endpoint:urn:orders:BackEnd:soap"/>
              </route>
              <route id="kind">
                <from uri="jbi:endpoint:urn:orders:Kind:soap"/>
                <doTry>
                  <to uri="validator:xsd/order.xsd"/>
                  <setBody><constant>valid</constant></setBody>
                  <doCatch>
                    <exception>org.esbmt.Invalid</exception>
                    <setBody><constant>caught</constant></setBody>
                  </doCatch>
                </doTry>
              </route>
            </routes>
            """;
    private static final String ORDER = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
              <xs:include schemaLocation="types.xsd"/>
              <xs:element name="in" type="order"/>
            </xs:schema>
            """;
    private static final String TYPES = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
              <xs:complexType name="order">
                <xs:sequence><xs:element name="amount" type="xs:int"/></xs:sequence>
              </xs:complexType>
            </xs:schema>
            """;
    private static final String VALID = "<in><amount>5</amount></in>";
    private static final String NOT_VALID = "<in><amount>s3cret</amount></in>";

    private static UnitReading read(Path authored, String schema) throws IOException {
        Files.createDirectories(authored.resolve("xsd"));
        Files.writeString(authored.resolve("orders.xml"), ROUTES);
        Files.writeString(authored.resolve("xsd/order.xsd"), schema);
        Files.writeString(authored.resolve("xsd/types.xsd"), TYPES);
        return new TenantUnitReader().read(new UnitFolder(authored), new TenantScope(NAMES, ACME, Optional.empty()));
    }

    @Test
    void anInvalidMessageIsRefusedOrCaught(@TempDir Path folder) throws Exception {
        UnitReading reading = read(folder.resolve("authored"), ORDER);
        assertThat(reading.findings()).isEmpty();
        Path unit = Files.createDirectories(folder.resolve("unit"));
        for (Map.Entry<String, byte[]> file : reading.rewritten().entrySet()) {
            Path path = unit.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
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
            partner.provide(ACME, "BackEnd", exchange -> partner.answer(exchange, "<out/>"));
            component.getServiceUnitManager().deploy("unit", unit.toString());
            component.getServiceUnitManager().init("unit", unit.toString());
            component.getServiceUnitManager().start("unit");

            assertThat(text(partner, "Strict", VALID)).isEqualTo("<out/>");
            assertThat(text(partner, "Kind", VALID)).isEqualTo("valid");
            assertThat(text(partner, "Kind", NOT_VALID)).isEqualTo("caught");
            Exception refused = send(partner, "Strict", NOT_VALID).getError();
            assertThat(refused).isInstanceOf(RouteFailure.Invalid.class);
            assertThat(((ExchangeFailedException) refused).reason()).isEqualTo(ExchangeFailedException.Reason.REFUSED);
            assertThat(refused.getMessage()).contains("xsd/order.xsd", "line 1").doesNotContain("s3cret");

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

    @Test
    void schemaFromOutsideIsNotDeployed(@TempDir Path folder) throws Exception {
        String importing = ORDER.replace("types.xsd", "http://example.com/types.xsd");

        UnitReading reading = read(folder, importing);

        assertThat(reading.findings()).extracting(Finding::rule).contains("schema.import");
    }

    @Test
    void anInvalidSchemaIsNotDeployed(@TempDir Path folder) throws Exception {
        UnitReading reading = read(folder, ORDER.replace("type=\"order\"", "type=\"gone\""));

        assertThat(reading.findings()).extracting(Finding::rule).containsExactly("schema.static");
    }

    private static MessageExchange send(Partner partner, String service, String text) throws Exception {
        return partner.inOut(ACME, NAMES.scoped(ACME, new QName("urn:orders", service)), text)
                .get(10, TimeUnit.SECONDS);
    }

    private static String text(Partner partner, String service, String text) throws Exception {
        MessageExchange answer = send(partner, service, text);
        String got = Partner.text(answer.getMessage("out"));
        partner.done(answer);
        return got;
    }

    private static CamelConfiguration defaults() {
        return (CamelConfiguration) Proxy.newProxyInstance(
                CamelConfiguration.class.getClassLoader(),
                new Class<?>[] {CamelConfiguration.class},
                (proxy, method, arguments) -> method.getDefaultValue());
    }
}

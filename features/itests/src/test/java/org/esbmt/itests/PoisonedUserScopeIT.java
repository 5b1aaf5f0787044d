package org.esbmt.itests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.harness.Soap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Bob, a user of acme with a valid password, attacks the endpoints of Alice, a user of the same tenant, on the shipped bus. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PoisonedUserScopeIT {
    private static final Soap SOAP = new Soap();
    private static final String PASSWORD = "correct horse battery staple";
    private static final String ALICES = "/alices";
    private static final String ACMES = "/acmes";

    private static Distribution distribution;
    private static BusHome home;
    private static BusProcess bus;
    private static BusHome.Credentials administrator;
    private static AdministrationClient administration;
    private static AdministrationClient.Tenant tenant;
    private static AdministrationClient boss;
    private static RecordedServices services;
    private static String acme;
    private static String alice;
    private static String bob;

    @BeforeAll
    static void start() throws Exception {
        services = new RecordedServices((path, message) -> false);
        distribution = Distribution.unpack(PoisonedUserScopeIT.class);
        home = distribution.home();
        home.set("org.esbmt.http.bc.cfg", "egress.allow", "*@" + services.hostAndPort());
        bus = BusProcess.start(home);
        administrator = home.initialAdministrator().orElseThrow();
        administration = new AdministrationClient(bus, administrator);
        tenant = administration.createTenant("acme", "Acme", "boss", PASSWORD);
        acme = tenant.tenantId();
        boss = AdministrationClient.of(bus, tenant);
        alice = administration.addUser(tenant, "alice", PASSWORD);
        bob = administration.addUser(tenant, "bob", PASSWORD);
        CompositeData orders = (CompositeData) invoke("deployAssemblyForUser", acme, alice, orders("orders"), "");
        assertThat(orders.get("state")).isEqualTo("STARTED");
        assertThat(orders.get("userId")).isEqualTo(alice);
    }

    @AfterAll
    static void stop() throws Exception {
        try (AutoCloseable last = distribution;
                AutoCloseable called = services;
                AutoCloseable running = bus;
                AutoCloseable first = administration;
                AutoCloseable second = boss) {
            assertThat(List.of(last, called, running, first, second)).hasSize(5);
        }
    }

    /** The proxy of Alice. */
    private static byte[] orders(String name) {
        return AssemblyArchive.soapProxy(name, "Orders", "soap", services.url() + ALICES);
    }

    /** An assembly with a consumer, a route from the consumer to the target, and a provider. */
    private static byte[] routed(String name, String consumer, String target, String provider) {
        return AssemblyArchive.of(
                name,
                List.of(
                        new AssemblyArchive.Unit(name + "-http", "http-bc", Map.of("xbean.xml", """
                                <beans xmlns:http="http://servicemix.apache.org/http/1.0" xmlns:d="urn:esbmt:demo">
                                  <http:soap-consumer service="d:%1$s" endpoint="soap"
                                                      targetService="d:%1$sRoute" targetEndpoint="soap"/>
                                  <http:soap-provider service="d:%2$s" endpoint="soap" locationURI="%3$s"/>
                                </beans>
                                """.formatted(
                                        consumer, provider, services.url() + ACMES))),
                        new AssemblyArchive.Unit(
                                name + "-routes", "camel-se", Map.of("routes.xml", """
                                <routes xmlns="http://camel.apache.org/schema/spring">
                                  <route id="on">
                                    <from uri="jbi:endpoint:urn:esbmt:demo/%1$sRoute/soap"/>
                                    <to uri="%2$s"/>
                                  </route>
                                </routes>
                                """.formatted(consumer, target)))));
    }

    private static Object invoke(String operation, Object... arguments) throws Exception {
        String[] signature = Stream.of(arguments).map(PoisonedUserScopeIT::type).toArray(String[]::new);
        return boss.server().invoke(new ObjectName("org.esbmt:type=Administration"), operation, arguments, signature);
    }

    private static String type(Object argument) {
        if (argument instanceof Long) {
            return long.class.getName();
        }
        return argument instanceof Integer
                ? int.class.getName()
                : argument.getClass().getName();
    }

    private static Soap.Answer send(String user, String path) throws IOException, InterruptedException {
        return SOAP.send(
                home.baseUrl() + "/tenant-services/" + path,
                Soap.envelope(Soap.tenantContext(acme, user, PASSWORD), "<order xmlns=\"urn:example\"/>"));
    }

    private static HttpResponse<String> wsdl(String path) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(home.baseUrl() + "/tenant-services/" + acme + path + "?wsdl"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    private static String said(Soap.Answer answer) {
        return answer.status() + answer.body().replaceAll("<(\\w+:)?correlationID>[^<]*", "");
    }

    @Test
    @Order(1)
    void theOwnerIsServedAndOtherUsersOfTheTenantSeeNoEndpoint() throws Exception {
        for (String url : List.of(acme + "/", "")) {
            Soap.Answer answer = send(alice, url + "Orders/soap");
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            Soap.Answer nothing = send(bob, url + "Nothing/soap");
            assertThat(nothing.faultCode()).isEqualTo("NO_SUCH_ENDPOINT");
            assertThat(said(send(bob, url + "Orders/soap"))).isEqualTo(said(nothing));
        }
        assertThat(services.received(ALICES)).hasSize(2);
        assertThat(wsdl("/Orders/soap").statusCode())
                .isEqualTo(wsdl("/Nothing/soap").statusCode())
                .isEqualTo(404);
    }

    @Test
    @Order(2)
    void aTakenUrlIsRefusedWithTheNameOfItsAssembly() {
        assertThatThrownBy(() -> invoke("deployAssemblyForUser", acme, bob, orders("orders"), ""))
                .hasStackTraceContaining("CONFLICT: The assembly 'orders' of tenant " + acme + " is deployed already");
        assertThatThrownBy(() -> invoke("deployAssemblyForUser", acme, bob, orders("second"), ""))
                .hasStackTraceContaining("CONFLICT: The assembly 'orders' of tenant " + acme
                        + " has the path /tenant-services/" + acme + "/Orders/soap already");
        assertThatThrownBy(() -> invoke("deployAssembly", acme, orders("second"), ""))
                .hasStackTraceContaining("CONFLICT: The assembly 'orders' of tenant " + acme
                        + " has the path /tenant-services/" + acme + "/Orders/soap already");
        assertThatThrownBy(() -> invoke("deployAssemblyForUser", acme, acme, orders("second"), ""))
                .hasStackTraceContaining("NOT_FOUND: tenant " + acme + " has no user " + acme);
    }

    @Test
    @Order(3)
    void noRouteReachesAnotherUsersEndpoint() throws Exception {
        int before = services.received(ALICES).size();
        invoke("deployAssembly", acme, routed("all", "All", "jbi:service:urn:esbmt:demo/OrdersBackEnd", "Unused"), "");
        invoke(
                "deployAssemblyForUser",
                acme,
                bob,
                routed("bobs", "Bobs", "jbi:endpoint:urn:esbmt:demo/OrdersBackEnd/soap", "Unused"),
                "");
        for (String path : List.of("/All/soap", "/Bobs/soap")) {
            assertThat(send(bob, acme + path).status()).isNotEqualTo(200);
        }
        assertThat(services.received(ALICES)).hasSize(before);
        String name = "jbi:service:jbimulti2:tenant-endpoints/" + acme + "-" + alice + "/OrdersBackEnd";
        assertThatThrownBy(
                        () -> invoke("deployAssemblyForUser", acme, bob, routed("named", "Named", name, "Other"), ""))
                .hasStackTraceContaining("camel.bus-name");
    }

    @Test
    @Order(4)
    void aUsersRouteReachesTheTenantsEndpointsAsTheUser() throws Exception {
        invoke("deployAssembly", acme, AssemblyArchive.soapProxy("stock", "Stock", "soap", services.url() + ACMES), "");
        invoke(
                "deployAssemblyForUser",
                acme,
                alice,
                routed("route", "Routed", "jbi:endpoint:urn:esbmt:demo/StockBackEnd/soap", "Free"),
                "");

        Soap.Answer answer = send(alice, acme + "/Routed/soap");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(services.received(ACMES)).hasSize(1);
        assertThat(send(bob, acme + "/Routed/soap").faultCode()).isEqualTo("NO_SUCH_ENDPOINT");
        assertThat(services.received(ACMES)).hasSize(1);
        assertThat(send(bob, acme + "/Stock/soap").status()).isEqualTo(200);
    }

    @Test
    @Order(5)
    void theUserScopeHoldsAfterAKill() throws Exception {
        int before = services.received(ALICES).size();
        boss.close();
        administration.close();
        bus.kill();
        bus = BusProcess.start(home);
        administration = new AdministrationClient(bus, administrator);
        boss = AdministrationClient.of(bus, tenant);

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() ->
                        assertThat(send(alice, acme + "/Orders/soap").status()).isEqualTo(200));
        int answered = services.received(ALICES).size();
        assertThat(answered).isGreaterThan(before);
        assertThat(send(bob, acme + "/Orders/soap").faultCode()).isEqualTo("NO_SUCH_ENDPOINT");
        assertThat(services.received(ALICES)).hasSize(answered);
        assertThat((CompositeData[]) ((CompositeData) invoke("listAssemblies", acme, 0, 10)).get("assemblies"))
                .filteredOn(assembly -> assembly.get("name").equals("orders"))
                .singleElement()
                .satisfies(orders -> assertThat(orders.get("userId")).isEqualTo(alice));
        assertThat((byte[]) boss.server()
                        .invoke(
                                new ObjectName("org.esbmt:type=Administration"),
                                "exportAssembly",
                                new Object[] {acme, "orders", true},
                                new String[] {"java.lang.String", "java.lang.String", "boolean"}))
                .asString(StandardCharsets.ISO_8859_1)
                .contains("jbimulti2:tenant-endpoints/" + acme + "-" + alice);
    }

    @Test
    @Order(6)
    void aLockedUserReachesNothing() throws Exception {
        invoke("lockUser", acme, alice, "", -1L);
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(
                        send(alice, acme + "/Orders/soap").faultCode())
                .isEqualTo("NOT_AUTHENTICATED"));
        assertThat(send(bob, acme + "/Orders/soap").faultCode()).isEqualTo("NO_SUCH_ENDPOINT");
    }
}

package org.esbmt.administration.rest.internal.call;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.esbmt.administration.rest.internal.RestBus;
import org.esbmt.administration.rest.internal.RestBus.Answer;
import org.esbmt.administration.rest.internal.RestBus.Client;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Assemblies, services, quotas, components and the installation, over the managers. */
class PartsOverRestTest {
    private static final String ZIP = "application/zip";

    @TempDir
    Path data;

    private RestBus bus;
    private String acme;

    @BeforeEach
    void createTenant() throws Exception {
        bus = new RestBus(data);
        acme = "/tenants/" + bus.tenant("acme");
    }

    private Client boss() {
        return bus.as("acme/boss");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    @Test
    void anArchiveIsDeployedSwitchedAndRolledBack() {
        Answer deployed =
                boss().body(ZIP, bytes("orders")).post(acme + "/assemblies").is(201);
        assertThat(deployed.header("Location")).contains(RestBus.BASE + acme + "/assemblies/orders");

        Answer switched = boss().with("If-Match", deployed.tag())
                .body("application/octet-stream", bytes("orders#2"))
                .post(acme + "/assemblies/orders/switch")
                .is(200);
        assertThat(switched.text("formerDigest")).isEqualTo(deployed.text("digest"));
        boss().with("If-Match", deployed.tag())
                .body(ZIP, bytes("orders#3"))
                .post(acme + "/assemblies/orders/update")
                .refuses(412, "stale", "revision");
        Answer back = boss().with("If-Match", switched.tag())
                .post(acme + "/assemblies/orders/rollback")
                .is(200);
        assertThat(back.text("digest")).isEqualTo(deployed.text("digest"));

        Answer listed = boss().get(acme + "/assemblies").is(200);
        assertThat(listed.items().get(0)).containsEntry("etag", back.tag());
        assertThat(boss().get(acme + "/assemblies/orders/history").is(200).number("total"))
                .isEqualTo(3);
        Answer exported =
                boss().get(acme + "/assemblies/orders/archive?rewritten=true").is(200);
        assertThat(exported.header("Content-Type")).contains(ZIP);
        assertThat(exported.header("Content-Disposition")).contains("attachment");
        assertThat(exported.body()).isEqualTo("REWRITTEN of orders");
        boss().with("If-Match", back.tag()).delete(acme + "/assemblies/orders").is(204);
    }

    /** The tag is of the assembly in the path, so the archive has to be one of it. */
    @Test
    void anArchiveOfAnotherAssemblyThanThatOfThePathIsRefused() {
        Answer orders =
                boss().body(ZIP, bytes("orders")).post(acme + "/assemblies").is(201);
        Answer bills =
                boss().body(ZIP, bytes("bills")).post(acme + "/assemblies").is(201);

        boss().with("If-Match", orders.tag())
                .body(ZIP, bytes("bills#2"))
                .post(acme + "/assemblies/orders/switch")
                .refuses(422, "invalid", "one of the assembly 'bills', not of 'orders'");
        boss().with("If-Match", bills.tag())
                .body(ZIP, bytes("orders#2"))
                .post(acme + "/assemblies/orders/switch")
                .refuses(412, "stale", "none of this object");
    }

    @Test
    void anArchiveThatBreaksARuleIsUnprocessable() {
        boss().body(ZIP, bytes("bad")).post(acme + "/assemblies").refuses(422, "invalid", "It is for ");
        boss().post(acme + "/assemblies").refuses(400, "invalid", "archive is missing");
        boss().json("{}").post(acme + "/assemblies").refuses(415, "unsupported-media-type", "application/zip or");
        boss().body("text/html", bytes("orders"))
                .post(acme + "/assemblies")
                .refuses(415, "unsupported-media-type", "application/zip or");
    }

    @Test
    void theFindingsOfAnArchiveAreData() {
        Answer refused =
                boss().body(ZIP, bytes("PK")).post(acme + "/assemblies").refuses(422, "invalid", "It is for ");

        assertThat(refused.list("findings").toString())
                .contains("detail=timeout must be a number", "file=orders-http.zip!/xbean.xml", "line=2")
                .contains("rule=http.value", "rule=archive.missing")
                .doesNotContain("field=");
    }

    @Test
    void aCheckWithoutDeployingIsADryRun() {
        Answer plan = boss().body(ZIP, bytes("orders"))
                .post(acme + "/assemblies?dryRun=true")
                .is(200);

        assertThat(plan.list("steps").toString()).contains("orders");
        assertThat(boss().get(acme + "/assemblies").number("total")).isZero();
        boss().body(ZIP, bytes("bad")).post(acme + "/assemblies?dryRun=true").refuses(422, "invalid", "It is for ");
    }

    @Test
    void aServiceHasItsLocalNameInThePathAndItsNamespaceInTheQuery() {
        bus.as("ada")
                .json("{'resource': 'REGISTERED_SERVICES', 'hard': 3}")
                .post(acme + "/quotas")
                .is(201);
        String wsdl = "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/'/>";

        Answer registered = boss().body("application/xml", bytes(wsdl))
                .post(acme + "/services?service=%7Bhttp://acme.example/a%7DOrders&version=1")
                .is(201);
        String address = registered.header("Location").orElseThrow().substring(RestBus.BASE.length());
        assertThat(address).isEqualTo(acme + "/services/Orders/1?namespace=http%3A%2F%2Facme.example%2Fa");

        Answer attached = boss().with("If-Match", registered.tag())
                .body("application/xml", bytes("<Policy xmlns='http://www.w3.org/ns/ws-policy'/>"))
                .put(address.replace("?", "/policies/signed?"))
                .is(200);
        assertThat(attached.list("policies")).containsExactly("signed");
        assertThat(boss().get(address.replace("?", "/wsdl?")).is(200).body()).isEqualTo(wsdl);
        assertThat(boss().get(acme + "/services").is(200).items().get(0))
                .containsEntry("service", "{http://acme.example/a}Orders")
                .containsEntry("etag", attached.tag());
        boss().get(acme + "/services/Orders/1/wsdl").refuses(404, "not-found", "It is for ");
        boss().get(acme + "/services/%7Burn:a%7DOrders/1/wsdl").refuses(400, "invalid", "local name");
        boss().with("If-Match", attached.tag()).delete(address).is(204);
    }

    @Test
    void aQuotaIsGrantedChangedAndRevokedUnderItsTag() {
        Answer granted = bus.as("ada")
                .json("{'resource': 'REGISTERED_SERVICES', 'hard': 3, 'soft': 2}")
                .post(acme + "/quotas")
                .is(201);
        String address = granted.header("Location").orElseThrow().substring(RestBus.BASE.length());
        assertThat(address).isEqualTo(acme + "/quotas/REGISTERED_SERVICES");

        Answer changed = bus.as("ada")
                .with("If-Match", granted.tag())
                .json("{'hard': 4}")
                .put(address)
                .is(200);
        assertThat(changed.object()).containsEntry("hard", 4L).doesNotContainKey("soft");
        bus.as("ada")
                .anyRevision()
                .json("{'hard': 4, 'resource': 'USERS'}")
                .put(address)
                .refuses(400, "invalid", "no field");
        bus.as("ada").anyRevision().json("{'hard': 4, 'soft': 5}").put(address).refuses(400, "invalid", "It is for ");
        assertThat(bus.as("ada")
                        .anyRevision()
                        .json("{}")
                        .put(address)
                        .refuses(400, "invalid", "hard is missing")
                        .fields())
                .containsExactly("hard");
        bus.as("ada")
                .anyRevision()
                .delete(acme + "/quotas/registered_services")
                .refuses(400, "invalid", "resource is one of");
        bus.as("ada").with("If-Match", changed.tag()).delete(address).is(204);
    }

    @Test
    void aContingentOfARoleIsAnotherObjectThanThatOfAUser() {
        String user = (String) boss().get(acme + "/users").items().get(0).get("userId");
        Answer ofRole = boss().json("{'resource': 'ENDPOINTS', 'role': 'TENANT_OPERATOR', 'amount': 2}")
                .post(acme + "/contingents")
                .is(201);
        Answer ofUser = boss().json("{'resource': 'ENDPOINTS', 'userId': '" + user + "', 'amount': 2}")
                .post(acme + "/contingents")
                .is(201);

        assertThat(ofRole.tag()).isNotEqualTo(ofUser.tag());
        boss().with("If-Match", ofUser.tag())
                .delete(acme + "/contingents/ENDPOINTS?role=TENANT_OPERATOR")
                .refuses(412, "stale", "none of this object");
        boss().with("If-Match", ofRole.tag())
                .delete(acme + "/contingents/ENDPOINTS?role=TENANT_OPERATOR")
                .is(204);
    }

    /** The revision of a component counts the changes of its settings, too. */
    @Test
    void settingsOfAComponentHaveTheTagOfTheComponent() {
        assertThat(bus.as("ada").get("/components/http-bc").is(200).header("ETag"))
                .as("no revision before the first change")
                .isEmpty();
        Answer first = settings("*", "{'settings': ['limit=5']}").is(200);
        assertThat(first.number("result")).isEqualTo(1);
        String tag = bus.as("ada").get("/components/http-bc").is(200).tag();
        assertThat(first.tag()).isEqualTo(tag);

        settings(tag, "{'unset': ['limit']}").is(200);
        settings(tag, "{'unset': ['limit']}").refuses(412, "stale", "It is for ");
        assertThat(bus.as("ada").get("/components").is(200).items()).hasSize(1);
        assertThat(bus.as("ada").get("/components/http-bc/settings").is(200).object())
                .containsEntry("totalExact", true)
                .doesNotContainKey("next");
    }

    private Answer settings(String tag, String body) {
        return bus.as("ada").with("If-Match", tag).json(body).post("/components/http-bc/settings");
    }

    @Test
    void aLinkIsMadeAndRemovedByItsEnds() {
        String tenant = acme.substring("/tenants/".length());
        bus.as("ada")
                .json("{'tenantId': '" + tenant + "', 'service': '{urn:plain}Rates', 'endpoint': 'soap'}")
                .post("/links/to-plain")
                .is(204);

        assertThat(bus.as("ada").get("/links").is(200).items())
                .containsExactly(Map.of("tenantId", tenant, "service", "{urn:plain}Rates", "endpoint", "soap"));
        bus.as("ada")
                .delete("/links/to-plain?tenantId=" + tenant + "&service=%7Burn:plain%7DRates&endpoint=soap")
                .is(204);
        assertThat(bus.as("ada").get("/links").number("total")).isZero();
    }

    @Test
    void theAuditOfATenantAndOfTheInstallationAreTwoResources() {
        Answer own = boss().get(acme + "/audit").is(200);
        Answer installation = bus.as("ada").get("/audit?limit=1").is(200);

        assertThat(own.list("entries")).isNotEmpty();
        assertThat(installation.list("entries")).hasSize(1);
        assertThat(bus.as("ada").get("/audit/verification").is(200).object()).containsEntry("whole", true);
        boss().get("/audit").refuses(403, "forbidden", "It is for ");
        bus.as("ada")
                .get("/audit?tenantId=" + acme.substring("/tenants/".length()))
                .refuses(400, "invalid", "no parameter 'tenantId'");
    }

    @Test
    void aBatchInJsonIsPlannedAndDone() {
        String archive = Base64.getEncoder().encodeToString(bytes("orders"));
        String batch = """
                {'steps': [
                  {'createTenant': {'as': 'bolt', 'name': 'bolt', 'displayName': 'Bolt & Co', 'login': 'boss',
                    'password': 'a long password of theirs', 'quotas': [{'resource': 'SERVICE_ASSEMBLIES', 'hard': 2},
                      {'resource': 'SERVICE_UNITS', 'hard': 2}, {'resource': 'ENDPOINTS', 'hard': 2},
                      {'resource': 'USERS', 'hard': 3}, {'resource': 'REGISTRY_BYTES', 'hard': 10000}]}},
                  {'addUser': {'tenant': '#bolt', 'login': 'nina', 'password': 'a long password of hers',
                    'roles': ['TENANT_OPERATOR', 'TENANT_USER']}},
                  {'deploy': {'tenant': '#bolt', 'archive': 'orders.zip'}}],
                 'files': {'orders.zip': '%s'}}""".formatted(archive);

        Answer plan = bus.as("ada").json(batch).post("/batches?dryRun=true").is(200);
        assertThat(plan.list("steps")).hasSize(3);
        bus.as("ada").get("/tenants/bolt").is(404);

        Answer done = bus.as("ada").json(batch).post("/batches").is(200);
        assertThat(done.text("operationId"))
                .isEqualTo(done.header("Operation-Id").orElseThrow());
        assertThat(bus.as("bolt/boss")
                        .get("/tenants/" + bus.as("ada").get("/tenants/bolt").text("tenantId") + "/assemblies")
                        .is(200)
                        .number("total"))
                .isEqualTo(1);
    }

    @Test
    void theInstallationTellsItsState() {
        assertThat(bus.as("ada").get("/status").is(200).object())
                .containsEntry("registryReachable", true)
                .containsEntry("tenantsByState", Map.of("ACTIVE", 1L));
        assertThat(bus.as("ada").get("/nodes").is(200).items()).hasSize(1);
        assertThat(bus.as("ada").get("/transactions").is(200).list("inDoubt")).hasSize(1);
        assertThat(bus.as("ada").post("/transactions/recover").is(200).text("result"))
                .isNotEmpty();
        assertThat(bus.as("ada").get("/operations?limit=5").is(200).object()).containsKey("items");
        assertThat(bus.as("ada").get("/batches").is(200).items()).isEmpty();
        assertThat(bus.as("ada").get("/openapi.json").is(200).body()).isEqualTo(RestBus.DOCUMENT);
        assertThat(bus.as("ada").send("HEAD", "/openapi.json").is(200).bytes()).isEmpty();
        String tag = bus.as("ada").get("/openapi.json").tag();
        assertThat(bus.as("ada")
                        .with("If-None-Match", tag)
                        .get("/openapi.json")
                        .is(304)
                        .bytes())
                .isEmpty();
        bus.as("ada").with("If-None-Match", "\"another\"").get("/openapi.json").is(200);
        assertThat(List.of(bus.as("ada").get("/libraries").is(200).number("total")))
                .containsExactly(0L);
    }
}
